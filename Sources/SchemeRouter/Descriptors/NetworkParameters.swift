/// What distinguishes the addresses and keys of one Bitcoin-like network (chainparams of the coin's own node).
public struct NetworkParameters: Sendable, Hashable {
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
    /// BIP44 coin type (SLIP-44), below 2^31.
    public internal(set) var coinType: UInt32
    /// Hash of the network's first block, 32 bytes in display order; nil if the descriptor does not have it.
    public let genesis: [UInt8]?
    /// The upgrade that its nodes must know; nil if there is none.
    public let upgrade: NetworkUpgrade?

    /// Creates parameters; the descriptor reader checks the ranges.
    public init(
        p2pkh: UInt8, p2sh: [UInt8], wif: UInt8, xpub: UInt32, xprv: UInt32, bech32: String?, coinType: UInt32,
        genesis: [UInt8]? = nil, upgrade: NetworkUpgrade? = nil
    ) {
        self.p2pkh = p2pkh
        self.p2sh = p2sh
        self.wif = wif
        self.xpub = xpub
        self.xprv = xprv
        self.bech32 = bech32
        self.coinType = coinType
        self.genesis = genesis
        self.upgrade = upgrade
    }
}
