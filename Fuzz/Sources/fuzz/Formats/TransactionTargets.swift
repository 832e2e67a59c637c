@testable import RouterBitcoinFormat
@testable import SchemeRouter

extension Target {
    /// Transactions of Bitcoin-like coins. Invariants: a transaction is written to the same bytes, so that its txid is
    /// that of the bytes; an output script that pays an address is that address's script; no amount is negative.
    static let transaction = Target("transaction", longest: 4_096) { bytes in
        guard let transaction = try? RouterBitcoinFormat.Transaction(bytes: bytes) else { return }
        let hasExtension = bytes.count > 5 && bytes[4] == 0 && bytes[5] & 0x08 != 0
        if !hasExtension {
            expectEqual(transaction.wholeBytes, bytes, "what is read is written to the same bytes")
        }
        expectEqual(
            (try? RouterBitcoinFormat.Transaction(bytes: transaction.wholeBytes))?.id, transaction.id,
            "the id is its own")
        for output in transaction.outputs {
            expect(output.amount.units >= 0, "no amount is negative")
            guard let address = Address(script: output.script) else { continue }
            expectEqual(address.script, output.script, "an address is paid by its script")
        }
        for input in transaction.inputs {
            guard let spend = Script.readPublicKeyHashSpend(input.script) else { continue }
            expectEqual(
                Script.spendPublicKeyHash(signature: spend.signature, publicKey: spend.publicKey), input.script,
                "the parts of a spend are all of it")
        }
        if let output = transaction.outputs.first, let input = transaction.inputs.first {
            // Whatever the signature is, a hash is computed or refused.
            _ = transaction.isSigned(spending: input.outpoint, of: output)
        }
    }
}
