import RouterBitcoinFormat
import RouterBitcoinSignatures
import SchemeRouter

/// Signs transactions whose inputs all spend single-key outputs (`KeyScript`), with signature type ALL.
enum KeySigner {
    /// `transaction` with the input script or witness in each input.
    ///
    /// Before returning, its bytes are read again and every signature is verified by the code that verifies other
    /// people's: a fault while signing could reveal a key.
    /// - Parameters:
    ///   - transaction: the transaction to sign; its input scripts and witnesses are replaced.
    ///   - outputs: the output that each input spends.
    ///   - spend: signs the digest from `hashes`, and returns the data that spends the input's output.
    static func sign(
        _ transaction: Transaction, spending outputs: [Transaction.Output],
        spend: (_ input: Int, _ hashes: SignatureHashes) throws(ServiceError) -> KeySpend
    ) throws(ServiceError) -> SignedTransaction {
        guard outputs.count == transaction.inputs.count else {
            throw .refused("the number of spent outputs differs from the number of inputs")
        }
        var signed = transaction
        let hashes = SignatureHashes(of: transaction, spending: outputs)
        for index in outputs.indices {
            signed.inputs[index] = try spend(index, hashes).satisfying(transaction.inputs[index])
        }
        let bytes = signed.wholeBytes
        try verify(bytes, against: transaction, spending: outputs)
        return SignedTransaction(id: signed.id, bytes: bytes)
    }

    /// Reads signed bytes again. Throws unless they are `transaction` with a valid signature in every input.
    static func verify(
        _ bytes: [UInt8], against transaction: Transaction, spending outputs: [Transaction.Output]
    ) throws(ServiceError) {
        guard var read = try? Transaction(bytes: bytes), read.inputs.count == outputs.count, read.wholeBytes == bytes
        else { throw .refused("the signed transaction cannot be read") }
        let hashes = SignatureHashes(of: transaction, spending: outputs)
        for (index, output) in outputs.enumerated() {
            guard read.isSigned(input: index, spending: output, hashes) else {
                throw .refused("the signature of input \(index) does not verify")
            }
            read.inputs[index].script = transaction.inputs[index].script
            read.inputs[index].witness = transaction.inputs[index].witness
        }
        guard read == transaction else { throw .refused("the signed transaction is not the one to be signed") }
    }
}

extension ServiceError {
    /// A check by this wallet failed. `reason` completes "Nothing was signed: …".
    static func refused(_ reason: String) -> ServiceError {
        ServiceError(.refusedByCheck, "Nothing was signed: \(reason).")
    }
}
