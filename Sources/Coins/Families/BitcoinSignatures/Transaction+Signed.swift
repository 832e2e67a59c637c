import RouterBitcoinFormat
import SchemeRouter

extension Transaction {
    /// Whether it spends `outpoint` with a valid signature of the key that `output` pays to, over all of its inputs and
    /// outputs (type ALL): nobody else can make that.
    /// - Parameter output: what is spent. One that does not pay to one key, as all of this wallet do, is false.
    public func isSigned(spending outpoint: Outpoint, of output: Output) -> Bool {
        guard let index = inputs.firstIndex(where: { $0.outpoint == outpoint }) else { return false }
        return isSigned(input: index, spending: output, SignatureHashes(of: self))
    }

    /// The same of one input. `hashes` are the transaction's.
    public func isSigned(input index: Int, spending output: Output, _ hashes: SignatureHashes) -> Bool {
        guard let spend = KeySpend(inputs[index]), spend.script == output.script else { return false }
        let digest = hashes.digest(input: index, spend.form, to: spend.publicKey, amount: output.amount)
        return ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey)
    }
}
