/// The form in which an output pays to one key, which determines how it is spent.
public enum KeyScript: Sendable, Hashable, CaseIterable {
    /// To the hash of the key (P2PKH).
    case keyHash
    /// To the hash of a script that is a witness program (P2SH-P2WPKH, BIP141).
    case nestedWitness
    /// To a witness program (P2WPKH, BIP141).
    case witness

    /// The largest weight of a signed input that spends it (BIP141): a low-S signature has 71 bytes plus its type, a
    /// key 33. Witness bytes weigh 1, all others 4.
    public var inputWeight: Int64 {
        switch self {
        case .keyHash: 4 * 148
        case .nestedWitness: 4 * 64 + 108
        case .witness: 4 * 41 + 108
        }
    }
}

extension DerivationPath {
    /// The outputs of the keys below, according to the first step of the path (BIP43): 49' for BIP49, 84' for BIP84.
    /// All other paths use the hash of a key.
    public var keyScript: KeyScript {
        // Without creating an array: the choice of UTXOs calls this for each one.
        switch isPractice ? steps.dropFirst().first : steps.first {
        case 49 | Self.hardened: .nestedWitness
        case 84 | Self.hardened: .witness
        default: .keyHash
        }
    }
}

/// The largest total weight of a transaction's signed inputs (BIP141).
public struct InputsWeight: Sendable {
    /// The number of inputs.
    public private(set) var count: Int64 = 0
    private var withoutWitness: Int64 = 0
    private var sum: Int64 = 0

    /// No inputs.
    public init() {}

    /// Adds one input or several identical ones; removes them if the count is negative.
    public mutating func add(_ script: KeyScript, count: Int64 = 1) {
        self.count += count
        sum += count * script.inputWeight
        if script == .keyHash { withoutWitness += count }
    }

    /// If any input has a witness, the transaction has a marker and a flag, and each input without one has an empty
    /// witness.
    public var weight: Int64 { sum + (withoutWitness < count ? 2 + withoutWitness : 0) }

    /// Their part of the transaction's virtual size, rounded up.
    public var size: Int64 { (weight + 3) / 4 }
}
