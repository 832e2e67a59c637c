import SchemeRouter

/// Asks with one prompt, and with another if the first cannot reach the person, such as a pinentry without a display
/// and a terminal. A refusal is an answer, and final.
struct FallbackPrompt: Prompt {
    let first: any Prompt
    let second: any Prompt

    var columns: Int { min(first.columns, second.columns) }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        try await ask { (prompt) async throws(PromptError) in try await prompt.confirm(dialogue) }
    }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await ask { (prompt) async throws(PromptError) in try await prompt.passcode(dialogue, mistake: mistake) }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        try await ask { (prompt) async throws(PromptError) in
            try await prompt.line(dialogue, label: label, mistake: mistake)
        }
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await ask { (prompt) async throws(PromptError) in try await prompt.choose(dialogue, otherwise: otherwise) }
    }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        try await ask { (prompt) async throws(PromptError) in try await prompt.select(dialogue, from: options) }
    }

    func tell(_ dialogue: Dialogue) async throws(PromptError) {
        try await ask { (prompt) async throws(PromptError) in try await prompt.tell(dialogue) }
    }

    private func ask<Answer: ~Copyable>(
        _ body: (any Prompt) async throws(PromptError) -> Answer
    ) async throws(PromptError) -> Answer {
        do throws(PromptError) {
            return try await body(first)
        } catch .unavailable {
            return try await body(second)
        }
    }
}
