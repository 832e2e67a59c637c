import RouterBitcoinFormat
import RouterCSecp256k1
import SchemeRouter

/// A key of the public test vectors that signs for the practice network's tests.
struct VectorKey: Sendable {
    let privateKey: [UInt8]
    let publicKey: [UInt8]

    var address: Address { Address(.publicKeyHash(Digest.hash160(publicKey))) }

    /// Half the order of the curve, rounded down, is the largest S that nodes relay (BIP146).
    private static let order = [UInt8](hex: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")

    /// A DER signature of `digest` (RFC 6979), with a low S or the high one that signs the same.
    func sign(_ digest: [UInt8], isHigh: Bool = false) -> [UInt8] {
        guard let context = unsafe secp256k1_context_create(UInt32(SECP256K1_CONTEXT_SIGN)) else { return [] }
        defer { unsafe secp256k1_context_destroy(context) }
        var signature = secp256k1_ecdsa_signature()
        guard unsafe secp256k1_ecdsa_sign(context, &signature, digest, privateKey, nil, nil) == 1 else {
            return []
        }
        if isHigh {
            var compact = [UInt8](repeating: 0, count: 64)
            _ = unsafe secp256k1_ecdsa_signature_serialize_compact(context, &compact, &signature)
            var borrow = 0
            for position in (0..<32).reversed() {
                let difference = Int(Self.order[position]) - Int(compact[32 + position]) - borrow
                compact[32 + position] = UInt8(truncatingIfNeeded: difference)
                borrow = difference < 0 ? 1 : 0
            }
            _ = unsafe secp256k1_ecdsa_signature_parse_compact(context, &signature, compact)
        }
        var bytes = [UInt8](repeating: 0, count: 72)
        var length = bytes.count
        _ = unsafe secp256k1_ecdsa_signature_serialize_der(context, &bytes, &length, &signature)
        return Array(bytes[..<length])
    }

    /// `transaction` with every input signed by this key.
    func signing(_ transaction: Transaction, isHigh: Bool = false) -> Transaction {
        var signed = transaction
        for index in transaction.inputs.indices {
            let digest = Digest.doubleSHA256(
                SignatureHashes(of: transaction).preimage(input: index, scriptCode: address.script))
            signed.inputs[index].script = Script.spendPublicKeyHash(
                signature: sign(digest, isHigh: isHigh), publicKey: publicKey)
        }
        return signed
    }
}

extension [UInt8] {
    /// The bytes of hex digits.
    init(hex: String) {
        let digits = hex.utf8.map { $0 <= 57 ? $0 - 48 : ($0 | 32) - 87 }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
