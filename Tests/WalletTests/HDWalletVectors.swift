import Testing

/// `hd_wallets.json`.
struct HDWalletVectors: Decodable {
    let cases: [Wallet]

    struct Wallet: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let mnemonic: String
        let passphraseUtf8Hex: String
        let entropy: String
        let seed: String
        let master: Master
        let bip32Accounts: [BIP32Account]
        let coins: [Coin]

        var testDescription: String { name }
    }

    struct Master: Decodable {
        let xprv: String
        let xpub: String
        let tpub: String
        let fingerprint: String
    }

    struct BIP32Account: Decodable {
        let path: String
        let xpub: String
        let xprv: String
        let tpub: String
        let dashReceive0: String
        let dashChange0: String
    }

    struct Coin: Decodable {
        let coin: String
        let accountPath: String
        let addressType: String
        let accountXpub: String
        let accountXprv: String
        let receive: [Key]
        let change: [Key]
    }

    struct Key: Decodable {
        let path: String
        let pubkey: String
        let address: String
        let privkey: String?
    }

    static let all = (try? vectors("hd_wallets", as: HDWalletVectors.self).cases) ?? []
}
