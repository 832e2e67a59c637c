/// One network of a coin whose money is at addresses (chainparams of the coin's own node).
public struct NetworkParameters: Sendable, Hashable {
    /// How its addresses are written.
    public let encoding: AddressEncoding
    /// BIP44 coin type (SLIP-44), below 2^31.
    public internal(set) var coinType: UInt32
    /// Hash of the network's first block, 32 bytes in display order; nil if the descriptor does not have it.
    public let genesis: [UInt8]?
    /// The upgrade that its nodes must know; nil if there is none.
    public let upgrade: NetworkUpgrade?

    /// Creates parameters; the descriptor reader checks the values.
    public init(
        _ encoding: AddressEncoding, coinType: UInt32, genesis: [UInt8]? = nil, upgrade: NetworkUpgrade? = nil
    ) {
        self.encoding = encoding
        self.coinType = coinType
        self.genesis = genesis
        self.upgrade = upgrade
    }

    /// Creates parameters of a network whose addresses and keys are written as Bitcoin's, with other numbers.
    public init(
        p2pkh: UInt8, p2sh: [UInt8], wif: UInt8, xpub: UInt32, xprv: UInt32, bech32: String?, coinType: UInt32,
        genesis: [UInt8]? = nil, upgrade: NetworkUpgrade? = nil
    ) {
        let numbers = AddressNumbers(p2pkh: p2pkh, p2sh: p2sh, wif: wif, xpub: xpub, xprv: xprv, bech32: bech32)
        self.init(.numbers(numbers), coinType: coinType, genesis: genesis, upgrade: upgrade)
    }
}

/// How the addresses of a network are written.
public enum AddressEncoding: Sendable, Hashable {
    /// As Bitcoin's, with numbers of their own; so are the keys.
    case numbers(AddressNumbers)
    /// In these kinds, in the order in which they are tried. Such a coin has no keys in the wallet here.
    case kinds([AddressForm])
}

/// What distinguishes the addresses and keys of one Bitcoin-like network.
public struct AddressNumbers: Sendable, Hashable {
    /// Base58Check version byte of a pay-to-public-key-hash address.
    public let p2pkh: UInt8
    /// Base58Check version bytes of a pay-to-script-hash address. The first one is written, all are read.
    public let p2sh: [UInt8]
    /// Base58Check version byte of a private key in wallet import format. Read only to reject private keys.
    public let wif: UInt8
    /// BIP32 version of an extended public key.
    public let xpub: UInt32
    /// BIP32 version of an extended private key.
    public let xprv: UInt32
    /// Human-readable part of segwit addresses (BIP173); nil for a coin without segwit.
    public let bech32: String?

    public init(p2pkh: UInt8, p2sh: [UInt8], wif: UInt8, xpub: UInt32, xprv: UInt32, bech32: String?) {
        self.p2pkh = p2pkh
        self.p2sh = p2sh
        self.wif = wif
        self.xpub = xpub
        self.xprv = xprv
        self.bech32 = bech32
    }
}

extension NetworkParameters {
    /// The numbers of its addresses and keys; nil if they are not written as Bitcoin's.
    @inlinable public var numbers: AddressNumbers? {
        if case .numbers(let numbers) = encoding { numbers } else { nil }
    }

    /// Human-readable part of its segwit addresses; nil if it has none.
    @inlinable public var bech32: String? {
        if case .numbers(let numbers) = encoding { numbers.bech32 } else { nil }
    }

    /// The forms of its addresses.
    /// - Parameter kind: which of the coin's networks it is.
    package func addressForms(of kind: NetworkKind) -> [AddressForm] {
        switch encoding {
        case .kinds(let forms): return forms
        case .numbers(let numbers):
            let versions = [numbers.p2pkh] + numbers.p2sh
            let code = AddressCode(
                .base58(alphabet: nil), .sha256d, versions: versions.map { .init([$0], lengths: [20]) })
            let base58 = AddressForm(.base58check, .code(code), network: kind)
            return [base58]
                + (numbers.bech32.map { [AddressForm(.segwit, .segwit(prefix: $0), network: kind)] } ?? [])
        }
    }
}

/// The latest change of a network's rules: a node that does not know it stops at the last block before it.
public struct NetworkUpgrade: Sendable, Hashable {
    /// Its name under `softforks` of a node's `getblockchaininfo`.
    public let name: String
    /// The first version of the node's program that knows it, as `getnetworkinfo` writes `version`: 240000 is 24.0.0.
    public let nodeVersion: Int
    /// The first block that the new rules may apply to; nil if that is not known.
    public let height: BlockHeight?

    public init(name: String, nodeVersion: Int, height: BlockHeight?) {
        self.name = name
        self.nodeVersion = nodeVersion
        self.height = height
    }
}

/// The parameters of a chain with named accounts, such as one of EOSIO.
public struct AccountChainParameters: Sendable, Hashable {
    /// The id of the chain, 32 bytes: the hash of its first block.
    public let chainID: [UInt8]
    /// BIP44 coin type (SLIP-44), below 2^31: 194 for EOS.
    public internal(set) var coinType: UInt32

    public init(chainID: [UInt8], coinType: UInt32) {
        (self.chainID, self.coinType) = (chainID, coinType)
    }

    /// The path of the key that signs for the person's account: `m/44'/coin'/0'/0/0`, as in other wallets.
    public var keyPath: DerivationPath { .bip44(coinType: coinType, account: 0).appending(0, 0) }
}

/// How a coin writes its transactions, which decides how they are read and how their ids are computed.
public enum TransactionForm: String, Sendable, Hashable, CaseIterable {
    /// Inputs and outputs, with or without witnesses (BIP144).
    case plain
    /// Never with witnesses. A transaction may have a type and a payload (DIP-2) and no inputs, and the id of a
    /// withdrawal does not cover its signature (DIP-27).
    case typed = "dip-2"
}
