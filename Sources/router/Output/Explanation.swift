import ExactJSON
import RouterDapp
import SchemeRouter

/// What `router explain` says about a link.
struct Explanation {
    let result: Result<ReadLink, RequestError>

    init(of bytes: [UInt8], by router: Router) {
        do {
            result = .success(try router.read(bytes))
        } catch {
            result = .failure(error)
        }
    }

    /// The JSON object of the command contract. What is absent means null.
    var json: JSON {
        switch result {
        case .success(let link): .object(members(of: link))
        case .failure(let error): .object([("outcome", .string("reject")), ("error", Self.json(of: error))])
        }
    }

    /// An error as JSON, with all its members.
    static func json(of error: RequestError) -> JSON {
        let range = error.range.map { JSON.array([.number(Int64($0.lowerBound)), .number(Int64($0.upperBound))]) }
        return .object([
            ("code", .string(error.code.rawValue)), ("message", .string(error.message)), ("range", range ?? .null),
            ("hint", JSON(error.hint)), ("reason", JSON(error.reason)), ("parameter", JSON(error.parameter)),
            ("detected", coins(error.detected)), ("candidates", coins(error.candidates)),
            ("mykeyCode", error.dappCode.map { .number($0) } ?? .null),
        ])
    }

    private static func coins(_ ids: [CoinID]?) -> JSON {
        ids.map { .array($0.map { .string($0.name) }) } ?? .null
    }

    private func members(of link: ReadLink) -> [(String, JSON)] {
        let header = link.request.header
        var members: [(String, JSON)] = [
            ("outcome", .string(link.request.action.rawValue)), ("scheme", .string(header.scheme)),
            ("coin", .string(header.coin.name)),
        ]
        switch link.request {
        case .payment(let payment):
            members += [
                ("form", .string(payment.form.rawValue)), ("address", .string(payment.address)),
                ("amount", payment.amount.map { .number($0.units) } ?? .null),
            ]
            if let wish = payment.lock {
                members.append(
                    (
                        "instantSend",
                        .object([("requested", .bool(wish.isRequested)), ("required", .bool(wish.isRequired))])
                    ))
            }
            members += [("label", JSON(payment.label?.text)), ("message", JSON(payment.message?.text))]
            if let sender = header.sender {
                members.append(("display", .string("Application \(sender.displayName) is requesting a payment to")))
            }
        case .key(let key):
            members.append(("account", .number(Int64(key.account))))
        case .login, .actions, .sign, .open:
            members += DappExplanation(request: link.request).members
        case .address, .scanQR:
            break
        }
        members += [
            ("sender", JSON(header.sender?.scheme)), ("callback", JSON(link.callback?.description)),
            ("ignored", .array(header.ignored.map(JSON.string))),
            (
                "warnings",
                .array(
                    header.warnings.map {
                        .object([("code", .string($0.code.rawValue)), ("message", .string($0.message))])
                    })
            ),
        ]
        return members
    }

    var text: String {
        switch result {
        case .success(let link): text(of: link)
        case .failure(let error): error.text
        }
    }

    private func text(of link: ReadLink) -> String {
        let header = link.request.header
        var text: String
        switch link.request {
        case .payment(let payment):
            let amount = payment.amount.map(link.coin.text) ?? "an amount that you would be asked for"
            text = "Pays \(amount) to \(payment.address) (\(link.coin.title))."
            if let label = payment.label { text += "\nIt names the recipient: \(Quoted(label))" }
            if let message = payment.message { text += "\nIt says: \(Quoted(message))" }
        case .address:
            text = "Tells an address of your \(link.coin.title) wallet."
        case .key(let key):
            text = "Tells the master public keys of account \(key.account) of your \(link.coin.title) wallet."
        case .scanQR:
            text = "Scans a QR code, which this program does not do."
        case .login, .actions, .sign, .open:
            return DappExplanation(request: link.request).text
                + header.warnings.map { "\nNote: \($0.message)" }.joined()
        }
        text += header.sender.map { "\nAsked by “\($0.scheme)” (not verified)." } ?? "\nIt does not say who asks."
        if let callback = link.callback { text += "\nAnswers \(callback.description)" }
        for warning in header.warnings { text += "\nNote: \(warning.message)" }
        if let plain = RequestLink(link.request, of: link.coin) {
            text += "\nAs every desktop delivers it: \(plain.text())"
        }
        for name in header.ignored { text += "\nIgnored: \(Quoted(name, limit: 40))" }
        return text
    }
}

extension RequestError {
    /// The error for people: code, what is wrong, where, and what to do.
    var text: String {
        var lines = ["error: \(message) [\(code.rawValue)]"]
        if let range { lines.append("  at bytes \(range.lowerBound)–\(range.upperBound) of the link") }
        if let hint { lines.append("  \(hint)") }
        return lines.joined(separator: "\n")
    }
}
