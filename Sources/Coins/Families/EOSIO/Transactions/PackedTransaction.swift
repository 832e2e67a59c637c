import ExactJSON
import RouterBytes

/// A signed transaction as sent to a node (EOSIO `packed_transaction`).
public struct PackedTransaction: Sendable, Hashable {
    /// The packed transaction.
    public let bytes: [UInt8]
    /// The signatures, one for each required key.
    public let signatures: [Signature]

    public init(_ transaction: Transaction, signatures: [Signature]) {
        bytes = transaction.packed
        self.signatures = signatures
    }

    /// Reads the body of `send_transaction`; nil if it is malformed. Compressed transactions and those with
    /// context-free data are not supported: nothing here creates them.
    public init?(json: JSON) {
        guard json["compression"]?.string == "none", json["packed_context_free_data"]?.string == "",
            let bytes = json["packed_trx"]?.string.flatMap({ [UInt8](hexDigits: $0) }),
            let signatures = json["signatures"]?.elements({ $0.string.flatMap { try? Signature($0) } })
        else { return nil }
        self.bytes = bytes
        self.signatures = signatures
    }

    public var id: Checksum256 { Hash.sha256(bytes) }

    /// The body of `send_transaction` and `push_transaction` (Documentation/protocols/mykey.md §5.3).
    public var json: JSON {
        .object([
            ("signatures", .array(signatures.map { .string($0.description) })), ("compression", .string("none")),
            ("packed_context_free_data", .string("")), ("packed_trx", .string(bytes.hex)),
        ])
    }
}
