/// The text about a link that is handed to another wallet program (S15).
struct HandOverText {
    let link: ReadLink
    private(set) var intent: HandOverIntent
    let choice: WalletChoice
    let now: UnixTime
    /// Whether this coin is on its practice ledger here (S14).
    let isPracticeHere: Bool
    /// Whether a coin has a limit (S7).
    let hasLimits: Bool

    init(
        link: ReadLink, intent: HandOverIntent, choice: WalletChoice, now: UnixTime, isPracticeHere: Bool,
        hasLimits: Bool = false
    ) {
        (self.link, self.intent, self.choice) = (link, intent, choice)
        (self.now, self.isPracticeHere, self.hasLimits) = (now, isPracticeHere, hasLimits)
    }

    /// The same about another intent, such as one with an amount that the person gave.
    func about(_ intent: HandOverIntent) -> HandOverText {
        var text = self
        text.intent = intent
        return text
    }

    private var name: Quoted { Quoted(intent.program.program.name, limit: 80) }

    /// What every page shows.
    var heading: [Paragraph] { [link.isTyped ? "Let \(name) pay this?" : "Open this link with \(name)?"] + asked }

    /// What the program is asked to pay, depending on the way to pay that it receives.
    private var asked: [Paragraph] {
        if let described = DescribedText(link: link) { return described.asked }
        if intent.instruction.kind == .onchain { return Self.asked(link, paying: intent.cost.known) }
        let way = InstructionText(link.request, of: link.coin).request(for: intent.instruction)
        guard intent.instruction.amountMsat == nil, let amount = link.shownAmount else { return [way] }
        return [way, "The link asks for \(amount: link.coin.text(amount))."]
    }

    /// What the person must know before they agree.
    var paragraphs: [Paragraph] {
        let described = DescribedText(link: link)
        return [
            choice.lostRule.map { Self.notice(of: $0) },
            expired,
            hasLimits && link.request.header.warnings.contains { $0.code == .changesPermissions }
                ? "Your limits cannot count what is spent with this permission." : nil,
            isPracticeHere ? "Warning: you use practice money for this coin here, but \(name) uses real money." : nil,
            """
            It is \(word: intent.program.program.executable)\(own: intent.program.container.map { ", \($0)" } ?? ""). \
            It will ask for your approval itself.
            """,
            described == nil ? checked : nil,
            rewritten ?? whole ?? verbatim,
            leftOut,
            described == nil || link.request.action == .payment ? differences : nil,
            others,
            taken,
        ].compactMap(\.self) + (described?.details ?? InstructionText(link.request, of: link.coin).ways)
    }

    /// Known differences in how wallet programs read links (Documentation/protocols/hand-over.md §1).
    private var differences: Paragraph {
        let amount: Paragraph? =
            saysAmount ? nil : " The link gives no amount, and the program may show the amount of an earlier link."
        return "Compare the address and amount there: it may still show an earlier link.\(amount ?? "")"
    }

    /// Whether the program receives an amount: with an address the link's amount, with an invoice the invoice's own.
    private var saysAmount: Bool {
        guard intent.instruction.amountMsat == nil || intent.instruction.isPerItem else { return true }
        switch link.request {
        case .payment(let payment):
            return payment.details?.payments.allSatisfy { $0.amount != nil } ?? (intent.cost.known != nil)
        case .foreign(let request): return request.payments.allSatisfy { $0.amount != nil }
        case .address, .key, .scanQR, .login, .actions, .sign, .open: return true
        }
    }

    /// What the other program need not check again, and what it must check.
    private var checked: Paragraph {
        let network = intent.chain.network == .main ? "" : " (\(intent.chain.network.rawValue) network)"
        return switch intent.instruction.checked {
        case .checksum where intent.instruction.kind == .onchain:
            "Checked here: it is a valid \(own: link.coin.title)\(own: network) address."
        case .checksum: "Checked here: its checksum is correct."
        case .shape: "It has no checksum, so a typing error would not be noticed here."
        }
    }

    private var rewritten: Paragraph? {
        guard intent.isRewritten else { return nil }
        switch intent.instruction.kind {
        case .onchain where link.isTyped: return nil
        case .onchain:
            return "The link is rewritten to contain exactly what is shown here: \(word: intent.link)"
        case .link, .lightningAddress:
            return "The link is rewritten to contain exactly what is shown here: \(word: intent.link)"
        case .lightning, .lnurl: return "Only this is passed on, nothing else from the link."
        case .offer, .silentPayment, .privatePayment:
            return "The link is rewritten with only this way to pay. It is not known whether \(name) accepts it."
        }
    }

    /// The link itself, unless the other text already covers all of it.
    private var verbatim: Paragraph? {
        if link.request.payable?.data != nil, !intent.isRewritten {
            return "The link is passed on unchanged: \(word: KeyMaterial.hidden(in: intent.link))"
        }
        let isWhole = link.request.header.ignored.isEmpty && !link.isDescribedByOthers
        return isWhole || DescribedText(link: link) == nil
            ? nil : "The link is passed on unchanged: \(word: link.withoutSecrets ?? intent.link)"
    }

    /// What the link has and the program does not receive: nothing is lost in silence.
    private var leftOut: Paragraph? {
        let lost = link.leftOut(from: intent.link, paying: intent.instruction)
        return lost.names.isEmpty ? nil : "Left out for \(name): \(own: lost.text)."
    }

    /// Whether the program receives a link that is more than plain, because it is known to read all of it.
    private var isWhole: Bool { link.isMoreThanPlain && intent.link.isSame(link.received) }

    private var whole: Paragraph? {
        guard isWhole else { return nil }
        let proof: Paragraph? = link.request.proof.map {
            " It may send a proof of the payment to \(Quoted(exactly: $0.prefix))."
        }
        return "The link is passed on unchanged: \(name) is known to read all of it.\(proof ?? "")"
    }

    /// Which way to pay the program receives, if the link offers several.
    private var taken: Paragraph? {
        guard link.request.hasAlternatives else { return nil }
        guard !isWhole else { return "\(name) receives all ways to pay and chooses one; pay only once." }
        return "\(name) receives only the payment \(own: intent.instruction.kind.shortName); pay only once."
    }

    private var expired: Paragraph? {
        guard let end = intent.instruction.expires ?? link.request.asDescribed?.expires, end < now else { return nil }
        let advice = link.request.action == .payment ? " and should no longer be paid" : ""
        return "Warning: it expired at \(own: UTCTime.text(end))\(own: advice)."
    }

    private var others: Paragraph? {
        let ids = choice.ways.map { $0.program?.id ?? "router" }.filter { $0 != intent.program.id }
        guard let first = ids.first else { return nil }
        let name = first.hasSuffix(".desktop") ? String(first.dropLast(8)) : first
        let word = ShellWord.of(ForeignText(name.utf8, limit: 120).text)
        let text =
            link.isTyped
            ? Remedy.pay(with: word).text { "To use another wallet: \($0), with the same address and amount." }
            : Remedy.open(with: word).text { "For another wallet: \($0) and the link." }
        return text.map { Paragraph(own: $0) }
    }

    /// Says that we notify nobody.
    static func silence(about link: ReadLink, _ program: WalletProgram) -> String {
        guard let sender = link.request.header.sender else {
            return "This program will not report to anyone whether you paid."
        }
        return "This program will not report to “\(sender.scheme)” (not verified) whether you paid; that is up to "
            + "\(Quoted(program.program.name, limit: 80))."
    }

    /// A notice about a rule whose program does not exist.
    static func notice(of rule: HandOverRule) -> Paragraph {
        let target: Paragraph
        switch rule.target {
        case .program(let id): target = "\(word: id), which is not installed or does not accept this link"
        case .here, .ask: target = "this wallet, which has no network configured for it"
        }
        return "Warning: the rule at \(word: rule.place ?? "config.yaml") names \(target)."
    }

    /// What the link asks for and that it was checked.
    /// - Parameter chosen: the amount; nil if the link's is used, or the person gave none.
    static func asked(_ link: ReadLink, paying chosen: Amount? = nil) -> [Paragraph] {
        switch link.request {
        case .payment(let payment):
            if let text = DescribedText(link: link) { return text.asked }
            guard let address = payment.address else {
                let amount = link.shownAmount.map { " of \(link.coin.text($0))" } ?? ""
                return ["It asks for a payment\(own: amount) (\(own: link.coin.title))."]
            }
            let amount: Paragraph =
                (payment.amount ?? chosen).map { "\(amount: link.coin.text($0))" } ?? "an unspecified amount"
            let isAsked = !link.isTyped && (payment.amount != nil || chosen == nil)
            return [
                isAsked ? "It asks for a payment of \(amount)" : "Payment of \(amount)",
                "to \(address: address)",
            ]
        case .foreign, .login, .actions: return DescribedText(link: link)?.asked ?? []
        case .address, .key, .scanQR, .sign, .open: return []
        }
    }

    /// A program's short name for a button, with only characters that every prompt shows unchanged.
    static func shortName(_ program: WalletProgram) -> String {
        // Letters and digits only: combining marks could be stacked, and other characters could hide in a button.
        let scalars = program.program.name.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber: true
            default: scalar == " " || scalar == "-" || scalar == "."
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        var short = words.first.map { String($0.prefix(20)) } ?? program.id
        for word in words.dropFirst() where short.utf8.count + word.utf8.count < 20 { short += " " + word }
        return short
    }
}

extension WalletProgram {
    /// Where the program comes from, to distinguish programs with the same name.
    var locationText: String { container ?? Quoted.word(program.executable) }
}

extension PaymentInstruction.Kind {
    /// For a row of a list.
    package var shortName: String {
        switch self {
        case .onchain: "on-chain"
        case .lightning: "by Lightning"
        case .offer: "by an offer"
        case .silentPayment: "by a silent payment"
        case .privatePayment: "by a private payment"
        case .lnurl: "by LNURL"
        case .lightningAddress: "by a Lightning address"
        case .link: "unchanged"
        }
    }
}
