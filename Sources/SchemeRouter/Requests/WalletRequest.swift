/// What a link asks for, as one typed value. Everything later – what is shown, signed, recorded and called back – reads
/// this value and never the link again (S2).
///
/// It is handed on through every layer, and stays in one place in memory for that.
public indirect enum WalletRequest: Sendable, Hashable {
    /// Pay somebody.
    case payment(PaymentRequest)
    /// Pay somebody in ways that only other wallets have.
    case otherPayment(OtherPayment)
    /// Tell an address of the wallet.
    case address(RequestHeader)
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
    /// What a link of a described protocol asks for, which only other wallets do.
    case described(DescribedRequest)
    /// Open a dapp's page, or the wallet itself if there is none.
    case open(RequestHeader, page: ServerAddress?)

    /// What every request says.
    public var header: RequestHeader {
        switch self {
        case .payment(let request): request.header
        case .otherPayment(let request): request.header
        case .described(let request): request.header
        case .key(let request): request.header
        case .address(let header), .scanQR(let header), .open(let header, _): header
        case .login(let request): request.header
        case .actions(let request): request.header
        case .sign(let request): request.header
        }
    }

    /// What is asked for.
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

    /// What the asking dapp says; nil where no dapp asks.
    public var dapp: DappClaims? {
        switch self {
        case .login(let request): request.dapp
        case .actions(let request): request.dapp
        case .sign(let request): request.dapp
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .open: nil
        }
    }

    /// What the link says, as a link of a described protocol; nil where it is none that other programs carry out as well.
    public var asDescribed: DescribedRequest? {
        if case .described(let request) = self { return request }
        guard let facts = dapp?.facts, !facts.isEmpty else { return nil }
        return DescribedRequest(
            header: header, action: action, payments: [], total: nil, isTotalOpen: false, facts: facts,
            instructions: [], plain: nil, amountOfCoin: nil)
    }

    /// All ways to pay that the link offers, in its order; none where it asks for no payment to an address or by an
    /// instruction.
    public var instructions: [PaymentInstruction] {
        switch self {
        case .payment(let request): request.instructions
        case .otherPayment(let request): request.instructions
        case .described(let request): request.instructions
        case .address, .key, .scanQR, .login, .actions, .sign, .open: []
        }
    }

    /// Whether it can be paid in more ways than one.
    public var hasAlternatives: Bool {
        // A link with an address alone makes no list: the first one costs a start more than reading a network.
        if case .payment(let request) = self { return request.hasAlternatives }
        return instructions.count > 1
    }
}
