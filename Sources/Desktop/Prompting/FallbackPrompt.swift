import SchemeRouter

/// Asks by one prompt, and by another one where the first has no way to reach the person, such as a pinentry that knows
/// no display and no terminal. A refusal is an answer, and final.
struct FallbackPrompt: Prompt {
    let first: any Prompt
    let second: any Prompt

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        do throws(PromptError) {
            try await first.confirm(dialogue)
        } catch .unavailable {
            try await second.confirm(dialogue)
        }
    }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        do throws(PromptError) {
            return try await first.passcode(dialogue, mistake: mistake)
        } catch .unavailable {
            return try await second.passcode(dialogue, mistake: mistake)
        }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        do throws(PromptError) {
            return try await first.line(dialogue, label: label, mistake: mistake)
        } catch .unavailable {
            return try await second.line(dialogue, label: label, mistake: mistake)
        }
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        do throws(PromptError) {
            return try await first.choose(dialogue, otherwise: otherwise)
        } catch .unavailable {
            return try await second.choose(dialogue, otherwise: otherwise)
        }
    }

    func tell(_ dialogue: Dialogue) async throws(PromptError) {
        do throws(PromptError) {
            try await first.tell(dialogue)
        } catch .unavailable {
            try await second.tell(dialogue)
        }
    }
}
