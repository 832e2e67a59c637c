import ExactJSON
import RouterEOSIO
import SchemeRouter

extension SignedHeader {
    /// What dapps receive about a transaction; nil if its bytes are not an EOSIO transaction.
    init?(_ signed: SignedTransaction, chainID: Checksum256) {
        guard let json = try? JSON(reading: signed.bytes, limits: .answer), let packed = PackedTransaction(json: json),
            let transaction = try? Transaction(packed: packed.bytes), let signature = packed.signatures.first
        else { return nil }
        self.init(
            id: packed.id.hex, signature: signature.description,
            frame: TransactionFrame(
                chainID: chainID.bytes, expiration: transaction.expiration.seconds,
                blockNumber: transaction.reference.number, blockPrefix: transaction.reference.prefix))
    }
}
