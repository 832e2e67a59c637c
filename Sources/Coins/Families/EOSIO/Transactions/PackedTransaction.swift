import ExactJSON

/// A transaction with its signatures, as it is sent to a node (EOSIO `packed_transaction`).
public struct PackedTransaction: Sendable, Hashable {
    /// The packed transaction.
    public let bytes: [UInt8]
    /// The signatures, one of each key that is wanted.
    public let signatures: [Signature]

    /// A transaction as given.
    public init(_ transaction: Transaction, signatures: [Signature]) {
        bytes = transaction.packed
        self.signatures = signatures
    }

    /// Its id.
    public var id: Checksum256 { Hash.sha256(bytes) }

    /// The body of `send_transaction` and `push_transaction` (mykey.md 5.3).
    public var json: JSON {
        .object([
            ("signatures", .array(signatures.map { .string($0.description) })), ("compression", .string("none")),
            ("packed_context_free_data", .string("")), ("packed_trx", .string(Hex.text(bytes))),
        ])
    }
}
