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
