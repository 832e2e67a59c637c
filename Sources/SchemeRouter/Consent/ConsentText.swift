/// The text of a consent, in our words, made from the intent that will be signed. The caller's words are quoted and
/// come last (S5), so that the facts come first whatever the caller says.
struct ConsentText {
    let link: ReadLink
    let chain: ChainID
    let receiver: Receiver
    /// What the requesting app is told if the request is not carried out.
    let failures: FailureReplies
    /// The name of the node's wallet that pays; nil if the person's own keys pay.
    var nodeWallet: String?

    /// The text for handing the link to another wallet program; nil if this wallet carries it out.
    var handOver: HandOverText?
    /// A notice that another wallet recently received the same link; nil if none did.
    var before: RecentHandOverNotice?

    /// The fee that the person chose; nil if they did not choose.
    var fee: FeeChoice?
    /// Whether the person was offered a lower fee for this payment.
    var hasChosenFee = false

    /// A notice that the same was paid before; nil if it was not.
    var paid: PaidText?

    /// What a payment of everything leaves in its account; nil if it leaves nothing or pays a given amount.
    var leaves: Amount?

    /// Who opened the link, as far as the desktop knows; nil if that is unknown.
    var opener: Opener?

    /// A warning about the node or server that gave the facts; nil if there is none.
    var networkWarning: String?

    /// The current time, to which the end of a request is compared.
    var now: UnixTime = 0

    /// As ``Prompt/columns``.
    let columns: Int

    /// First line of every page about practice money (S14).
    static let practice = "PRACTICE – no real money"

    func dialogue(_ intent: Intent) throws(RequestError) -> Dialogue {
        let agree =
            switch intent {
            case .payment: "Pay"
            case .address, .newAddress: "Share the address"
            case .keys: "Share the keys"
            case .actions: "Sign and send"
            case .identity: "Log in"
            case .texts(let texts): texts.purpose == .login ? "Log in" : "Sign"
            case .handOver(let handOver): "Open \(HandOverText.shortName(handOver.program))"
            }
        return Dialogue(title: title, text: try text(intent), agree: agree, about: subject(intent))
    }

    /// The subject of a dialogue of this consent.
    func subject(_ intent: Intent? = nil) -> DialogueSubject {
        DialogueSubject(request: link.request, coin: link.coin, chain: chain, intent: intent)
    }

    /// The pages that show `intent`, see ``text(_:)``.
    func pages(_ intent: Intent) throws(RequestError) -> [String] { try text(intent).pages }

    /// The text that shows `intent`.
    ///
    /// The first page names the receiver of the answer: a refusal is answered too, so a person who refuses there must
    /// have seen it.
    func text(_ intent: Intent) throws(RequestError) -> LaidOutText {
        let heading = heading(intent)
        let warnings = warnings(about: intent)
        // Next to the total, which the earlier payment also had.
        var isPayment = false
        if case .payment = intent { isPayment = true }
        let notices = [
            networkWarning.map { "Warning: \(own: $0)" }, expired, before?.paragraph, isPayment ? nil : paid?.paragraph,
        ].compactMap(\.self)
        let what = warnings.risks + notices + paragraphs(intent) + warnings.others
        let toDo: [Paragraph] = ["Refuse if you did not just ask for this."]
        let subject = intent.windowSubject
        let (caller, afterwards) = (caller.saying(.asker), afterwards.saying(.answer))
        let quotes = quotes.map { $0.saying(.quote) }
        let text = try layOut(subject, heading: heading, groups: [what, [caller] + quotes + [afterwards], toDo])
        guard text.pages.count > 1 else { return text }
        return try layOut(subject, heading: heading, groups: [[afterwards], what, [caller] + quotes, toDo])
    }

    /// - Parameter most: the most that can be paid; nil if unknown.
    func question(_ question: Question, most: Amount?) throws(RequestError) -> Dialogue {
        let agree =
            switch question {
            case .amount: "Continue"
            case .lock(let name, _): "Use \(name)"
            }
        let said = quotes.map { $0.saying(.quote) }
        let text = try layOut(
            heading: [recipient].compactMap(\.self),
            groups: [
                [Paragraph(own: QuestionText.text(question, link.coin, most: most))],
                [caller.saying(.asker)] + said + [afterwards.saying(.answer)],
            ])
        return Dialogue(title: title, text: text, agree: agree, about: subject())
    }

    /// Lays out any text about this link.
    /// - Parameters:
    ///   - subject: what it is about, for windows.
    ///   - heading: shown on every page.
    ///   - groups: the text, with a blank line between two groups.
    ///   - isPractice: whether the text is about practice money, even if the link is now about another network.
    func layOut(
        _ subject: DialogueContent.Subject = .question, heading: [Paragraph] = [], groups: [[Paragraph]],
        isPractice: Bool = false
    ) throws(RequestError) -> LaidOutText {
        let notice = chain.isPractice || isPractice ? Self.practice : nil
        guard
            let text = PageLayout.text(
                about: subject, notice: notice, heading: heading, columns: columns, groups: groups)
        else { throw .tooMuchToShow }
        return text
    }

    var title: String { "\(chain.isPractice ? "Practice: " : "")\(link.coin.title)" }

    /// What the person must see above every button: who receives how much.
    func heading(_ intent: Intent) -> [Paragraph] {
        switch intent {
        case .payment(let payment):
            payment.list.isEmpty
                ? ["Pay \(amount: link.coin.text(payment.amount))", "to \(address: payment.recipient)"]
                : ["Pay \(amount: link.coin.text(payment.amount)) together", "to \(payment.list.count) recipients"]
        case .actions(let actions): DappConsentText(link: link).heading(actions)
        case .handOver(let intent): handOver?.about(intent).heading ?? []
        case .address, .newAddress, .keys, .identity, .texts: []
        }
    }

    private func paragraphs(_ intent: Intent) -> [Paragraph] {
        switch intent {
        case .payment(let payment):
            let coin = link.coin
            let fee = payment.fee ?? .zero
            let total = coin.text(payment.amount.adding(fee) ?? payment.amount)
            let warnings = coin.warnings(aboutFeeOf: payment)
            guard let nodeWallet else {
                let feeText: Paragraph = "Fee: \(amount: coin.text(fee))"
                let totalText: Paragraph = "Total: \(amount: total)\(own: source(of: payment))"
                var paragraphs = [feeText.saying(.fact), totalText.saying(.fact)]
                if payment.data != nil, payment.change != nil { paragraphs.append(Self.changeReturns) }
                paragraphs += [paid?.paragraph, rest].compactMap(\.self)
                paragraphs += FeeText(choice: self.fee, coin: coin).paragraphs(
                    isHigh: !warnings.isEmpty && !hasChosenFee)
                return paragraphs + warnings
            }
            let payer: Paragraph =
                payment.prepared?.payer.map { "\(own: $0) pays." }
                ?? "Your node pays from its wallet \(Quoted(nodeWallet, limit: 80)), with its own keys."
            let chooser = payment.prepared?.payer == nil ? "the node" : "that wallet"
            let feeText: Paragraph = "Fee: \(amount: coin.text(fee)), chosen by \(own: chooser)."
            let totalText: Paragraph = "Total: \(amount: total)"
            var paragraphs = list(of: payment) + [payer, feeText.saying(.fact), totalText.saying(.fact)]
            if let paid { paragraphs.append(paid.paragraph) }
            return paragraphs + warnings
        case .address(let address):
            return [
                "Share an address of your \(own: link.coin.title) wallet, so that you can be paid:",
                "\(address: address.address.text)",
            ]
        case .newAddress(let address):
            return [
                "Share an address of your \(own: link.coin.title) wallet that only this app gets, so that you can be paid.",
                """
                The wallet names it when you agree, and makes one if it has none for this app: \(own: address.wallet). \
                That it is yours is that wallet's word.
                """,
            ]
        case .keys(let keys):
            return [
                """
                Share the master public keys of account \(keys.account) of your \(own: link.coin.title) wallet \
                (\(own: "\(keys.bip32)") and \(own: "\(keys.bip44)")).
                """,
                """
                Whoever has them can see all payments of this account, past and future, for ever. \
                They cannot move your money.
                """,
            ]
        case .actions(let actions): return DappConsentText(link: link).paragraphs(actions)
        case .identity(let identity): return DappConsentText(link: link).paragraphs(identity)
        case .texts(let texts): return DappConsentText(link: link).paragraphs(texts)
        case .handOver(let intent): return handOver?.about(intent).paragraphs ?? []
        }
    }

    /// Everybody who is paid, if there are several.
    private func list(of payment: PaymentIntent) -> [Paragraph] {
        guard !payment.list.isEmpty else { return [] }
        return [
            .lines(
                payment.list.enumerated().map { index, payee in
                    "\(index + 1). \(amount: link.coin.text(payee.amount)) to \(address: payee.address)"
                })
        ]
    }

    private static let changeReturns: Paragraph =
        "Your change returns to the address that the payment comes from: the service refunds there."

    /// Warnings about the link and about the network's response.
    private func warnings(about intent: Intent) -> WarningText {
        var warnings = link.request.header.warnings
        if case .actions(let actions) = intent { warnings += actions.actions.flatMap(\.warnings) }
        return WarningText(warnings)
    }

    /// Another wallet's text says it itself.
    private var expired: Paragraph? {
        guard handOver == nil, let end = link.request.payable?.expires, end < now else {
            return nil
        }
        return "Warning: the request ended at \(own: UTCTime.text(end)) and should no longer be paid."
    }

    private var rest: Paragraph? {
        leaves.map {
            """
            \(own: link.coin.text($0)) stays in the account. This payment cannot spend it: it is unconfirmed, is in more \
            outputs than fit into one transaction, would cost more to spend than it is worth, or cannot be read.
            """
        }
    }

    /// Which account pays. A wallet that cannot have that account will not sign.
    private func source(of payment: PaymentIntent) -> String {
        guard let input = payment.inputs.first, let account = AccountName(ofKeyAt: input.path) else { return "" }
        return ", from \(account.text)"
    }

    private var recipient: Paragraph? {
        if nodeWallet != nil, let described = link.request.asDescribed {
            return .lines(DescribedText(described, of: link.coin).asked)
        }
        guard let payment = link.request.payable, let address = payment.address else { return nil }
        let amount: Paragraph = payment.amount.map { "of \(amount: link.coin.text($0)) " } ?? ""
        return "Payment \(amount)to \(address: address)"
    }

    var caller: Paragraph {
        guard !link.isTyped, let opener = opener?.claim else { return claim }
        // Of who asks by a link that names nobody, this is all that is known.
        guard link.request.dapp != nil || link.request.header.sender != nil else { return opener }
        return .lines([claim, opener])
    }

    /// What the link says of who is asking.
    private var claim: Paragraph {
        guard !link.isTyped else {
            let starter = Remedy.pay(with: nil).text({ $0 }, or: "You")
            return "\(own: starter) started this payment; no link or app asked for it."
        }
        if let dapp = link.request.dapp { return DappConsentText(link: link).caller(dapp) }
        guard let sender = link.request.header.sender else { return "The link does not say who is asking." }
        // A sender is a URL scheme: letters, digits and three signs, no spaces.
        let unverified: Paragraph = "It calls itself “\(own: sender.scheme)”; nobody has verified that."
        let name = sender.displayName
        return link.request.payable != nil
            ? "Application \(own: name) is requesting a payment to this address. \(unverified)"
            : "This request comes from the application \(own: name). \(unverified)"
    }

    var afterwards: Paragraph {
        let refusal = failures[.declined] != nil ? ", even if you refuse" : ""
        switch receiver {
        case .program(let program, let before):
            let answer: Paragraph =
                "This program will receive the answer\(own: refusal): \(KnownReceiver(program).text)."
            return .lines([answer] + proof + wording + receiverHistory(of: program, before))
        case .page(let host):
            return "The server \(word: host) will be notified\(own: refusal)."
        case .server(let host): return "The server \(word: host) will receive the result."
        case .unreachable(let reason), .nobody(let reason):
            return Paragraph(own: reason)
        }
    }

    /// What the answer proves, if it does.
    private var proof: [Paragraph] {
        guard link.callback?.has(.paymentProof) == true else { return [] }
        return ["It proves to this program that the recipient got the amount."]
    }

    /// What each field of the replies contains, if the plugin chose that at run time.
    private var wording: [Paragraph] {
        [("The answer", link.callback), ("If the outcome is unknown", failures[.unknown])].compactMap { words, reply in
            reply.flatMap { link.wording(of: $0) }.map { "\(own: words): \(Quoted($0, limit: 1_000))" }
        }
    }

    /// The dialogue shown before the consent if what will be signed can cost more than it seems.
    func warning(about intent: Intent) throws(RequestError) -> Dialogue? {
        guard case .actions(let actions) = intent else { return nil }
        let warnings = actions.actions.filter(\.isHighRisk).flatMap(\.warnings).map { Paragraph(own: $0.message) }
        guard !warnings.isEmpty else { return nil }
        let text = try layOut(
            intent.windowSubject, heading: heading(intent),
            groups: [
                ["Warning: this is dangerous."] + warnings.map { $0.saying(.warning) },
                [afterwards.saying(.answer), caller.saying(.asker)], ["Refuse unless you know why."],
            ])
        return Dialogue(title: title, text: text, agree: "Show everything", about: subject(intent))
    }

    /// What the person must know if a different program received the answers before, or none did.
    private func receiverHistory(of program: ReceivingProgram, _ before: KnownReceiver?) -> [Paragraph] {
        // A proof of payment goes to a scheme that the link does not call its sender.
        let sender = link.request.header.sender?.scheme ?? link.callback?.scheme.lowercased() ?? ""
        guard let before else { return ["This is the first answer to “\(own: sender)”: is this the right program?"] }
        guard !before.isSame(as: program) else { return [] }
        guard !before.isOfEarlierVersion || !before.executable.isSame(program.executable) else {
            return [
                """
                Earlier answers to “\(own: sender)” went to a program in the same file, \(before.text); which one \
                was not recorded. Is this the right program?
                """
            ]
        }
        return [
            """
            Warning: until now another program received the answers of “\(own: sender)”: \
            \(before.text(besides: program)).
            """
        ]
    }

    private var quotes: [Paragraph] {
        if let dapp = link.request.dapp { return DappConsentText(link: link).quotes(dapp) }
        if nodeWallet != nil, let described = link.request.asDescribed {
            return DescribedText(described, of: link.coin).details
        }
        guard let payment = link.request.payable else { return [] }
        return (handOver == nil ? InstructionText(link.request, of: link.coin).paragraphs : [])
            + [
                payment.label?.ifVisible.map { "The link names the recipient: \(Quoted($0))" },
                payment.message?.ifVisible.map { "The link says: \(Quoted($0))" },
                // Another wallet does not get it.
                handOver == nil
                    ? payment.proof.map { "Proof of the payment will be added to \(Quoted(exactly: $0.prefix))." }
                    : nil,
            ].compactMap { $0 }
    }
}

extension Intent {
    /// What a window about it is about.
    fileprivate var windowSubject: DialogueContent.Subject {
        switch self {
        case .payment: .payment
        case .address, .newAddress: .address
        case .keys: .keys
        case .actions: .actions
        case .identity: .identity
        case .texts: .signature
        case .handOver: .handOver
        }
    }
}

enum QuestionText {
    static func text(_ question: Question, _ coin: CoinDescriptor, most: Amount? = nil) -> String {
        switch question {
        case .amount:
            "The link does not say how much to pay. How many \(coin.ticker)?"
                + (most.map { " “\(Answers.all)” pays everything you can: \(coin.text($0))." } ?? "")
        case .lock(let name, isRequired: true):
            "The link requires \(name), which you switched off. Use it for this payment? If not, nothing is paid."
        case .lock(let name, isRequired: false):
            "The link asks for \(name), which you switched off. Use it for this payment, or pay without it?"
        }
    }
}

extension RequestError {
    /// A link whose texts fill more pages than anybody reads.
    static let tooMuchToShow = RequestError(
        .tooMuchToShow, "The link has more text than fits on \(PageLayout.maxPages) pages.",
        hint: "Ask the sender for a shorter message.")
}

extension Opener {
    /// What a consent says of it, in one line; nil if the person typed the command. The history has the rest.
    var claim: Paragraph? {
        guard kind != .typed else { return nil }
        let name = title.map { "\(Quoted($0, limit: 30))" } ?? Quoted.word(id)
        let box = kind == .flatpak ? " (Flatpak)" : kind == .snap ? " (snap)" : ""
        return "Opened by \(own: name + box), says the desktop."
    }
}
