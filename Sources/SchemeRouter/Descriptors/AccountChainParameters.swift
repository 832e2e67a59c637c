/// The parameters of a chain with named accounts, such as one of EOSIO.
public struct AccountChainParameters: Sendable, Hashable {
    /// The id of the chain, 32 bytes: the hash of its first block.
    public let chainID: [UInt8]
    /// BIP44 coin type (SLIP-44), below 2^31: 194 for EOS.
    public internal(set) var coinType: UInt32

    /// The path of the key that signs for the person's account: `m/44'/coin'/0'/0/0`, as in other wallets.
    public var keyPath: DerivationPath { .bip44(coinType: coinType, account: 0).appending(0, 0) }
}
