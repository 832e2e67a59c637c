import ExactJSON
import Glibc
import RouterDapp
import RouterDescribedAsking
import SchemeRouter

/// What `router explain` says about a link.
struct Explanation {
    private(set) var reading: Result<ReadLink, RequestError>
    private let bytes: [UInt8]
    /// The wallets that could get the link; nil if nobody asked for them, or there is only this one.
    var handOver: HandOverReport?

    init(of bytes: [UInt8], by router: Router) {
        self.bytes = bytes
        reading = Result { () throws(RequestError) in try router.read(bytes) }
    }

    /// Suggests the scheme that was probably meant if the scheme is unknown.
    mutating func suggest(among options: GlobalOptions) {
        guard case .failure(let error) = reading else { return }
        reading = .failure(error.suggesting(bytes) { try AppContext(options).routes })
    }

    /// Writes the JSON object of the command contract. An absent member means null.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        switch reading {
        case .success(let link):
            Self.write(link, to: &json)
            if Self.end(of: link) != nil { json.add("expired", true) }
            (handOver?.leftOutOfChosen ?? LeftOutKeys.ofPlainLink(link)).write(to: &json)
        case .failure(let error): Self.writeRefusal(error, to: &json)
        }
        if let handOver { json.add("handOver", handOver.json) }
        json.endObject()
    }

    /// Reads a link and writes its JSON object, without keeping anything.
    static func write(_ bytes: [UInt8], by router: Router, to json: inout JSONWriter) {
        json.beginObject()
        do throws(RequestError) {
            let link = try router.read(bytes)
            write(link, to: &json)
            if end(of: link) != nil { json.add("expired", true) }
            LeftOutKeys.ofPlainLink(link).write(to: &json)
        } catch {
            writeRefusal(error, to: &json)
        }
        json.endObject()
    }

    /// Writes the JSON object of a link that is refused.
    static func write(_ error: RequestError, to json: inout JSONWriter) {
        json.beginObject()
        writeRefusal(error, to: &json)
        json.endObject()
    }

    private static func writeRefusal(_ error: RequestError, to json: inout JSONWriter) {
        json.add("outcome", "reject")
        json.beginObject("error")
        writeMembers(of: error, to: &json)
        json.endObject()
    }

    static func json(of error: RequestError) -> JSON {
        JSON { json in
            json.beginObject()
            writeMembers(of: error, to: &json)
            json.endObject()
        }
    }

    private static func writeMembers(of error: RequestError, to json: inout JSONWriter) {
        json.add("code", error.code.rawValue)
        json.add("message", error.message)
        if let range = error.range {
            json.beginArray("range")
            json.add(range.lowerBound)
            json.add(range.upperBound)
            json.endArray()
        } else {
            json.addNull("range")
        }
        json.add("hint", error.hint)
        json.add("reason", error.reason)
        json.add("parameter", error.parameter)
        json.add("detected", error.detected.map { $0.map(\.name) })
        json.add("candidates", error.candidates.map { $0.map(\.name) })
        json.add("mykeyCode", error.dappCode)
    }

    private static func write(_ link: ReadLink, to json: inout JSONWriter) {
        let header = link.request.header
        let sender = header.sender
        json.add("outcome", link.request.action.rawValue)
        json.add("scheme", header.scheme)
        json.add("coin", link.hasCoin ? header.coin.name : nil)
        switch link.request {
        case .payment(let payment):
            if let details = payment.details {
                DescribedExplanation(request: details, link: link).write(to: &json)
                break
            }
            json.add("form", payment.form.rawValue)
            json.add("address", payment.address)
            json.add("amount", payment.amount?.units)
            if let wish = payment.lock {
                json.beginObject("instantSend")
                json.add("requested", wish.isRequested)
                json.add("required", wish.isRequired)
                json.endObject()
            }
            json.add("label", payment.label?.text)
            json.add("message", payment.message?.text)
            if let data = payment.data {
                json.add("data", data.hex)
                json.add("dataText", data.text)
            }
            link.coin.writeUnits(to: &json)
            if payment.form == .bip21 { write(payment.instructions, payment.proof, to: &json) }
            if payment.address != nil, let sender {
                json.add("display") { text in
                    text.append("Application " as StaticString)
                    sender.writeDisplayName(to: &text)
                    text.append(" is requesting a payment to" as StaticString)
                }
            }
        case .key(let key): json.add("account", Int64(key.account))
        case .foreign(let request): DescribedExplanation(request: request, link: link).write(to: &json)
        case .login, .actions, .sign, .open:
            if let request = link.request.asDescribed {
                DescribedExplanation(request: request, link: link).write(to: &json)
            } else {
                json.addMembers(of: DappExplanation(request: link.request).json)
            }
        case .address, .scanQR: break
        }
        json.add("sender", sender?.scheme)
        if let callback = link.callback {
            json.add("callback") { callback.write(to: &$0) }
        } else {
            json.addNull("callback")
        }
        json.add("ignored", header.ignored)
        json.beginArray("warnings")
        for warning in header.warnings {
            json.beginObject()
            json.add("code", warning.code.rawValue)
            json.add("message", warning.message)
            json.endObject()
        }
        json.endArray()
    }

    /// All ways to pay, and where the proof of the payment goes.
    private static func write(
        _ instructions: [PaymentInstruction], _ proof: ProofOfPayment?, to json: inout JSONWriter
    ) {
        json.add("proof", proof.map { "\($0.prefix)\($0.instruction)=" })
        InstructionExplanation(instructions: instructions).write(to: &json)
    }

    /// For people; a mistake is shown with its place in the link.
    var text: String {
        switch reading {
        case .success(let link): text(of: link) + Self.ended(link)
        case .failure(let error): error.text(of: bytes)
        }
    }

    /// When the request ended; nil if it did not.
    private static func end(of link: ReadLink) -> Int64? { link.request.expires.flatMap { $0 < time(nil) ? $0 : nil } }

    private static func ended(_ link: ReadLink) -> String {
        if let end = end(of: link) {
            let done = link.request.action == .payment ? "paid" : "answered"
            return "\nWarning: the request ended at \(UTCTime.text(end)) and should no longer be \(done)."
        }
        guard link.request.hasAlternatives else { return "" }
        return link.request.instructions.reduce(into: "") { text, way in
            guard let end = way.expires, end < time(nil) else { return }
            text += "\nWarning: the payment \(way.kind.shortName) ended at \(UTCTime.text(end))."
        }
    }

    /// What the requesting app says, if there is something to see.
    private static func quotes(_ label: ForeignText?, _ message: ForeignText?) -> String {
        (label?.ifVisible.map { "\nIt names the recipient: \(Quoted($0))" } ?? "")
            + (message?.ifVisible.map { "\nIt says: \(Quoted($0))" } ?? "")
    }

    /// Not `joined`, which first looks up its types: that costs more than reading the link.
    private static func lines(_ paragraphs: [Paragraph]) -> String {
        paragraphs.reduce(into: "") { $0 += "\n" + $1.text }
    }

    private func described(_ request: DescribedRequest, of link: ReadLink) -> String {
        DescribedExplanation(request: request, link: link).text + LeftOutKeys.text(about: link)
    }

    private func text(of link: ReadLink) -> String {
        let header = link.request.header
        var text: String
        switch link.request {
        case .payment(let payment):
            if let details = payment.details { return described(details, of: link) }
            let amount =
                payment.amount.map(link.coin.text)
                ?? (payment.address == nil
                    ? "an amount that is not in the link" : "an amount that you would be asked for")
            if let address = payment.address, payment.unmetInstruction == nil {
                text = "Pays \(amount) to \(address) (\(link.coin.title))."
            } else {
                text = "Pays \(amount), in a way that this wallet does not have (\(link.coin.title))."
            }
            text += Self.quotes(payment.label, payment.message)
        case .address:
            text = "Shares an address of your \(link.coin.title) wallet."
        case .key(let key):
            text = "Shares the master public keys of account \(key.account) of your \(link.coin.title) wallet."
        case .scanQR:
            text = "Scans a QR code, which this program does not do."
        case .foreign(let request): return described(request, of: link)
        case .login, .actions, .sign, .open:
            let answer = link.callback.map { "\nAnswers \($0.description)" } ?? ""
            if let request = link.request.asDescribed {
                return DescribedExplanation(request: request, link: link).text + answer
            }
            return DappExplanation(request: link.request).text(of: link.coin) + answer
                + Self.lines(WarningText(header.warnings).paragraphs)
        }
        for paragraph in InstructionText(link.request, of: link.coin, isWhole: true).paragraphs {
            text += "\n\(paragraph.text)"
        }
        text += header.sender.map { "\nAsked by “\($0.scheme)” (not verified)." } ?? "\nIt does not say who is asking."
        if let callback = link.callback { text += "\nAnswers \(callback.description)" }
        text += Self.lines(WarningText(header.warnings).paragraphs)
        // This link has only the address, so it is not equivalent to one that offers more.
        if !link.request.hasAlternatives, link.hasUsualNames, let plain = RequestLink(link.request, of: link.coin) {
            text += "\nAs every desktop delivers it: \(plain.text())"
        }
        for name in header.ignored { text += "\nIgnored: \(Quoted(name, limit: 40))" }
        return text + LeftOutKeys.text(about: link)
    }
}

/// What `router explain` says about a dapp's request. What its contracts would do is only known with a network.
struct DappExplanation {
    let request: WalletRequest

    /// Its members of the JSON object.
    var json: JSON {
        guard let dapp = request.dapp else { return ownJSON }
        return ownJSON.adding([
            "protocol": dapp.dialect, "encrypted": dapp.isEncoded, "chain": dapp.chain, "dappName": dapp.name?.text,
            "account_hint": dapp.userName?.text, "post_url": dapp.server?.text, "note": dapp.note?.text,
        ])
    }

    private var ownJSON: JSON {
        switch request {
        case .actions(let actions):
            let transfer = actions.transfer.map {
                JSON(["from": $0.from, "to": $0.to, "quantity": $0.quantity, "memo": $0.memo, "contract": $0.contract])
            }
            return (transfer ?? .object([])).adding(["n_actions": actions.calls.count])
        case .sign(let sign): return JSON(["message": sign.message])
        case .open(_, let page): return JSON(["url": page?.text])
        default: return .object([])
        }
    }

    /// For people.
    /// - Parameter coin: the coin of the link, which is the chain of the account.
    func text(of coin: CoinDescriptor) -> String {
        let account = "your \(coin.title) account"
        var lines: [String] = []
        switch request {
        case .login: lines.append("Logs in to a dapp with \(account).")
        case .actions(let actions):
            if let transfer = actions.transfer {
                // Contract, recipient and amount were parsed as names and an amount, so they cannot contain other text.
                let what = "\(transfer.quantity) of the token contract \(transfer.contract)"
                lines.append(
                    transfer.isPayment
                        ? "Pays \(what) to \(transfer.to), from \(account)."
                        : "Calls the contract \(transfer.contract) from \(account): transfer \(transfer.quantity) to "
                            + "\(transfer.to). What it does with that is not known.")
                if !transfer.memo.isEmpty { lines.append("With the memo \(Quoted(exactly: transfer.memo)).") }
            } else {
                lines.append("Calls contracts from \(account):")
                lines += actions.calls.map { "  \($0.contract) → \($0.name)" }
            }
        case .sign(let sign): lines.append("Signs the text \(Quoted(exactly: sign.message)) with \(account).")
        case .open(_, let page):
            lines.append(
                page.map { "Opens the page of a dapp: \(Quoted(exactly: $0.text))" } ?? "Opens the wallet.")
        default: break
        }
        guard let dapp = request.dapp else { return lines.joined(separator: "\n") }
        lines.append(
            dapp.name?.ifVisible.map { "Asked by \(Quoted($0)) (not verified)." } ?? "It does not say who is asking.")
        if let note = dapp.note?.ifVisible { lines.append("It says: \(Quoted(note))") }
        if let server = dapp.server { lines.append("Its server gets the result: \(server.host)") }
        return lines.joined(separator: "\n")
    }
}

/// What `router explain` says about a link of a described protocol.
struct DescribedExplanation {
    let request: DescribedRequest
    let link: ReadLink

    /// Writes its members of the JSON object, without empty ones. If there is only one payment, its details also
    /// appear outside the list of payments.
    func write(to json: inout JSONWriter) {
        json.leavesOutNull = true
        json.add("form", SchemeDescriptor.Grammar.uri.rawValue)
        let network = request.header.network
        json.add("network", network == .main && !request.namesNetwork ? nil : network.rawValue)
        if let first = request.payments.first, !isAmbiguous(first) {
            if request.payments.count == 1 {
                Self.write(first, to: &json)
            } else {
                json.add("message", first.messageText)
            }
        }
        for fact in request.facts { json.add(fact.field, Self.json(of: fact.value)) }
        json.leavesOutNull = false
        if !request.payments.isEmpty {
            json.beginArray("payments")
            for payment in request.payments {
                json.beginObject()
                Self.write(payment, to: &json)
                json.endObject()
            }
            json.endArray()
        }
        if let total = request.total { Self.write("total", total, to: &json) }
        if request.isTotalOpen { json.add("totalIsOpen", true) }
        let unchecked = request.facts.filter { $0.checked == .shape }.map(\.field)
        if !unchecked.isEmpty { json.add("checkedByShapeOnly", unchecked) }
        if !request.instructions.isEmpty {
            InstructionExplanation(instructions: request.instructions).write(to: &json)
        }
    }

    /// Whether the link says something of the same name about something else, such as a server or a contract.
    private func isAmbiguous(_ payment: DescribedPayment) -> Bool {
        [
            ("address", payment.address?.text), ("label", payment.labelText), ("message", payment.messageText),
            ("memo", payment.memo?.text),
        ].contains { name, text in text != nil && request.facts.contains { $0.field == name } }
    }

    private static func write(_ payment: DescribedPayment, to json: inout JSONWriter) {
        json.add("address", payment.address?.text)
        json.add("checked", payment.address?.checked.rawValue)
        if let amount = payment.amount { write("amount", amount, to: &json) } else { json.addNull("amount") }
        json.add("amountText", payment.amount?.text)
        json.add("currency", payment.amount?.currency)
        json.add("label", payment.labelText)
        json.add("message", payment.messageText)
        json.add("memo", payment.memo?.text)
    }

    /// Writes a number if it fits in 64 bits; otherwise its digits, or what the link has.
    private static func write(_ name: StaticString, _ amount: DescribedAmount, to json: inout JSONWriter) {
        switch amount.value {
        case .units(let number):
            if let small = number.int64 { json.add(name, small) } else { json.add(name, number.description) }
        case .written(let text): json.add(name, text)
        }
    }

    private static func json(of value: LinkFact.Value) -> JSON {
        switch value {
        case .text(let text), .name(let text), .own(let text): .string(text)
        case .number(let number): .number(number)
        case .flag(let flag): .bool(flag)
        case .null: .null
        case .list(let values): .array(values.map(json))
        case .fields(let fields): .object(fields.map { (name: $0.name, value: json(of: $0.value)) })
        }
    }

    var text: String { DescribedText(request, of: link.coin).paragraphs.map(\.text).joined(separator: "\n") }
}
