import RouterDash
import SchemeRouter
import Testing

/// `masternode_keys.json`.
struct MasternodeVectors: Decodable {
    let cases: [Wallet]
    let dashsyncReference: [Reference]

    struct Wallet: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let mnemonic: String
        let passphrase: String
        let networks: [Network]

        var testDescription: String { name }
    }

    struct Network: Decodable, Sendable {
        let network: String
        let coinType: UInt32
        let owner: [Key]
        let voting: [Key]
        let `operator`: [Key]?
        let platformNode: [Key]?

        /// The keys of each kind that it has.
        var keys: [(kind: MasternodeKeyKind, keys: [Key])] {
            [(.owner, owner), (.voting, voting), (.operator, `operator` ?? []), (.platform, platformNode ?? [])]
        }
    }

    struct Key: Decodable, Sendable {
        let path: String
        let privkey: String
        let address: String?
        let pubkey: String?
        let keyid: String?
        let wif: String?
        let pubkeyBasic: String?
        let pubkeyLegacy: String?
        let nodeId: String?
        let privatePublicBase64: String?
    }

    struct Reference: Decodable, Sendable {
        let mnemonic: String?
        let path: String?
        let pubkeyLegacy: String?
        let seedHex: String?
        let masterChaincode: String?
        let masterFingerprint: String?
        let child77HChaincode: String?
        let child77HFingerprint: String?
        let pathM317Fingerprint: String?
    }

    static let all = try? vectors("masternode_keys", as: MasternodeVectors.self)
    static let wallets = all?.cases ?? []
}
