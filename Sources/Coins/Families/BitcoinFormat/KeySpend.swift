import SchemeRouter

extension KeyScript {
    /// The script of an output in this form to the key with this hash (HASH160).
    public func script(of keyHash: [UInt8]) -> [UInt8] { script(holding: heldHash(of: keyHash)) }

    /// The hash that such a script holds: that of the key, or of the script around the key.
    public func heldHash(of keyHash: [UInt8]) -> [UInt8] {
        self == .nestedWitness ? Digest.hash160(KeyScript.witness.script(of: keyHash)) : keyHash
    }

    /// The script of an output in this form that holds `hash`.
    public func script(holding hash: [UInt8]) -> [UInt8] {
        switch self {
        case .keyHash: Script.payToPublicKeyHash(hash)
        case .nestedWitness: Script.payToScriptHash(hash)
        case .witness: Script.payToWitness(version: 0, program: hash)
        }
    }

    /// The hash that `script` holds; nil if it has another form.
    public func hash(heldBy script: [UInt8]) -> [UInt8]? {
        let hash = Array(script.dropFirst(self == .keyHash ? 3 : 2).prefix(20))
        return hash.count == 20 && self.script(holding: hash) == script ? hash : nil
    }
}

/// The data that spends a single-key output: a signature over everything (type ALL), and the key.
public struct KeySpend: Sendable, Hashable {
    /// The form of the output.
    public let form: KeyScript
    /// DER, without the signature type byte.
    public let signature: [UInt8]
    /// 33 bytes, or 65 if there is no witness (SEC 1).
    public let publicKey: [UInt8]

    /// A spend of an output in that form.
    public init(_ form: KeyScript, signature: [UInt8], publicKey: [UInt8]) {
        self.form = form
        self.signature = signature
        self.publicKey = publicKey
    }

    /// Reads an input; nil if it is anything else, or does not sign everything.
    public init?(_ input: Transaction.Input) {
        guard !input.witness.isEmpty else {
            guard let spend = Script.readPublicKeyHashSpend(input.script) else { return nil }
            self.init(.keyHash, signature: spend.signature, publicKey: spend.publicKey)
            return
        }
        // Witnesses only have compressed keys (BIP143).
        guard input.witness.count == 2, let signature = input.witness.first, (9...73).contains(signature.count),
            signature.last == Script.signAll, let publicKey = input.witness.last, publicKey.count == 33
        else { return nil }
        let form: KeyScript = input.script.isEmpty ? .witness : .nestedWitness
        self.init(form, signature: signature.dropLast(), publicKey: publicKey)
        guard input.script == inputScript else { return nil }
    }

    /// The script of the output that it spends.
    public var script: [UInt8] { form.script(of: keyHash) }

    var keyHash: [UInt8] { Digest.hash160(publicKey) }

    /// `input` with this spend.
    public func satisfying(_ input: Transaction.Input) -> Transaction.Input {
        var input = input
        input.script = inputScript
        input.witness = form == .keyHash ? [] : [signature + [Script.signAll], publicKey]
        return input
    }

    private var inputScript: [UInt8] {
        switch form {
        case .keyHash: return Script.spendPublicKeyHash(signature: signature, publicKey: publicKey)
        case .nestedWitness:
            let program = KeyScript.witness.script(of: keyHash)
            return [UInt8(program.count)] + program
        case .witness: return []
        }
    }
}
