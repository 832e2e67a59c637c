import ExactJSON
import RouterEOSIO
import RouterEOSIOFamily
import RouterMYKEYFormat
import SchemeRouter

/// Reads a request from its JSON (Documentation/protocols/mykey.md §1.5 and §2; all spellings are accepted).
struct RequestReading {
    let members: RequestFields
    let link: RoutedLink
    let outer: OuterNames
    let now: UnixTime
    let isEncoded: Bool
    let warnings: [LinkWarning]

    func request(defaultDialect: LoginProtocol) throws(RequestError) -> WalletRequest {
        let dialect = try dialect(or: defaultDialect)
        let wake = try wake()
        let action = try action()
        _ = try link.rules(of: action, at: members.range)
        try checkChain()
        try checkExpiry()
        let dapp = try claims(dialect, wake)
        switch action {
        case .login: return .login(try login(dapp))
        case .sign:
            let message = try members.required("message", limit: MessageRules.maxLength)
            let notes = try MessageRules.warnings(about: message, in: members)
            return .sign(SignRequest(header: header(dapp, notes), dapp: dapp, message: message))
        default:
            let reading = ActionsReading(members: members, chain: chain)
            let transfer = action == .transfer ? try reading.transfer() : nil
            let calls = if let transfer { [transfer.call] } else { try reading.calls() }
            return .actions(
                ActionsRequest(
                    header: header(dapp, ActionWarnings.about(calls, token: link.coin.ticker)), dapp: dapp,
                    calls: calls, transfer: transfer?.transfer))
        }
    }

    private func dialect(or other: LoginProtocol) throws(RequestError) -> LoginProtocol {
        guard let name = try members.text("protocol") else { return other }
        let known = LoginProtocol.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
        guard let dialect = known else {
            throw members.wrong("protocol", "The protocol \(Quoted(name, limit: 40)) is unknown.")
        }
        return dialect
    }

    /// The link that opens a program, which must be one that callbacks may go to (S4).
    private func wake() throws(RequestError) -> WakeLink? {
        guard let text = try members.text("callback", limit: WakeLink.maxLength) else { return nil }
        do throws(WakeLink.Refusal) {
            return try WakeLink(text, routes: link.routes)
        } catch {
            switch error {
            case .malformed:
                throw members.wrong("callback", "The dapp's callback is not a link.")
            case .forbidden(let reason):
                throw members.wrong(
                    "callback", "The dapp's callback is not allowed: \(reason).", code: .forbiddenSender)
            }
        }
    }

    private func action() throws(RequestError) -> Action {
        let name = try members.required("action", limit: 64)
        guard let action = Action(rawValue: name), [.login, .transfer, .transaction, .sign].contains(action) else {
            throw members.wrong(
                "action", "\(Quoted(name, limit: 40)) cannot be requested.", code: .unknownAction)
        }
        return action
    }

    /// The name of the chain in requests and answers: the ticker of the coin, as `EOS` is (Documentation/protocols/mykey.md
    /// §1.5).
    private var chain: String { link.coin.ticker }

    private func checkChain() throws(RequestError) {
        guard let asked = try members.text("chain"), !asked.isSame(chain), asked != "ANY" else { return }
        throw members.wrong(
            "chain", "Requests for the chain \(Quoted(asked, limit: 40)) are not supported.",
            code: .unsupportedChain)
    }

    /// SimpleWallet QR codes expire.
    private func checkExpiry() throws(RequestError) {
        guard let text = try members.number("expired") else { return }
        guard let time = Int64(text) else { throw members.wrong("expired", "“expired” is not a time.") }
        guard now <= time else {
            var error = members.wrong("expired", "The request has expired.", code: .expired)
            error.hint = "Ask the dapp for a new one."
            throw error
        }
    }

    private func claims(_ dialect: LoginProtocol, _ wake: WakeLink?) throws(RequestError) -> DappClaims {
        let appKey = try members.text("appKey")
        let userID = try members.text("uuID")
        if outer.isChecked {
            // Everything in the link can be forged, but two programs must not read two different requests in it (S2).
            // In simple mode the SDK generates a key for the link alone. Not with ==, which treats differently encoded
            // names as equal.
            if dialect == .mykey, let appKey, !appKey.utf8.elementsEqual(outer.appKey.utf8) { throw mismatch("appKey") }
            if let userID,
                !userID.utf8.elementsEqual(outer.userID.utf8, by: { $0.lowercasedASCII == $1.lowercasedASCII })
            {
                throw mismatch("uuID")
            }
        }
        return DappClaims(
            dialect: dialect.rawValue, name: try members.foreign("dappName"),
            appKey: appKey ?? (outer.appKey.isEmpty ? nil : outer.appKey),
            userID: userID ?? (outer.userID.isEmpty ? nil : outer.userID),
            userName: try members.foreign("dappUserName"), note: try members.foreign("loginMemo", "desc", "info"),
            orderID: try members.foreign("orderId"), server: try server(), wake: wake, isEncoded: isEncoded,
            chain: chain)
    }

    private func mismatch(_ name: String) -> RequestError {
        members.wrong(name, "“\(name)” in the request differs from the link that contains it.")
    }

    private func server() throws(RequestError) -> ServerAddress? {
        let names = ["loginUrl", "transferUrl", "contractUrl", "signUrl", "notifyUrl"]
        guard let text = try members.first(of: names, limit: ServerAddress.maxLength) else { return nil }
        guard let server = ServerAddress(text) else {
            throw members.wrong("callbackUrl", "The address of the dapp's server is not a web address.")
        }
        return server
    }

    private func login(_ dapp: DappClaims) throws(RequestError) -> LoginRequest {
        let userID = try members.required("uuID")
        // The signed text has no separators, so only characters that an id needs are allowed
        // (Documentation/protocols/mykey.md §5.2).
        guard LoginReply.isUserID(userID) else {
            throw members.wrong("uuID", "“uuID” is not an id: letters, digits, “.”, “_”, “:” and “-”, at most 128.")
        }
        return LoginRequest(header: header(dapp, []), dapp: dapp, userID: userID)
    }

    private func header(_ dapp: DappClaims, _ notes: [LinkWarning]) -> RequestHeader {
        var warnings = warnings + notes
        if let server = dapp.server, server.namesThisComputer || server.isPrivate {
            warnings.append(
                LinkWarning(
                    .serverIsLocal,
                    "The server is this computer or is on its local network. "
                        + "It receives nothing unless your settings allow it."))
        } else if dapp.server?.isPlain == true {
            warnings.append(LinkWarning(.serverIsPlain, "The connection to the server is not encrypted."))
        }
        // The receiver of the callback is the sender.
        let sender = dapp.wake.flatMap { $0.isPage ? nil : Sender(wakenBy: $0) }
        return RequestHeader(of: link, sender: sender, warnings: warnings)
    }
}
