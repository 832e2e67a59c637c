import RouterBitcoinFormat
import RouterSecrets
import SchemeRouter

@testable import RouterWallet

/// A private key that everybody knows: so many bytes of one value.
struct RepeatedByteKey: Sendable {
    let value: UInt8

    private var secret: Secret {
        let bytes = [UInt8](repeating: value, count: SecretCurve.keyLength)
        return Secret(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    private var publicKey: [UInt8] { secret.withBytes { SecretCurve.publicKey(of: $0) } ?? [] }

    /// What pays to it.
    var script: [UInt8] { Script.payToPublicKeyHash(Digest.hash160(publicKey)) }

    /// `transaction`, each input of which spends an output to the key in the same place and is signed by it.
    static func sign(_ transaction: Transaction, with keys: [RepeatedByteKey]) -> Transaction {
        let hashes = SignatureHashes(of: transaction)
        var signed = transaction
        for (index, key) in keys.enumerated() {
            let digest = Digest.doubleSHA256(hashes.preimage(input: index, scriptCode: key.script))
            let signature = key.secret.withBytes { SecretCurve.signature(over: digest, with: $0) } ?? []
            signed.inputs[index].script = Script.spendPublicKeyHash(
                signature: signature, publicKey: key.publicKey)
        }
        return signed
    }
}
