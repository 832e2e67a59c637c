/// Something odd about a link that is no reason to refuse it.
public struct LinkWarning: Sendable, Hashable {
    /// The kind. The raw values are those of `explain --json`.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The part behind `#` was dropped.
        case fragmentIgnored
        /// The sender was written with `://` behind it.
        case senderSeparatorStripped
        /// A parameter is written as the seed document prints it, `(req-)IS`.
        case literalDocumentNotation
        /// A BIP70 payment request was not fetched; address and amount of the link are used.
        case paymentProtocolIgnored
        /// Invisible or reordering characters were removed from a text, or it was cut.
        case textSanitised
        /// A proof of payment is asked for that is not given.
        case proofIgnored
        /// InstantSend is asked for with a value that means nothing.
        case instantSendValueIgnored
    }

    /// The kind.
    public let code: Code
    /// What it means, for people.
    public let message: String

    /// A warning as given.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
