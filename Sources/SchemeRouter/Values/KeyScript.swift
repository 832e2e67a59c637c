/// In which form an output pays to one key, and with it how it is spent.
public enum KeyScript: Sendable, Hashable, CaseIterable {
    /// To the hash of the key (P2PKH).
    case keyHash
    /// To the hash of a script that is a witness program (P2SH-P2WPKH, BIP141).
    case nestedWitness
    /// To a witness program (P2WPKH, BIP141).
    case witness

    /// The weight of a signed input that spends it, at most (BIP141): a signature with a low S has 71 bytes and its type, a
    /// key 33. Bytes of a witness weigh 1, all others 4.
    public var inputWeight: Int64 {
        switch self {
        case .keyHash: 4 * 148
        case .nestedWitness: 4 * 64 + 108
        case .witness: 4 * 41 + 108
        }
    }
}

extension DerivationPath {
    /// What outputs to the keys below look like, which the first step of a path says (BIP43): 49' for BIP49, 84' for BIP84.
    /// Below all others they pay to the hash of a key.
    public var keyScript: KeyScript {
        // Without an array of its own: a choice among UTXOs asks for each.
        switch isPractice ? steps.dropFirst().first : steps.first {
        case 49 | Self.hardened: .nestedWitness
        case 84 | Self.hardened: .witness
        default: .keyHash
        }
    }
}

/// What the inputs of a transaction weigh together, signed, at most (BIP141).
public struct InputsWeight: Sendable {
    /// How many inputs there are.
    public private(set) var count: Int64 = 0
    private var withoutWitness: Int64 = 0
    private var sum: Int64 = 0

    /// No inputs.
    public init() {}

    /// Adds an input, or several alike; removes them if the count is negative.
    public mutating func add(_ script: KeyScript, count: Int64 = 1) {
        self.count += count
        sum += count * script.inputWeight
        if script == .keyHash { withoutWitness += count }
    }

    /// Where one input has a witness, the transaction has a marker and a flag, and each input without one says so.
    public var weight: Int64 { sum + (withoutWitness < count ? 2 + withoutWitness : 0) }

    /// Their part of the transaction's virtual size, rounded up.
    public var size: Int64 { (weight + 3) / 4 }
}
