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

/// The bytes whose SHA-256 is signed: the chain's id, the packed transaction, and 32 zero bytes for no context-free
/// data (EOSIO `transaction.cpp`, `sig_digest`).
public struct TransactionPreimage: Sendable, Hashable {
    /// The chain that the signature is for.
    public let chainID: Checksum256
    /// The transaction to sign.
    public let transaction: Transaction
}

extension TransactionPreimage {
    /// Nil unless `bytes` are exactly what a transaction's signature covers. A message with such bytes must never be
    /// signed as text (Documentation/protocols/mykey.md §5.2).
    public init?(bytes: [UInt8]) {
        guard bytes.count > 64, bytes.suffix(32).allSatisfy({ $0 == 0 }),
            let chainID = Checksum256(Array(bytes.prefix(32))),
            let transaction = try? Transaction(packed: Array(bytes.dropFirst(32).dropLast(32)))
        else { return nil }
        self.init(chainID: chainID, transaction: transaction)
    }

    public var bytes: [UInt8] { chainID.bytes + transaction.packed + [UInt8](repeating: 0, count: 32) }

    /// The digest to sign.
    public var digest: Checksum256 { Hash.sha256(bytes) }
}
