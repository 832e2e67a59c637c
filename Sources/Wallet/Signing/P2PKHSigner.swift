import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

/// Signs transactions whose inputs all spend P2PKH outputs, with signature type ALL.
enum P2PKHSigner {
    /// The length of an input script with the longest signature that has a low S, and a compressed key.
    static let longestInputScript = 1 + 72 + 1 + 33

    /// `transaction` with a script in each input.
    ///
    /// Before it is given out, its bytes are read again and every signature is verified by the code that verifies other
    /// people's: a fault while signing could give a key away.
    /// - Parameters:
    ///   - transaction: what to sign; scripts of its inputs are replaced.
    ///   - scripts: the script of the output that each input spends.
    ///   - spend: the script of an input, made of the signature over its digest and the public key.
    static func sign(
        _ transaction: Transaction, spending scripts: [[UInt8]],
        spend: (_ input: Int, _ digest: [UInt8]) throws(ServiceError) -> [UInt8]
    ) throws(ServiceError) -> SignedTransaction {
        guard scripts.count == transaction.inputs.count else {
            throw .refused("the number of scripts is not the number of inputs")
        }
        var signed = transaction
        let hashes = SignatureHashes(of: transaction)
        for (index, script) in scripts.enumerated() {
            signed.inputs[index].script = try spend(index, hashes.digest(input: index, scriptCode: script))
        }
        let bytes = signed.bytes
        try verify(bytes, against: transaction, spending: scripts)
        return SignedTransaction(id: TransactionID(digest: Digest.doubleSHA256(bytes)), bytes: bytes)
    }

    /// Reads signed bytes again. Throws unless they are `transaction` with a valid signature in every input.
    static func verify(
        _ bytes: [UInt8], against transaction: Transaction, spending scripts: [[UInt8]]
    ) throws(ServiceError) {
        guard var read = try? Transaction(bytes: bytes), read.inputs.count == scripts.count else {
            throw .refused("what was signed cannot be read")
        }
        let hashes = SignatureHashes(of: transaction)
        for (index, script) in scripts.enumerated() {
            guard
                let spend = Script.readPublicKeyHashSpend(read.inputs[index].script),
                Script.payToPublicKeyHash(Digest.hash160(spend.publicKey)) == script,
                ECDSA.verify(
                    signature: spend.signature, digest: hashes.digest(input: index, scriptCode: script),
                    publicKey: spend.publicKey)
            else { throw .refused("the signature of input \(index) does not verify") }
            read.inputs[index].script = transaction.inputs[index].script
        }
        guard read == transaction else { throw .refused("what was signed is not what was to be signed") }
    }
}

extension ServiceError {
    /// A check of this wallet says no. `reason` completes "Nothing was signed: …".
    static func refused(_ reason: String) -> ServiceError {
        ServiceError(.refusedByCheck, "Nothing was signed: \(reason).")
    }
}
