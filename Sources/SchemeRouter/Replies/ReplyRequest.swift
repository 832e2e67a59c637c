/// The request that a reply is about: from its link, or from the journal after a restart.
public enum ReplyRequest: Sendable {
    case link(WalletRequest)
    /// The journal's record of the request, if the program ended before the reply was given.
    indirect case journal(JournalRequest)

    /// The requested action.
    public var action: Action {
        switch self {
        case .link(let request): request.action
        case .journal(let request): request.action
        }
    }

    /// The scheme of the link, in lower case.
    public var scheme: String {
        switch self {
        case .link(let request): request.withHeader { $0.scheme }
        case .journal(let request): request.scheme
        }
    }

    /// The scheme of the requesting app, as in the link; nil if the link has none.
    public var sender: String? {
        switch self {
        case .link(let request): request.withHeader { $0.sender?.scheme }
        case .journal(let request): request.sender
        }
    }

    /// The recipient's address of a payment; nil for anything else.
    public var recipient: String? {
        switch self {
        case .link(.payment(let payment)): payment.address ?? payment.details?.onlyRecipient
        case .link: nil
        case .journal(let request): request.recipient
        }
    }

    /// The account whose keys are requested; nil for anything else.
    public var account: UInt32? {
        switch self {
        case .link(.key(let key)): key.account
        case .link: nil
        case .journal(let request): request.account
        }
    }

    /// What the requesting dapp says; nil if there is no dapp, and after a restart.
    public var dapp: DappClaims? {
        guard case .link(let request) = self else { return nil }
        return request.dapp
    }

    /// Whether a reply may contain this after the request was carried out. A proof of identity is a transaction.
    func mayTell(_ blank: ReplyBlank) -> Bool {
        if case .link(.login(let login)) = self, login.identity != nil, blank == .txid || blank.isOfHeader {
            return true
        }
        return action.mayTell(blank)
    }

    /// The contents of each field of a reply: a literal word, or the name of a text of the request or of a result. If
    /// the plugin chooses differently, the wording differs; the same choice has the same wording after a restart.
    func wording(of reply: LinkTemplate) -> String { wording(of: reply.fields) }

    private func wording(of fields: [ReplyField]) -> String {
        fields.map { "\($0.name)=\(wording(of: $0.value))" }.joined(separator: ", ")
    }

    private func wording(of value: ReplyValue) -> String {
        switch value {
        case .text(let text): name(of: text).map { "‹\($0)›" } ?? text
        case .literal(let json): json.text
        case .blank(let blank), .digits(let blank): "‹\(blank.title)›"
        case .object(let members): "{\(wording(of: members))}"
        }
    }

    /// Whether the request itself contains this text: the requesting app's own texts may go back to it.
    func says(_ text: String) -> Bool { name(of: text) != nil }

    /// The name of a request's text for people; nil if the request does not contain it. Texts that the journal stores
    /// come first, so that they have the same name after a restart.
    private func name(of text: String) -> String? {
        func isText(_ own: String?) -> Bool { own?.isSame(text) == true }
        if isText(recipient) { return "recipient" }
        if isText(scheme) { return "scheme" }
        if isText(action.rawValue) { return "kind of request" }
        if isText(account.map { String($0) }) { return "account number" }
        guard case .link(let request) = self, let dapp = request.dapp else { return nil }
        if isText(dapp.dialect) { return "protocol" }
        if isText(dapp.appKey) { return "app key" }
        if isText(dapp.userID) { return "user" }
        if isText(dapp.chain) { return "chain" }
        if isText(dapp.request) { return "request" }
        switch request {
        case .login(let login): return isText(login.userID) ? "user" : nil
        case .sign(let sign): return isText(sign.message) ? "text to sign" : nil
        case .payment, .foreign, .address, .key, .scanQR, .actions, .open: return nil
        }
    }
}

/// How a request ended, as far as the requesting app may know. It contains no reason: a reason would reveal what nobody
/// agreed to reveal, such as the balance or the account.
public enum Ending: Int, Sendable, Hashable, CaseIterable {
    /// The request was carried out.
    case done
    /// The person saw the request and refused.
    case declined
    /// The person agreed, and it could not be done.
    case failed
    /// The person agreed and it was sent, but whether the network accepted it is not known. Asking again could pay
    /// twice.
    case unknown
}

extension FailureCode {
    /// The code for how a request ended. It does not reveal whether the person agreed before a failure.
    public init(_ ending: Ending) {
        self = ending == .unknown ? .unknown : .declined
    }
}
