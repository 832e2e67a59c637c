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

    /// The contents of each field of a reply: a literal word, or the name of a text of the request or of a result.
    /// Another choice of the plugin's is another wording, and the same one has the same wording after a restart.
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

    /// Whether the request itself has this text: the requesting app's own texts may go back to it.
    func says(_ text: String) -> Bool { name(of: text) != nil }

    /// What the person may call a text of the request; nil for a text that it does not have. What the journal keeps comes
    /// first, so that it has the same name after a restart.
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
        if isText(dapp.request) { return "request" }
        switch request {
        case .login(let login): return isText(login.userID) ? "user" : nil
        case .sign(let sign): return isText(sign.message) ? "text to sign" : nil
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .actions, .open: return nil
        }
    }
}
