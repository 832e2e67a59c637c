/// What will be done if the person agrees: everything that is shown, and all that may be signed.
public enum Intent: Sendable, Hashable {
    /// Sign and send a payment.
    case payment(PaymentIntent)
    /// Tell an address of the wallet.
    case address(AddressIntent)
    /// Tell extended public keys of the wallet.
    case keys(KeyIntent)
    /// Sign and send calls of contracts.
    case actions(ActionsIntent)
    /// Sign texts.
    case texts(TextIntent)
}

/// An address of the wallet that will be told.
public struct AddressIntent: Sendable, Hashable {
    /// The coin and network it belongs to.
    public let chain: ChainID
    /// The address, and where its key lies.
    public let address: OwnAddress

    /// An intent as given; the engine compares it with the request (S11).
    public init(chain: ChainID, address: OwnAddress) {
        self.chain = chain
        self.address = address
    }
}

/// Extended public keys that will be told. They show every address of the account, past and future.
public struct KeyIntent: Sendable, Hashable {
    /// The coin and network whose BIP32 version bytes the keys carry.
    public let chain: ChainID
    /// The account that was asked for, 0…2^31-1.
    public let account: UInt32
    /// Path of the key from before BIP44, `m/account'`.
    public let bip32: DerivationPath
    /// Path of the BIP44 account key, `m/44'/coin'/account'`.
    public let bip44: DerivationPath

    /// An intent as given; the engine compares it with the request (S11).
    public init(chain: ChainID, account: UInt32, bip32: DerivationPath, bip44: DerivationPath) {
        self.chain = chain
        self.account = account
        self.bip32 = bip32
        self.bip44 = bip44
    }
}
