import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterWallet

/// `transactions.json`.
struct TransactionVectors: Decodable {
    let transactions: [Payment]
    let signatureVectors: [Signature]

    struct Payment: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let version: Int32
        let locktime: UInt32
        let inputs: [Input]
        let outputs: [Output]
        let signed: String
        let txid: String

        var testDescription: String { name }

        /// The transaction without input scripts.
        var unsigned: Transaction {
            get throws {
                Transaction(
                    version: version,
                    inputs: try inputs.map { input in
                        Transaction.Input(
                            outpoint: Outpoint(
                                transaction: try #require(TransactionID(hex: input.txid)), index: input.vout),
                            sequence: input.sequence)
                    },
                    outputs: try outputs.map { output in
                        Transaction.Output(
                            amount: try #require(Amount(units: output.value)), script: bytes(output.scriptPubkey))
                    },
                    lockTime: locktime)
            }
        }
    }

    struct Input: Decodable {
        let txid: String
        let vout: UInt32
        let sequence: UInt32
        let scriptPubkey: String
        let privkey: String
        let pubkey: String
        let sighash: String
        let signatureDer: String
        let scriptSig: String

        /// The wallet itself only has compressed keys.
        var isCompressed: Bool { pubkey.count == 66 }
    }

    struct Output: Decodable {
        let value: Int64
        let scriptPubkey: String
    }

    struct Signature: Decodable, Sendable {
        let privkey: String
        let digest: String
        let der: String
    }

    static let all = try? vectors("transactions", as: TransactionVectors.self)
}

@Suite struct SigningVectorTests {
    static func signature(_ digest: String, _ key: String) -> [UInt8]? {
        Secret(bytes(key)).withBytes { SecretCurve.signature(over: bytes(digest), with: $0) }
    }

    @Test("RFC 6979: signatures are byte for byte those of other programs, with a low S")
    func signatures() throws {
        let vectors = try #require(TransactionVectors.all)
        #expect(vectors.signatureVectors.count == 3)
        for vector in vectors.signatureVectors {
            #expect(Self.signature(vector.digest, vector.privkey) == bytes(vector.der))
        }
        for input in vectors.transactions.flatMap(\.inputs) {
            #expect(Self.signature(input.sighash, input.privkey) == bytes(input.signatureDer))
        }
    }

    /// What satisfies an output in that form by a signature of `key`.
    static func spend(
        _ output: Transaction.Output, _ form: KeyScript = .keyHash, by input: Int, _ hashes: SignatureHashes,
        with key: [UInt8]
    ) throws(ServiceError) -> KeySpend {
        let spend = Secret(key).withBytes { key -> KeySpend? in
            guard let publicKey = SecretCurve.publicKey(of: key) else { return nil }
            let digest = hashes.digest(input: input, form, to: publicKey, amount: output.amount)
            return SecretCurve.signature(over: digest, with: key)
                .map { KeySpend(form, signature: $0, publicKey: publicKey) }
        }
        guard let spend else { throw .refused("a key cannot sign") }
        return spend
    }

    @Test("Signed transactions and their ids, byte for byte", arguments: TransactionVectors.all?.transactions ?? [])
    func transactions(payment: TransactionVectors.Payment) throws {
        let unsigned = try payment.unsigned
        let outputs = payment.inputs.map { Transaction.Output(amount: .zero, script: bytes($0.scriptPubkey)) }
        let sign = {
            try KeySigner.sign(unsigned, spending: outputs) { (index, hashes) throws(ServiceError) in
                try Self.spend(outputs[index], by: index, hashes, with: bytes(payment.inputs[index].privkey))
            }
        }
        if payment.inputs.allSatisfy(\.isCompressed) {
            let signed = try sign()
            #expect(hex(signed.bytes) == payment.signed)
            #expect(signed.id.hex == payment.txid)
        } else {
            // The script asks for an uncompressed key, which the wallet never has: nothing is given out.
            #expect(throws: ServiceError(.refusedByCheck, "")) { try sign() }
        }
    }

    @Test("A signature by another key than the script asks for is not given out")
    func wrongKey() throws {
        let payment = try #require(TransactionVectors.all?.transactions.first)
        let outputs = payment.inputs.map { Transaction.Output(amount: .zero, script: bytes($0.scriptPubkey)) }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try KeySigner.sign(try payment.unsigned, spending: outputs) { (index, hashes) throws(ServiceError) in
                try Self.spend(outputs[index], by: index, hashes, with: [UInt8](repeating: 7, count: 32))
            }
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try KeySigner.sign(try payment.unsigned, spending: outputs) { (index, hashes) throws(ServiceError) in
                try Self.spend(outputs[index], by: index, hashes, with: [UInt8](repeating: 0, count: 32))
            }
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try KeySigner.sign(try payment.unsigned, spending: []) { (_, _) throws(ServiceError) in
                KeySpend(.keyHash, signature: [], publicKey: [])
            }
        }
    }

    @Test("A fault in what was signed is noticed before it is given out")
    func faults() throws {
        let payment = try #require(TransactionVectors.all?.transactions.first)
        let unsigned = try payment.unsigned
        let outputs = payment.inputs.map { Transaction.Output(amount: .zero, script: bytes($0.scriptPubkey)) }
        let signed = bytes(payment.signed)
        try KeySigner.verify(signed, against: unsigned, spending: outputs)
        for index in signed.indices {
            var faulty = signed
            faulty[index] ^= 1
            #expect(throws: ServiceError(.refusedByCheck, ""), "byte \(index)") {
                try KeySigner.verify(faulty, against: unsigned, spending: outputs)
            }
        }
    }
}
