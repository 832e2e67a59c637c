import RouterBitcoinFormat
import SchemeRouter

extension Transaction {
    /// Whether it spends `outpoint` with a valid signature of the key that `script` pays to, over all of its inputs and
    /// outputs (type ALL): nobody else can make that.
    /// - Parameter script: of the output that is spent. Anything but P2PKH, which this wallet has, is false.
    public func isSigned(spending outpoint: Outpoint, with script: [UInt8]) -> Bool {
        guard let index = inputs.firstIndex(where: { $0.outpoint == outpoint }),
            let spend = Script.readPublicKeyHashSpend(inputs[index].script),
            Script.payToPublicKeyHash(Digest.hash160(spend.publicKey)) == script
        else { return false }
        let digest = SignatureHashes(of: self).digest(input: index, scriptCode: script)
        return ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey)
    }
}
