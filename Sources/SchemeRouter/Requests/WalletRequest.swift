/// The request in a link, as one typed value. All later steps – showing, signing, recording and calling back – read
/// this value and never the link again (S2).
///
/// Indirect, because it is passed through every layer: so it stays in one place in memory.
public indirect enum WalletRequest: Sendable, Hashable {
    /// Pay somebody.
    case payment(PaymentRequest)
    /// Pay somebody in ways that only other wallets support.
    case otherPayment(OtherPayment)
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
    /// A request of a described protocol, which only other wallets carry out.
    case described(DescribedRequest)
    /// Open a dapp's page, or the wallet itself if there is none.
    case open(RequestHeader, page: ServerAddress?)

    /// What all requests have in common.
    public var header: RequestHeader { withHeader { copy $0 } }

    /// Lends the header: copying all of it takes longer than reading one of its values.
    @inline(__always) package func withHeader<Result>(_ body: (borrowing RequestHeader) -> Result) -> Result {
        switch self {
        case .payment(let request): body(request.header)
        case .otherPayment(let request): body(request.header)
        case .described(let request): body(request.header)
        case .key(let request): body(request.header)
        case .address(let header), .scanQR(let header), .open(let header, _): body(header)
        case .login(let request): body(request.header)
        case .actions(let request): body(request.header)
        case .sign(let request): body(request.header)
        }
    }

    /// The form of the reply to the requesting app; nil for no reply.
    package var callbacks: String? { withHeader { $0.callbacks } }

    /// The destination of the proof of payment; nil if none is requested.
    package var proof: ProofOfPayment? {
        switch self {
        case .payment(let request): request.proof
        case .otherPayment, .described, .key, .address, .scanQR, .open, .login, .actions, .sign: nil
        }
    }

    /// The requested action.
    public var action: Action {
        switch self {
        case .payment, .otherPayment: .payment
        case .address: .address
        case .key: .masterPublicKey
        case .scanQR: .scanQR
        case .login: .login
        case .actions(let request): request.transfer == nil ? .transaction : .transfer
        case .sign: .sign
        case .described(let request): request.action
        case .open(_, let page): page == nil ? .openHome : .openDapp
        }
    }

    /// What the requesting dapp says; nil if there is no dapp.
    public var dapp: DappClaims? {
        switch self {
        case .login(let request): request.dapp
        case .actions(let request): request.dapp
        case .sign(let request): request.dapp
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .open: nil
        }
    }

    /// The link as a request of a described protocol; nil unless other programs also carry out such links.
    public var asDescribed: DescribedRequest? {
        if case .described(let request) = self { return request }
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
        case .otherPayment(let request): request.instructions
        case .described(let request): request.instructions
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

    /// Creates the header of a link.
    public init(
        of link: borrowing RoutedLink, sender: Sender?, warnings: [LinkWarning], ignored: [String] = []
    ) {
        self.init(
            scheme: link.scheme.name, coin: link.coin.id, network: link.network, sender: sender,
            callbacks: link.scheme.callbacks, warnings: warnings, ignored: ignored)
    }
}
