/// What a reply is about: a request as its link says it, or what the journal keeps of one after a restart.
public enum ReplyRequest: Sendable {
    /// The request of a link.
    case link(WalletRequest)
    /// What the journal has of the request, where the program ended before the reply was given.
    case journal(JournalRequest)

    /// What was asked for.
    public var action: Action {
        switch self {
        case .link(let request): request.action
        case .journal(let request): request.action
        }
    }

    /// The scheme of the link, in lower case.
    public var scheme: String {
        switch self {
        case .link(let request): request.header.scheme
        case .journal(let request): request.scheme
        }
    }

    /// The scheme of the app that asked, as the link has it; nil where the link does not say.
    public var sender: String? {
        switch self {
        case .link(let request): request.header.sender?.scheme
        case .journal(let request): request.sender
        }
    }

    /// The address that a payment goes to; nil for anything else.
    public var recipient: String? {
        switch self {
        case .link(.payment(let payment)): payment.address
        case .link: nil
        case .journal(let request): request.recipient
        }
    }

    /// The account whose keys were asked for; nil for anything else.
    public var account: UInt32? {
        switch self {
        case .link(.key(let key)): key.account
        case .link: nil
        case .journal(let request): request.account
        }
    }

    /// What the asking dapp says; nil where no dapp asks, and after a restart.
    public var dapp: DappClaims? {
        guard case .link(let request) = self else { return nil }
        return request.dapp
    }

    /// Whether a reply may tell this once what was asked for was done. A proof of identity is a transaction.
    func mayTell(_ blank: ReplyBlank) -> Bool {
        if case .link(.login(let login)) = self, login.identity != nil, blank == .txid || blank.isOfHeader {
            return true
        }
        return action.mayTell(blank)
    }

    /// The names of a reply's fields, and what they say that is not of the request itself.
    func wording(of reply: LinkTemplate) -> String {
        reply.fields.map { field in
            switch field.value {
            case .text(let text) where !says(text): "\(field.name)=\(text)"
            case .text, .literal, .blank, .digits, .object: field.name
            }
        }.joined(separator: ", ")
    }

    /// Whether the request has this text itself: what whoever asks said may go back to them.
    func says(_ text: String) -> Bool {
        func isSame(_ other: String?) -> Bool { other?.isSame(text) ?? false }
        if isSame(scheme) || isSame(action.rawValue) || isSame(recipient) || isSame(account.map { String($0) }) {
            return true
        }
        guard case .link(let request) = self, let dapp = request.dapp else { return false }
        if isSame(dapp.dialect) || isSame(dapp.appKey) || isSame(dapp.userID) || isSame(dapp.request) {
            return true
        }
        return switch request {
        case .login(let login): isSame(login.userID)
        case .sign(let sign): isSame(sign.message)
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .actions, .open: false
        }
    }
}
