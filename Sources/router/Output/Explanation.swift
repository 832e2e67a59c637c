import ExactJSON
import RouterDapp
import RouterDescribedAsking
import SchemeRouter

/// What `router explain` says about a link.
struct Explanation {
    /// The result of reading it. Not a `Result`: instantiating that generic type costs more than reading the link.
    enum Reading {
        case link(ReadLink)
        case mistake(RequestError)
    }

    private(set) var reading: Reading
    private let bytes: [UInt8]
    /// The wallets that could get the link; nil if nobody asked for them, or there is only this one.
    var handOver: HandOverReport?

    init(of bytes: [UInt8], by router: Router) {
        self.bytes = bytes
        do throws(RequestError) {
            reading = .link(try router.read(bytes))
        } catch {
            reading = .mistake(error)
        }
    }

    /// Suggests the scheme that was probably meant if the scheme is unknown.
    mutating func suggest(among options: GlobalOptions) {
        guard case .mistake(let error) = reading else { return }
        reading = .mistake(error.suggesting(bytes) { try Installation(options).routes })
    }

    /// Writes the JSON object of the command contract. An absent member means null.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        switch reading {
        case .link(let link): Self.write(link, to: &json)
        case .mistake(let error): Self.writeRefusal(error, to: &json)
        }
        if let handOver { json.add("handOver", handOver.json) }
        json.endObject()
    }

    /// Reads a link and writes its JSON object, without keeping anything.
    static func write(_ bytes: [UInt8], by router: Router, to json: inout JSONWriter) {
        json.beginObject()
        do throws(RequestError) {
            write(try router.read(bytes), to: &json)
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
            link.coin.writeUnits(to: &json)
            if payment.form == .bip21 { write(payment.instructions, payment.proof, to: &json) }
            if let sender {
                json.add("display") { text in
                    text.append("Application " as StaticString)
                    sender.writeDisplayName(to: &text)
                    text.append(" is requesting a payment to" as StaticString)
                }
            }
        case .otherPayment(let payment):
            json.add("form", PaymentRequest.Form.bip21.rawValue)
            json.addNull("address")
            json.add("amount", payment.amount?.units)
            json.add("label", payment.label?.text)
            json.add("message", payment.message?.text)
            link.coin.writeUnits(to: &json)
            write(payment.instructions, payment.proof, to: &json)
        case .key(let key): json.add("account", Int64(key.account))
        case .described(let request): DescribedExplanation(request: request, link: link).write(to: &json)
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
        json.add("ignored", header.ignored.map(KeyMaterial.hidden(in:)))
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
        case .link(let link): text(of: link)
        case .mistake(let error): error.text(of: bytes)
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

    private func text(of link: ReadLink) -> String {
        let header = link.request.header
        var text: String
        switch link.request {
        case .payment(let payment):
            let amount = payment.amount.map(link.coin.text) ?? "an amount that you would be asked for"
            text =
                payment.unmetInstruction == nil
                ? "Pays \(amount) to \(payment.address) (\(link.coin.title))."
                : "Pays \(amount), in a way that this wallet does not have (\(link.coin.title))."
            text += Self.quotes(payment.label, payment.message)
        case .otherPayment(let payment):
            let amount = payment.amount.map(link.coin.text) ?? "an amount that is not in the link"
            text = "Pays \(amount), in a way that this wallet does not have (\(link.coin.title))."
            text += Self.quotes(payment.label, payment.message)
        case .address:
            text = "Shares an address of your \(link.coin.title) wallet."
        case .key(let key):
            text = "Shares the master public keys of account \(key.account) of your \(link.coin.title) wallet."
        case .scanQR:
            text = "Scans a QR code, which this program does not do."
        case .described(let request):
            return DescribedExplanation(request: request, link: link).text
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
        if !link.request.hasAlternatives, let plain = RequestLink(link.request, of: link.coin) {
            text += "\nAs every desktop delivers it: \(plain.text())"
        }
        for name in header.ignored { text += "\nIgnored: \(Quoted(name, limit: 40))" }
        return text
    }
}
