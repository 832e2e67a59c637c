import RouterBytes

/// The outermost layer of a transaction in XDR (RFC 4506), which links contain in base64. Only its type is read.
public struct TransactionEnvelope: Sendable, Hashable {
    /// The known types (SEP-7; `EnvelopeType` of the network's protocol).
    public enum Kind: UInt32, Sendable, Hashable {
        /// A transaction in the original format.
        case first = 0
        case transaction = 2
        /// A transaction whose fee another account pays.
        case feeBump = 5
    }

    /// The longest text that is read, in bytes.
    public static let maxLength = 65_536

    /// The type of its content.
    public let kind: Kind
    /// Its length in bytes, including the type.
    public let byteCount: Int

    /// Why a text is not an envelope.
    public enum Failure: Error, Sendable, Hashable {
        /// Longer than ``TransactionEnvelope/maxLength``.
        case tooLong
        /// Not canonical base64 with padding.
        case notBase64
        /// Too short for a transaction.
        case tooShort
        /// The type is not a transaction.
        case otherType(UInt32)
    }

    /// Reads the base64 of an envelope.
    public init(_ text: some Collection<UInt8>) throws(Failure) {
        guard text.count <= Self.maxLength else { throw .tooLong }
        guard let bytes = Base64.decode(text) else { throw .notBase64 }
        guard bytes.count > 8 else { throw .tooShort }
        let type = bytes.prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard let kind = Kind(rawValue: type) else { throw .otherType(type) }
        self.kind = kind
        byteCount = bytes.count
    }
}
