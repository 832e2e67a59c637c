/// What will be done if the person agrees: everything that is shown, and everything that may be signed.
public enum Intent: Sendable, Hashable {
    /// Sign and send a payment.
    case payment(PaymentIntent)
    /// Share an address of the wallet.
    case address(AddressIntent)
    /// Share a new address of another wallet program of the person's, which makes it once they agree.
    case newAddress(NewAddressIntent)
    /// Share extended public keys of the wallet.
    case keys(KeyIntent)
    /// Sign and send contract calls.
    case actions(ActionsIntent)
    /// Sign a proof of the person's identity.
    case identity(IdentityIntent)
    /// Sign texts.
    case texts(TextIntent)
    /// Give the link to another wallet program.
    case handOver(HandOverIntent)
}

/// An address of the wallet that will be shared.
public struct AddressIntent: Sendable, Hashable {
    /// The coin and network it belongs to.
    public let chain: ChainID
    /// The address, and the path of its key.
    public let address: OwnAddress

    /// Creates an intent; the engine compares it with the request (S11).
    public init(chain: ChainID, address: OwnAddress) {
        self.chain = chain
        self.address = address
    }
}

/// An address that a wallet program (``NodeWallet``) will make and that will be shared.
public struct NewAddressIntent: Sendable, Hashable {
    /// The coin and network it will belong to.
    public let chain: ChainID
    /// The wallet's name, as the person knows it.
    public let wallet: String

    /// Creates an intent.
    public init(chain: ChainID, wallet: String) {
        self.chain = chain
        self.wallet = wallet
    }
}

/// Extended public keys that will be shared. They reveal every address of the account, past and future.
public struct KeyIntent: Sendable, Hashable {
    /// The coin and network whose BIP32 version bytes the keys have.
    public let chain: ChainID
    /// The requested account, 0…2^31-1.
    public let account: UInt32
    /// Path of the pre-BIP44 key, `m/account'`; for practice money below ``DerivationPath/practice``, like the other
    /// path.
    public let bip32: DerivationPath
    /// Path of the BIP44 account key, `m/44'/coin'/account'`.
    public let bip44: DerivationPath

    /// Creates an intent; the engine compares it with the request (S11).
    public init(chain: ChainID, account: UInt32, bip32: DerivationPath, bip44: DerivationPath) {
        self.chain = chain
        self.account = account
        self.bip32 = bip32
        self.bip44 = bip44
    }
}

/// A link that will be handed to another wallet program. This pays nothing: that program asks the person itself (S15).
public struct HandOverIntent: Sendable, Hashable {
    /// The coin and network of the link.
    public let chain: ChainID
    public let program: WalletProgram
    /// The link that it receives, byte for byte.
    public let link: String
    /// The scheme of that link, in lower case.
    public let scheme: String
    /// The way to pay in that link.
    public let instruction: PaymentInstruction
    /// What the link costs, as far as that is known here.
    public let cost: LinkCost
    /// Whether it was rewritten and differs from the link as received.
    public let isRewritten: Bool

    public init(
        chain: ChainID, program: WalletProgram, link: String, scheme: String, instruction: PaymentInstruction,
        cost: LinkCost, isRewritten: Bool
    ) {
        self.chain = chain
        self.program = program
        self.link = link
        self.scheme = scheme
        self.instruction = instruction
        self.cost = cost
        self.isRewritten = isRewritten
    }
}
