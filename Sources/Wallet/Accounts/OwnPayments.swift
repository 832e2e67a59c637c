import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

/// Tells the wallet's own payments from others': every input is signed by one of its keys. Nobody else can make such a
/// transaction, or take it back, so that its change can be spent before it is in a block (S16).
struct OwnPayments {
    /// So many transactions that wait for a block are looked at; what comes from further ones counts as others'.
    static let most = 50

    let ownScripts: Set<[UInt8]>

    /// Whether the account's keys signed every input, and with it all of the transaction.
    func include(_ transaction: Transaction) -> Bool {
        let hashes = SignatureHashes(of: transaction)
        return !transaction.inputs.isEmpty
            && transaction.inputs.enumerated().allSatisfy { index, input in
                guard let spend = Script.readPublicKeyHashSpend(input.script) else { return false }
                let script = Script.payToPublicKeyHash(Digest.hash160(spend.publicKey))
                return ownScripts.contains(script)
                    && ECDSA.verify(
                        signature: spend.signature, digest: hashes.digest(input: index, scriptCode: script),
                        publicKey: spend.publicKey)
            }
    }
}
