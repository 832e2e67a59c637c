/// What a link asks for, as one typed value. Everything later – what is shown, signed, recorded and called back – reads
/// this value and never the link again (S2).
///
/// It is handed on through every layer, and stays in one place in memory for that.
public indirect enum WalletRequest: Sendable, Hashable {
    /// Pay somebody.
    case payment(PaymentRequest)
    /// Tell an address of the wallet.
    case address(AddressRequest)
    /// Tell the extended public keys of an account.
    case key(KeyRequest)
    /// Scan a QR code.
    case scanQR(RequestHeader)
    /// Log in to a dapp.
    case login(LoginRequest)
    /// Pay somebody from an account, or call contracts.
    case actions(ActionsRequest)
    /// Sign a text.
    case sign(SignRequest)
    /// Open the wallet, or a dapp's page.
    case open(OpenRequest)

    /// What every request says.
    public var header: RequestHeader {
        switch self {
        case .payment(let request): request.header
        case .address(let request): request.header
        case .key(let request): request.header
        case .scanQR(let header): header
        case .login(let request): request.header
        case .actions(let request): request.header
        case .sign(let request): request.header
        case .open(let request): request.header
        }
    }

    /// What is asked for.
    public var action: Action {
        switch self {
        case .payment: .payment
        case .address: .address
        case .key: .masterPublicKey
        case .scanQR: .scanQR
        case .login: .login
        case .actions(let request): request.transfer == nil ? .transaction : .transfer
        case .sign: .sign
        case .open(let request): request.page == nil ? .openHome : .openDapp
        }
    }
}

extension WalletRequest {
    /// What the asking dapp says; nil where no dapp asks.
    public var dapp: DappClaims? {
        switch self {
        case .login(let request): request.dapp
        case .actions(let request): request.dapp
        case .sign(let request): request.dapp
        case .payment, .address, .key, .scanQR, .open: nil
        }
    }
}

/// What every request says.
public struct RequestHeader: Sendable, Hashable {
    /// The scheme of the link, in lower case.
    public let scheme: String
    /// The coin it is about.
    public let coin: CoinID
    /// Which of the coin's networks its addresses belong to.
    public let network: NetworkKind
    /// Who asks; nil where the link does not say.
    public let sender: Sender?
    /// How the asking app is answered, as the descriptor names it; nil where it is not.
    public let callbacks: SchemeDescriptor.CallbackFamily?
    /// What is odd about the link.
    public let warnings: [LinkWarning]
    /// Names of the parameters that were ignored.
    public let ignored: [String]

    /// A header as given.
    public init(
        scheme: String, coin: CoinID, network: NetworkKind, sender: Sender?,
        callbacks: SchemeDescriptor.CallbackFamily?, warnings: [LinkWarning], ignored: [String]
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.sender = sender
        self.callbacks = callbacks
        self.warnings = warnings
        self.ignored = ignored
    }
}

/// A request for an address to be paid at.
public struct AddressRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader

    /// A request as given.
    public init(header: RequestHeader) {
        self.header = header
    }
}

/// A request for the extended public keys of an account.
public struct KeyRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// The BIP32/BIP44 account, 0…2^31-1.
    public let account: UInt32

    /// A request as given.
    public init(header: RequestHeader, account: UInt32) {
        self.header = header
        self.account = account
    }
}
