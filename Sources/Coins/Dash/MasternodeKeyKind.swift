import SchemeRouter

/// The purpose of a masternode key (Documentation/protocols/dash-axe.md §5.1), in the order of the wallets' screens.
public enum MasternodeKeyKind: String, Sendable, CaseIterable {
    /// Owns the masternode, and can change its registration.
    case owner
    /// Votes for the owner.
    case voting
    /// Runs the masternode.
    case `operator`
    /// Identifies an evonode on Dash Platform.
    case platform

    /// The title of its list in wallets.
    public var title: String {
        switch self {
        case .owner: "Owner keys"
        case .voting: "Voting keys"
        case .operator: "Operator keys"
        case .platform: "Platform keys (evonode)"
        }
    }

    /// Its keys, below `m/9'/coinType'/3'` (DIP-9).
    /// - Parameter chain: the masternode's chain; in practice the keys are below `DerivationPath/practice` (S14).
    public func branch(coinType: UInt32, on chain: ChainID) -> KeyBranch {
        let (curve, number): (KeyBranch.Curve, UInt32) =
            switch self {
            case .owner: (.secp256k1, 2)
            case .voting: (.secp256k1, 1)
            case .operator: (.bls12381, 3)
            case .platform: (.ed25519, 4)
            }
        let steps = [9, coinType, 3, number].map { $0 | DerivationPath.hardened }
        return KeyBranch(curve, below: DerivationPath(steps).on(chain))
    }

    /// The rows that show the private key, each with its title.
    public func privateRows(on network: NetworkParameters) -> [(title: String, form: PrivateKeyForm)] {
        switch self {
        case .owner, .voting:
            [("Private key", .hex)] + (network.numbers.map { [("Private key (WIF)", .wif(version: $0.wif))] } ?? [])
        case .operator: [("Private key", .hex)]
        case .platform: [("Private / Public Keys (base64)", .pairBase64)]
        }
    }
}
