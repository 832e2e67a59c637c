import SchemeRouter

extension Transaction {
    /// Whether it spends `outpoint` with a valid signature, by the key that `output` pays, over all of its inputs and
    /// outputs (type ALL): nobody else can make that.
    /// - Parameter output: the spent output. The result is false unless it is a single-key output, as all of this
    ///   wallet's are.
    public func isSigned(spending outpoint: Outpoint, of output: Output) -> Bool {
        guard let index = inputs.firstIndex(where: { $0.outpoint == outpoint }) else { return false }
        return isSigned(input: index, spending: output, SignatureHashes(of: self))
    }

    /// The same for one input. `hashes` are the transaction's.
    public func isSigned(input index: Int, spending output: Output, _ hashes: SignatureHashes) -> Bool {
        guard let spend = KeySpend(inputs[index]), spend.script == output.script else { return false }
        let digest = hashes.digest(input: index, spend.form, to: spend.publicKey, amount: output.amount)
        return ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey)
    }
}
