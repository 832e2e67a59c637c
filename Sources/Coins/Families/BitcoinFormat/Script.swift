import SchemeRouter

/// The few scripts that payments use.
public enum Script {
    private static let dup: UInt8 = 0x76
    private static let hash160: UInt8 = 0xA9
    private static let equal: UInt8 = 0x87
    private static let equalVerify: UInt8 = 0x88
    private static let checkSignature: UInt8 = 0xAC
    /// The signature type after a DER signature: it signs all inputs and outputs.
    static let signAll: UInt8 = 0x01

    /// Bytes of a script that pays to a key's hash.
    static let keyHashLength = 25

    /// The script that pays to a key's hash.
    public static func payToPublicKeyHash(_ hash: [UInt8]) -> [UInt8] {
        [dup, hash160, 20] + hash + [equalVerify, checkSignature]
    }

    static func payToScriptHash(_ hash: [UInt8]) -> [UInt8] { [hash160, 20] + hash + [equal] }

    /// The script that pays to a witness program (BIP141).
    static func payToWitness(version: UInt8, program: [UInt8]) -> [UInt8] {
        [version == 0 ? 0 : 0x50 + version, UInt8(program.count)] + program
    }

    /// The script that records up to 255 bytes and pays nobody (OP_RETURN).
    package static func recording(_ data: [UInt8]) -> [UInt8] {
        // From 76 bytes on, the number of bytes would be an instruction of its own (OP_PUSHDATA1).
        [0x6A] + (data.count < 0x4C ? [] : [0x4C]) + [UInt8(data.count)] + data
    }

    /// The input script of a P2PKH spend: push of the DER signature with its type, push of the public key.
    package static func spendPublicKeyHash(signature: [UInt8], publicKey: [UInt8]) -> [UInt8] {
        [UInt8(signature.count + 1)] + signature + [signAll, UInt8(publicKey.count)] + publicKey
    }

    /// The parts of a P2PKH input script; nil if it is anything else, or does not sign everything.
    package static func readPublicKeyHashSpend(_ script: [UInt8]) -> (signature: [UInt8], publicKey: [UInt8])? {
        guard let signatureLength = script.first, (9...73).contains(signatureLength),
            script.count > Int(signatureLength) + 2
        else { return nil }
        let keyStart = Int(signatureLength) + 2
        guard script[keyStart - 1] == 33 || script[keyStart - 1] == 65,
            script.count == keyStart + Int(script[keyStart - 1]), script[keyStart - 2] == signAll
        else { return nil }
        return (Array(script[1..<(keyStart - 2)]), Array(script[keyStart...]))
    }
}

extension Address {
    /// The script of an output that pays this address.
    public var script: [UInt8] {
        switch kind {
        case .publicKeyHash(let hash): Script.payToPublicKeyHash(hash)
        case .scriptHash(let hash): Script.payToScriptHash(hash)
        case .witness(let version, let program): Script.payToWitness(version: version, program: program)
        }
    }

    /// Reads an output script; nil if it is not a standard one.
    public init?(script: [UInt8]) {
        if script.count == 25, Script.payToPublicKeyHash(Array(script[3..<23])) == script {
            self.init(.publicKeyHash(Array(script[3..<23])))
        } else if script.count == 23, Script.payToScriptHash(Array(script[2..<22])) == script {
            self.init(.scriptHash(Array(script[2..<22])))
        } else if (4...42).contains(script.count), script[0] == 0 || (0x51...0x60).contains(script[0]),
            Int(script[1]) == script.count - 2
        {
            let version = script[0] == 0 ? 0 : script[0] - 0x50
            guard version > 0 || script.count == 22 || script.count == 34 else { return nil }
            self.init(.witness(version: version, program: Array(script[2...])))
        } else {
            return nil
        }
    }
}
