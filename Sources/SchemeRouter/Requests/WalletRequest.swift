/// The request in a link, as one typed value. All later steps – showing, signing, recording and calling back – read
/// this value and never the link again (S2).
///
/// Indirect, because it is passed through every layer: so it stays in one place in memory.
public indirect enum WalletRequest: Sendable, Hashable {
    /// Pay somebody. Who can is decided later: this wallet is asked if there is an address of the coin (``payable``), and
    /// other programs may be offered any payment.
    case payment(PaymentRequest)
    /// Share an address of the wallet.
    case address(RequestHeader)
    /// Share the extended public keys of an account.
    case key(KeyRequest)
    /// Scan a QR code.
    case scanQR(RequestHeader)
    /// Log in to a dapp.
    case login(LoginRequest)
    /// Pay somebody from an account, or call contracts.
    case actions(ActionsRequest)
    /// Sign a text.
    case sign(SignRequest)
    /// Anything but a payment that only other programs carry out, such as a log-in of a described protocol.
    case foreign(DescribedRequest)
    /// Open a dapp's page, or the wallet itself if there is none.
    case open(RequestHeader, page: ServerAddress?)

    /// What all requests have in common.
    public var header: RequestHeader { withHeader { copy $0 } }

    /// Lends the header: copying all of it takes longer than reading one of its values.
    @inline(__always) package func withHeader<Result>(_ body: (borrowing RequestHeader) -> Result) -> Result {
        switch self {
        case .payment(let request): body(request.header)
        case .foreign(let request): body(request.header)
        case .key(let request): body(request.header)
        case .address(let header), .scanQR(let header), .open(let header, _): body(header)
        case .login(let request): body(request.header)
        case .actions(let request): body(request.header)
        case .sign(let request): body(request.header)
        }
    }

    /// The form of the reply to the requesting app; nil for no reply.
    package var callbacks: String? { withHeader { $0.callbacks } }

    /// What a described link asks for.
    public init(_ described: DescribedRequest) {
        self =
            switch described.action {
            case .payment: .payment(PaymentRequest(described))
            case .address: .address(described.header)
            default: .foreign(described)
            }
    }

    /// The payment, if a coin's plugin can be asked to make it; nil for anything else, and for a payment in ways that only
    /// other wallets may support.
    public var payable: PaymentRequest? {
        if case .payment(let request) = self, request.address != nil { return request }
        return nil
    }

    /// After when nobody should do what it asks for, in seconds since 1970; nil if the link does not say, or has other ways
    /// to pay.
    package var expires: Int64? {
        switch self {
        case .payment(let request): request.end
        case .foreign(let request): request.expires
        case .address, .key, .scanQR, .login, .actions, .sign, .open: nil
        }
    }

    /// The destination of the proof that this wallet sends of its payment; nil if none is requested.
    package var proof: ProofOfPayment? { payable?.proof }

    /// The requested action.
    public var action: Action {
        switch self {
        case .payment: .payment
        case .address: .address
        case .key: .masterPublicKey
        case .scanQR: .scanQR
        case .login: .login
        case .actions(let request): request.transfer == nil ? .transaction : .transfer
        case .sign: .sign
        case .foreign(let request): request.action
        case .open(_, let page): page == nil ? .openHome : .openDapp
        }
    }

    /// What the requesting dapp says; nil if there is no dapp.
    public var dapp: DappClaims? {
        switch self {
        case .login(let request): request.dapp
        case .actions(let request): request.dapp
        case .sign(let request): request.dapp
        case .payment, .foreign, .address, .key, .scanQR, .open: nil
        }
    }

    /// The link as a request of a described protocol; nil unless other programs also carry out such links.
    public var asDescribed: DescribedRequest? {
        switch self {
        case .payment(let request): return request.details
        case .foreign(let request): return request
        case .address, .key, .scanQR, .login, .actions, .sign, .open: break
        }
        guard let facts = dapp?.facts, !facts.isEmpty else { return nil }
        return DescribedRequest(
            header: header, action: action, payments: [], total: nil, isTotalOpen: false, facts: facts,
            instructions: [], plain: nil, cost: .nothing)
    }

    /// All ways to pay that the link offers, in its order; empty if it does not request a payment to an address or by
    /// an instruction.
    public var instructions: [PaymentInstruction] {
        switch self {
        case .payment(let request): request.instructions
        case .foreign(let request): request.instructions
        case .address, .key, .scanQR, .login, .actions, .sign, .open: []
        }
    }

    /// Whether there are several ways to pay it.
    public var hasAlternatives: Bool {
        // For a link with only an address, no array is created: the first one of its type costs more at every start
        // than reading a network.
        if case .payment(let request) = self { return request.hasAlternatives }
        return instructions.count > 1
    }
}

/// A request for the extended public keys of an account.
public struct KeyRequest: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    /// The BIP32/BIP44 account, 0…2^31-1.
    public let account: UInt32

    public init(header: RequestHeader, account: UInt32) {
        self.header = header
        self.account = account
    }
}

/// What all requests have in common.
public struct RequestHeader: Sendable, Hashable {
    /// The scheme of the link, in lower case.
    public let scheme: String
    /// The coin it is about.
    public let coin: CoinID
    /// The coin's network that its addresses belong to.
    public let network: NetworkKind
    /// The sender; nil if the link has none.
    public let sender: Sender?
    /// The form of the reply to the requesting app, as the descriptor names it; nil for no reply.
    public let callbacks: String?
    /// Warnings about the link.
    public let warnings: [LinkWarning]
    /// Names of the parameters that were ignored.
    public let ignored: [String]

    public init(
        scheme: String, coin: CoinID, network: NetworkKind, sender: Sender?,
        callbacks: String?, warnings: [LinkWarning], ignored: [String]
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.sender = sender
        self.callbacks = callbacks
        self.warnings = warnings
        self.ignored = ignored
    }

    public init(
        of link: borrowing RoutedLink, sender: Sender?, warnings: [LinkWarning], ignored: [String] = []
    ) {
        self.init(
            scheme: link.scheme.name, coin: link.coin.id, network: link.network, sender: sender,
            callbacks: link.scheme.callbacks, warnings: warnings, ignored: ignored)
    }
}
