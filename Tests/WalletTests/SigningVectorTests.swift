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

    /// The input script with a signature by `key`.
    private static func spend(_ digest: [UInt8], with key: [UInt8]) throws(ServiceError) -> [UInt8] {
        let script = Secret(key).withBytes { key -> [UInt8]? in
            guard let publicKey = SecretCurve.publicKey(of: key) else { return nil }
            return SecretCurve.signature(over: digest, with: key)
                .map { Script.spendPublicKeyHash(signature: $0, publicKey: publicKey) }
        }
        guard let script else { throw .refused("a key does not sign") }
        return script
    }

    @Test("Signed transactions and their ids, byte for byte", arguments: TransactionVectors.all?.transactions ?? [])
    func transactions(payment: TransactionVectors.Payment) throws {
        let unsigned = try payment.unsigned
        let scripts = payment.inputs.map { bytes($0.scriptPubkey) }
        let sign = {
            try P2PKHSigner.sign(unsigned, spending: scripts) { (index, digest) throws(ServiceError) in
                try Self.spend(digest, with: bytes(payment.inputs[index].privkey))
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
        let scripts = payment.inputs.map { bytes($0.scriptPubkey) }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try P2PKHSigner.sign(try payment.unsigned, spending: scripts) { (_, digest) throws(ServiceError) in
                try Self.spend(digest, with: [UInt8](repeating: 7, count: 32))
            }
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try P2PKHSigner.sign(try payment.unsigned, spending: scripts) { (_, digest) throws(ServiceError) in
                try Self.spend(digest, with: [UInt8](repeating: 0, count: 32))
            }
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) {
            try P2PKHSigner.sign(try payment.unsigned, spending: []) { (_, _) throws(ServiceError) in [] }
        }
    }

    @Test("A fault in what was signed is noticed before it is given out")
    func faults() throws {
        let payment = try #require(TransactionVectors.all?.transactions.first)
        let unsigned = try payment.unsigned
        let scripts = payment.inputs.map { bytes($0.scriptPubkey) }
        let signed = bytes(payment.signed)
        try P2PKHSigner.verify(signed, against: unsigned, spending: scripts)
        for index in signed.indices {
            var faulty = signed
            faulty[index] ^= 1
            #expect(throws: ServiceError(.refusedByCheck, ""), "byte \(index)") {
                try P2PKHSigner.verify(faulty, against: unsigned, spending: scripts)
            }
        }
    }
}
