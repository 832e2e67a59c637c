import ExactJSON
import RouterDapp
import RouterDescribedAsking
import SchemeRouter

/// What `router explain` says about a link.
struct Explanation {
    /// What came of reading it. Not a `Result`: making one generic type of it costs more than reading the link.
    enum Reading {
        case link(ReadLink)
        case mistake(RequestError)
    }

    private(set) var reading: Reading
    private let bytes: [UInt8]
    /// Which wallets could get the link; nil if none is asked for, or none but this one could.
    var handOver: HandOverReport?

    init(of bytes: [UInt8], by router: Router) {
        self.bytes = bytes
        do throws(RequestError) {
            reading = .link(try router.read(bytes))
        } catch {
            reading = .mistake(error)
        }
    }

    /// Names the scheme that was probably meant if there is none of that name.
    mutating func suggest(among options: GlobalOptions) {
        guard case .mistake(let error) = reading else { return }
        reading = .mistake(error.suggesting(bytes) { try Installation(options).routes })
    }

    /// The JSON object of the command contract. What is absent means null.
    var json: JSON {
        let json =
            switch reading {
            case .link(let link): Self.json(of: link)
            case .mistake(let error): JSON(["outcome": "reject", "error": Self.json(of: error)])
            }
        return handOver.map { json.adding(["handOver": $0.json]) } ?? json
    }

    static func json(of error: RequestError) -> JSON {
        JSON([
            "code": error.code.rawValue, "message": error.message,
            "range": error.range.map { [$0.lowerBound, $0.upperBound] }, "hint": error.hint, "reason": error.reason,
            "parameter": error.parameter, "detected": error.detected.map { $0.map(\.name) },
            "candidates": error.candidates.map { $0.map(\.name) }, "mykeyCode": error.dappCode,
        ])
    }

    private static func json(of link: ReadLink) -> JSON {
        let header = link.request.header
        var json = JSON([
            "outcome": link.request.action.rawValue, "scheme": header.scheme,
            "coin": link.hasCoin ? header.coin.name : nil,
        ])
        switch link.request {
        case .payment(let payment):
            json.add(["form": payment.form.rawValue, "address": payment.address, "amount": payment.amount?.units])
            if let wish = payment.lock {
                let lock = JSON(["requested": wish.isRequested, "required": wish.isRequired])
                json.add(["instantSend": lock])
            }
            json.add(["label": payment.label?.text, "message": payment.message?.text])
            json = json.adding(link.coin.unitsJSON)
            if payment.form == .bip21 { json = json.adding(Self.alternatives(of: link.request, payment.proof)) }
            if let sender = header.sender {
                json.add(["display": "Application \(sender.displayName) is requesting a payment to"])
            }
        case .otherPayment(let payment):
            json = json.adding([
                "form": PaymentRequest.Form.bip21.rawValue, "address": JSON.null, "amount": payment.amount?.units,
                "label": payment.label?.text, "message": payment.message?.text,
            ]).adding(link.coin.unitsJSON).adding(Self.alternatives(of: link.request, payment.proof))
        case .key(let key): json.add(["account": key.account])
        case .described(let request): json = json.adding(DescribedExplanation(request: request, link: link).json)
        case .login, .actions, .sign, .open:
            if let request = link.request.asDescribed {
                json = json.adding(DescribedExplanation(request: request, link: link).json)
            } else {
                json = json.adding(DappExplanation(request: link.request).json)
            }
        case .address, .scanQR: break
        }
        json.add([
            "sender": header.sender?.scheme, "callback": link.callback?.description, "ignored": header.ignored,
            "warnings": header.warnings.map { JSON(["code": $0.code.rawValue, "message": $0.message]) },
        ])
        return json
    }

    /// All ways to pay, and where the proof of the payment goes.
    private static func alternatives(of request: WalletRequest, _ proof: ProofOfPayment?) -> JSON {
        JSON([
            "proof": proof.map { "\($0.prefix)\($0.instruction)=" },
            "instructions": InstructionExplanation(instructions: request.instructions).json,
        ])
    }

    /// For people; a mistake is shown with its place in the link.
    var text: String {
        switch reading {
        case .link(let link): text(of: link)
        case .mistake(let error): error.text(of: bytes)
        }
    }

    /// What the caller says.
    private static func quotes(_ label: ForeignText?, _ message: ForeignText?) -> String {
        (label.map { "\nIt names the recipient: \(Quoted($0))" } ?? "")
            + (message.map { "\nIt says: \(Quoted($0))" } ?? "")
    }

    /// Not `joined`, which looks for its types first: that costs more than reading the link.
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
            if let request = link.request.asDescribed {
                let answer = link.callback.map { "\nAnswers \($0.description)" } ?? ""
                return DescribedExplanation(request: request, link: link).text + answer
            }
            return DappExplanation(request: link.request).text + Self.lines(WarningText(header.warnings).paragraphs)
        }
        for paragraph in InstructionText(link.request, of: link.coin, isWhole: true).paragraphs {
            text += "\n\(paragraph.text)"
        }
        text += header.sender.map { "\nAsked by “\($0.scheme)” (not verified)." } ?? "\nIt does not say who is asking."
        if let callback = link.callback { text += "\nAnswers \(callback.description)" }
        text += Self.lines(WarningText(header.warnings).paragraphs)
        // It has the address alone, so it is no other writing of a link that offers more.
        if !link.request.hasAlternatives, let plain = RequestLink(link.request, of: link.coin) {
            text += "\nAs every desktop delivers it: \(plain.text())"
        }
        for name in header.ignored { text += "\nIgnored: \(Quoted(name, limit: 40))" }
        return text
    }
}
