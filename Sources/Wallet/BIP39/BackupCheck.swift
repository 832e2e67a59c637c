import RouterSecrets
import SchemeRouter

/// The wallet's words, to compare with what the person wrote down. It never reveals them (S8).
public struct BackupCheck: ~Copyable, Sendable {
    private let mnemonic: Mnemonic
    /// Normalised; empty if there is none.
    private let passphrase: Secret

    init(of contents: borrowing KeystoreContents) {
        mnemonic = contents.mnemonic.duplicate()
        passphrase = contents.passphrase.duplicate()
    }

    /// Whether the words need a BIP39 passphrase to open the wallet.
    public var hasPassphrase: Bool { passphrase.count > 0 }

    /// The fingerprint of the wallet that the words open with a passphrase; nil if that is not text.
    public func fingerprint(passphrase typed: borrowing Secret) -> String? {
        try? mnemonic.fingerprint(passphrase: typed)
    }

    /// Whether what the person typed is the passphrase.
    public func isPassphrase(_ typed: borrowing Secret) -> Bool {
        guard let typed = try? NormalizedText.reading(typed, as: .nfkd).utf8() else { return false }
        return typed.equals(passphrase)
    }

    /// How many words there are.
    public var wordCount: Int { mnemonic.wordCount.rawValue }

    /// The numbers of some words, chosen at random, in order, counted from 1.
    /// - Parameter count: how many; all of them if there are fewer.
    public func numbers(_ count: Int) -> [Int] { Array((1...wordCount).shuffled().prefix(count)).sorted() }

    /// Whether what the person typed is word `number`, counted from 1. Case and surrounding white space do not matter.
    public func isWord(_ typed: borrowing Secret, number: Int) -> Bool {
        guard (1...wordCount).contains(number), let index = Mnemonic.wordIndex(reading: typed) else { return false }
        return mnemonic.wordIndex(at: number - 1) == index
    }
}
