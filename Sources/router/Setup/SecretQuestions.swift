import Glibc
import RouterLinux
import RouterSecrets
import RouterWallet
import SchemeRouter

/// Asks the person for secrets that do not belong to a link.
struct SecretQuestions {
    let prompt: any Prompt

    private static let tries = 3

    func passcode(_ text: String) async throws -> Secret {
        try await prompt.passcode(dialogue(text), mistake: nil)
    }

    /// The work that a new wallet's passcode takes. If memory is short, the person must agree to less by typing (S8); no
    /// option agrees for them.
    func sealing(of files: WalletFiles) async throws -> Sealing {
        let sealing = files.sealing()
        guard !sealing.isUsual else { return sealing }
        try await prompt.confirm(
            Dialogue(
                title: "Wallet",
                pages: [
                    "There is little free memory. Usually each guess at your passcode takes much work (\(sealing.usualText)); "
                        + "now it can only take less (\(sealing.text)). Whoever copies your wallet could then find out your "
                        + "passcode sooner.\n\nYou can close some programs and try again. Or make the wallet so: when more "
                        + "memory is free, “router wallet passcode” makes the passcode take the usual work."
                ], agree: "Make it with less work", refuse: "Cancel", mustBeTyped: true))
        return sealing
    }

    /// A new passcode: long enough, and typed twice.
    func newPasscode() async throws -> Secret {
        var mistake: String?
        for _ in 1...Self.tries {
            let first = try await prompt.passcode(
                dialogue(
                    "Choose a passcode: at least \(Passcode.shortest) characters, "
                        + "or \(Passcode.shortestOfDigits) where all are digits. It protects your money on this computer."
                ),
                mistake: mistake)
            mistake = Passcode.mistake(in: first)
            if mistake != nil { continue }
            let again = try await prompt.passcode(dialogue("Type the passcode again."), mistake: nil)
            if first.equals(again) { return first }
            mistake = "They are not the same."
        }
        throw PromptError.refused
    }

    /// The BIP39 passphrase, typed twice; empty if none is wanted. Any passphrase opens some wallet, so the person sees
    /// the fingerprint of this one, which reveals a typing error.
    func passphrase(of mnemonic: borrowing Mnemonic, isWanted: Bool) async throws -> Secret {
        guard isWanted else { return Secret(count: 0) { _ in } }
        var mistake: String?
        for _ in 1...2 {
            let first = try await prompt.passcode(
                dialogue("Type the BIP39 passphrase of the words.", label: Self.passphrase), mistake: mistake)
            guard first.count > 0 else {
                mistake = "It is empty. For no passphrase, omit “--passphrase”."
                continue
            }
            let again = try await prompt.passcode(
                dialogue("Type the BIP39 passphrase again.", label: Self.passphrase), mistake: nil)
            guard first.equals(again) else {
                mistake = "They are not the same."
                continue
            }
            let fingerprint = try mnemonic.fingerprint(passphrase: first)
            try await prompt.confirm(
                dialogue(
                    "With this passphrase the words open the wallet \(fingerprint). Any other passphrase, even one with a "
                        + "typing error, opens a different, empty wallet. If you had this wallet before, compare its "
                        + "fingerprint."))
            return first
        }
        throw CommandFailure(
            exit: .refused, code: "wrongPassphrase",
            message: "The passphrase was not typed the same way twice, so no wallet was made.",
            hint: "Try again: a mistyped passphrase would open a wallet that you could never find again.")
    }

    /// Whether the person has a word of the wallet. Asks again after a wrong one.
    func word(_ number: Int, of backup: borrowing BackupCheck) async throws -> Bool {
        let question = dialogue(
            "Type word \(number) of the \(backup.wordCount) that you wrote down.", label: "Word \(number)")
        var mistake: String?
        for _ in 1...Self.tries {
            let typed = try await prompt.passcode(question, mistake: mistake)
            if backup.isWord(typed, number: number) { return true }
            mistake = "That is not word \(number)."
        }
        return false
    }

    /// Whether the person has the BIP39 passphrase of the words. Asks again after a wrong one.
    func passphrase(of backup: borrowing BackupCheck) async throws -> Bool {
        let question = dialogue("Type the BIP39 passphrase of the words.", label: Self.passphrase)
        var mistake: String?
        for _ in 1...Self.tries {
            let typed = try await prompt.passcode(question, mistake: mistake)
            if backup.isPassphrase(typed) { return true }
            mistake =
                backup.fingerprint(passphrase: typed).map {
                    "With it the words open another wallet, \($0)."
                }
                ?? "The passphrase is not valid UTF-8."
        }
        return false
    }

    private static let passphrase = "Passphrase"

    /// - Parameter label: the label of the field; nil for a passcode.
    private func dialogue(_ text: String, label: String? = nil) -> Dialogue {
        var dialogue = Dialogue(title: "Wallet", pages: [text], agree: "OK", refuse: "Cancel")
        if let label { dialogue.secretLabel = label }
        return dialogue
    }
}

/// Reads a secret from a file or standard input, straight into guarded memory (S8).
enum SecretFile {
    /// The bytes of the file; `-` is standard input.
    static func read(_ path: String, limit: Int) throws -> Secret {
        let descriptor = path == "-" ? STDIN_FILENO : Linux.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = Linux.strerror(errno)
            // Never repeats what may be the words themselves, however they are separated.
            throw UsageError(
                "The file after “--words” cannot be read: \(reason).",
                hint: "“--words” takes the name of a file, or “-” for standard input. \(UsageError.secretsInHistory)")
        }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var isTooLong = false
        let secret = Secret(capacity: limit + 1) { memory in
            var length = 0
            while length < memory.count {
                let count = Linux.read(descriptor, into: &memory, from: length)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                length += count
            }
            isTooLong = length > limit
            return length
        }
        guard !isTooLong else {
            throw UsageError("The file after “--words” is too long to contain the words of a wallet.")
        }
        return secret
    }
}
