/// How much work a wallet's passcode takes: for the person to agree to, if it is less than usual.
public struct Sealing: Sendable, Hashable {
    let stretching: Stretching
    /// Whether it is at least the usual work.
    public let isUsual: Bool
    let usual: Stretching

    /// The work, for people: `Argon2id, 3 passes over 64 MiB`.
    public var text: String { stretching.text }
    /// The usual work.
    public var usualText: String { usual.text }
}
