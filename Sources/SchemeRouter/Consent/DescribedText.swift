/// The text about a link of a described protocol (``DescribedRequest``): who is paid how much, what else the link says,
/// how far that was checked, and what was ignored.
public struct DescribedText {
    let request: DescribedRequest
    let coin: CoinDescriptor

    /// Creates the text about a request.
    /// - Parameters:
    ///   - request: what the link asks for.
    ///   - coin: the coin of the request.
    public init(_ request: DescribedRequest, of coin: CoinDescriptor) {
        self.request = request
        self.coin = coin
    }

    init?(link: ReadLink) {
        guard let request = link.request.asDescribed else { return nil }
        self.init(request, of: link.coin)
    }

    /// All of it.
    public var paragraphs: [Paragraph] {
        let warnings = WarningText(request.header.warnings)
        return warnings.risks + asked + details + warnings.others
    }

    /// The request.
    var asked: [Paragraph] {
        switch request.action {
        case .payment: payments
        case .login: ["It asks you to log in."] + unexpected
        case .withdraw: ["It offers you money that a server would pay to your wallet."] + unexpected
        case .channel: ["It asks your wallet to accept a Lightning channel from a server."] + unexpected
        case .askServer:
            ["Only a server knows what this link asks for; your wallet would ask that server."] + unexpected
        case .delegate: ["It asks you to let someone else stake your \(own: coin.title)."] + unexpected
        case .claim: ["It offers you something that your wallet would receive."] + unexpected
        case .contact: ["It asks you to add somebody to your contacts."] + unexpected
        default:
            ["It asks you to sign a transaction."] + (request.payments.count > 1 ? payments : amountsOfTransaction)
        }
    }

    private var amountsOfTransaction: [Paragraph] {
        request.payments.flatMap { payment -> [Paragraph] in
            let amount = payment.amount.map { [Paragraph(own: "The transaction also pays \($0.text).")] } ?? []
            return amount + (payment.address.map { ["It goes to \(address: $0.text)."] } ?? [])
        }
    }

    /// Always says who is paid, whatever the link is about.
    private var unexpected: [Paragraph] { request.payments.isEmpty ? [] : payments }

    private var payments: [Paragraph] {
        guard let first = request.payments.first else {
            guard request.instructions.isEmpty, request.facts.contains(where: { $0.field == "server" }) else {
                return ["It asks for a payment\(own: about)."]
            }
            return ["It asks for a payment. Only the server below knows the amount; your wallet asks it."]
        }
        guard request.payments.count > 1 else {
            return ["It asks for a payment of \(own: first.amount?.text ?? "any amount")", "to \(recipient(first))"]
        }
        let lines = request.payments.enumerated().map { index, payment -> Paragraph in
            "\(index + 1). \(own: payment.amount?.text ?? "an amount of your choice") to \(recipient(payment))"
        }
        let isUnspecified = request.payments.allSatisfy { $0.amount == nil }
        let sum =
            request.total.map { "\(request.isTotalOpen ? "at least " : "")\($0.text)" }
            ?? (isUnspecified ? "an unspecified amount" : "amounts that cannot be added up")
        return [
            .lines(["It asks for \(request.payments.count) payments, made together:"] + lines),
            "Together: \(own: sum)",
        ]
    }

    private var about: String { request.instructions.isEmpty ? "" : " (\(coin.title))" }

    private func recipient(_ payment: DescribedPayment) -> Paragraph {
        payment.address.map { "\(address: $0.text)" } ?? "an account that the link does not name"
    }

    // MARK: What else it says

    /// What the person must know in addition to the request.
    var details: [Paragraph] {
        var paragraphs = request.payments.indices.flatMap(texts)
        paragraphs += request.facts.filter { $0.field != "originVerified" }.map(Self.text)
        // Of another network a warning says so.
        if request.namesNetwork, request.header.network == .main { paragraphs.append("It is for the main network.") }
        paragraphs += InstructionText(WalletRequest(request), of: coin, isWhole: true).list
        paragraphs += checks
        if !request.header.ignored.isEmpty {
            let names = request.header.ignored.map { "\(Quoted($0, limit: 40))" }.joined(separator: ", ")
            // A link that any change would break is passed on whole.
            paragraphs.append(request.plain == nil ? "Passed on unread: \(own: names)" : "Ignored: \(own: names)")
        }
        return paragraphs
    }

    /// The texts of a payment. If there are several payments, each text says which of them it is of (S5).
    private func texts(of index: Int) -> [Paragraph] {
        let payment = request.payments[index]
        var paragraphs: [Paragraph] = []
        if let label = payment.label, !label.text.isEmpty {
            let start = request.payments.count > 1 ? "For payment \(index + 1), it" : "It"
            paragraphs.append("\(own: start) names the recipient: \(Quoted(label))")
        }
        // A list has one message and one memo.
        let list = request.payments.indices.filter { request.payments[$0].place == payment.place }
        guard index == list.first, let last = list.last else { return paragraphs }
        var which: String?
        if payment.hasOwnTexts, request.payments.count > 1 {
            which = index == last ? "payment \(index + 1)" : "payments \(index + 1) to \(last + 1)"
        }
        if let message = payment.message, !message.text.isEmpty {
            paragraphs.append("\(own: which.map { "For \($0), it" } ?? "It") says: \(Quoted(message))")
        }
        let with = which.map { " with \($0)" } ?? ""
        switch payment.memo {
        case .text(let memo):
            paragraphs.append("Memo\(own: with), for the recipient or for everyone to see: \(Quoted(exactly: memo))")
        case .data(let memo):
            paragraphs.append("Data included\(own: with) for the recipient or for everyone to see: \(word: memo)")
        case nil: break
        }
        return paragraphs
    }

    /// How far addresses and similar values were checked.
    private var checks: [Paragraph] {
        let addresses = request.payments.compactMap(\.address)
        var paragraphs: [Paragraph] = []
        if !addresses.isEmpty {
            let isOne = addresses.count == 1
            let unknown = addresses.count { $0.checked != .checksum }
            if unknown == 0 {
                paragraphs.append(
                    "Checked here: \(own: isOne ? "the checksum of the address is correct" : "the checksums of all addresses are correct")."
                )
            } else {
                let which = isOne ? "the address" : unknown < addresses.count ? "some addresses" : "all addresses"
                paragraphs.append(
                    "Only the format of \(own: which) was checked, so a typing error would not be noticed here.")
            }
            for note in Set(addresses.compactMap(\.unchecked)).sorted() { paragraphs.append(Paragraph(own: note)) }
        }
        let right = request.facts.filter { $0.checked == .checksum }.map(\.title)
        if !right.isEmpty { paragraphs.append("The checksum is correct for: \(own: right.joined(separator: ", ")).") }
        let shapes = request.facts.filter { $0.checked == .shape }.map(\.title)
        if !shapes.isEmpty {
            paragraphs.append("Only the format was checked for: \(own: shapes.joined(separator: ", ")).")
        }
        return paragraphs
    }

    private static func text(_ fact: LinkFact) -> Paragraph {
        let value = fact.shown ?? fact.value
        if value.isNothing { return "No \(own: fact.title)" }
        switch value {
        case .list(let values) where values.count > 1 || values.contains(where: \.isCompound):
            return .lines(
                ["\(own: fact.title.capitalisedFirst):"]
                    + values.enumerated().map { "\($0 + 1). \(text(of: $1))" })
        case .fields(let fields):
            return .lines(
                ["\(own: fact.title.capitalisedFirst):"]
                    + fields.map {
                        $0.value.isNothing ? "No \(own: $0.name)" : "\(own: $0.name): \(text(of: $0.value))"
                    })
        default: return "\(own: fact.title.capitalisedFirst): \(text(of: value))"
        }
    }

    private static func text(of value: LinkFact.Value) -> Paragraph {
        switch value {
        case .text(let text): "\(Quoted(exactly: text))"
        case .name(let name): "\(word: name)"
        case .own(let words): "\(own: words)"
        case .number(let number): "\(own: String(number))"
        case .flag(let flag): flag ? "yes" : "no"
        case .null: "none"
        case .list(let values): join(values.map(text))
        case .fields(let fields):
            join(
                fields.map { $0.value.isNothing ? "no \(own: $0.name)" : "\(own: $0.name) \(text(of: $0.value))" })
        }
    }

    private static func join(_ parts: [Paragraph]) -> Paragraph {
        guard var all = parts.first else { return "none" }
        for part in parts.dropFirst() { all = "\(all), \(part)" }
        return all
    }
}

extension LinkFact.Value {
    fileprivate var isCompound: Bool {
        switch self {
        case .fields, .list: true
        case .text, .name, .own, .number, .flag, .null: false
        }
    }

    /// Whether the text is empty: then we say so, instead of showing empty quotation marks.
    fileprivate var isNothing: Bool {
        switch self {
        case .text(let text), .name(let text): text.isEmpty
        case .null: true
        case .list(let values): values.isEmpty
        case .own, .number, .flag, .fields: false
        }
    }
}

extension String {
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
