import ExactJSON

/// The text of a consent to a dapp's request. What will be signed is decoded from its bytes; the dapp's own words are
/// quoted and come last (S5).
struct DappConsentText {
    let link: ReadLink

    /// Up to this many payments are listed on every page. If there are more, every page shows sums, and the text lists
    /// each payment.
    private static let mostInHeading = 3

    /// Who receives how much, for every page. Anything not known to be a payment is shown as a contract call; the text
    /// says what it moves, according to the contract's interface.
    func heading(_ intent: ActionsIntent) -> [Paragraph] {
        let payments = intent.actions.compactMap { action in action.payment.map { (action.contract, $0) } }
        guard intent.actions.count > 1 else {
            guard payments.isEmpty else { return payments.flatMap { [Self.amount($1, of: $0), "to \(word: $1.to)"] } }
            return intent.actions.map(Self.call)
        }
        let head: Paragraph = "One transaction with \(intent.actions.count) actions"
        guard payments.count > Self.mostInHeading else {
            return [head] + payments.map { "\(Self.amount($1, of: $0)) to \(word: $1.to)" }
        }
        var sums: [(contract: String, first: TokenPayment, units: Int128, count: Int)] = []
        for (contract, payment) in payments {
            let place = sums.firstIndex {
                $0.contract == contract && $0.first.token == payment.token && $0.first.decimals == payment.decimals
            }
            if let place {
                sums[place].units += Int128(payment.units)
                sums[place].count += 1
            } else {
                sums.append((contract, payment, Int128(payment.units), 1))
            }
        }
        return [head]
            + sums.map { sum in
                let total = TokenPayment.text(sum.units, decimals: sum.first.decimals, token: sum.first.token)
                return """
                    Pay \(amount: total) of the token contract \(word: sum.contract) in total, by \(sum.count) of them
                    """
            }
    }

    func paragraphs(_ intent: ActionsIntent) -> [Paragraph] {
        let count = intent.actions.count
        let actions = intent.actions.enumerated().map { position, action in
            text(of: action, number: count > 1 ? "\(position + 1) of \(count)" : nil)
        }
        return actions + ["Signed by \(text(of: intent.signer))."]
    }

    func paragraphs(_ intent: TextIntent) -> [Paragraph] {
        let signer = text(of: intent.signer)
        let texts: [Paragraph] = intent.texts.map { "\(Quoted(exactly: $0))" }
        switch intent.purpose {
        case .login:
            return ["Log in as \(signer).", "This will be signed:"] + texts
        case .message:
            return ["Sign this text as \(signer):"] + texts
        }
    }

    func paragraphs(_ intent: IdentityIntent) -> [Paragraph] {
        let scope: Paragraph =
            intent.scope.flatMap { $0.isEmpty ? nil : "It is valid only for \(word: $0)." }
            ?? "The request does not say whom it is for."
        return [
            "Log in as \(text(of: intent.signer)).",
            "You sign a proof that this account is yours. It pays nothing and changes nothing. \(scope)",
        ]
    }

    /// The requesting dapp.
    func caller(_ dapp: DappClaims) -> Paragraph {
        dapp.name?.ifVisible.map {
            "This request comes from a dapp that calls itself \(Quoted($0)); nobody has verified that."
        }
            ?? "The dapp does not give its name."
    }

    func quotes(_ dapp: DappClaims) -> [Paragraph] {
        var quotes: [Paragraph] =
            [
                dapp.note?.ifVisible.map { "The dapp says: \(Quoted($0))" },
                dapp.userName?.ifVisible.map { "It calls you \(Quoted($0))." },
                dapp.orderID?.ifVisible.map { "Its number for this request: \(Quoted($0))" },
            ].compactMap(\.self) + sent(dapp)
        if case .actions(let request) = link.request {
            quotes += request.calls.enumerated().compactMap { position, call in
                call.note?.ifVisible.map { "It says about action \(position + 1): \(Quoted($0))" }
            }
        }
        return quotes
    }

    /// The dapp's own words that go back to it or to a server it names: in links that are opened and in data that is
    /// posted. They are shown whole (S5).
    private func sent(_ dapp: DappClaims) -> [Paragraph] {
        [
            dapp.server.map {
                """
                The result is sent to the server \(word: $0.host)\(own: $0.isPlain ? " unencrypted" : ""): \
                \(Quoted(exactly: $0.text))
                """
            },
            dapp.wake.map(opened),
            dapp.userID.map { "The dapp's number for you: \(Quoted(exactly: $0))" },
            dapp.appKey.map { "The dapp's own number: \(Quoted(exactly: $0))" },
        ].compactMap(\.self)
    }

    /// What happens to the link that wakes the dapp, or to the page of its server.
    private func opened(_ wake: WakeLink) -> Paragraph {
        if link.callback?.between == nil { return "The answer is added to \(Quoted(exactly: wake.text))." }
        return wake.blanks.isEmpty
            ? "This link is opened unchanged: \(Quoted(exactly: wake.text))"
            : "The answer fills the blanks in \(Quoted(exactly: wake.text))."
    }

    /// - Parameter number: its number; nil if it is the only action, whose first words are in the heading.
    private func text(of action: PreparedAction, number: String?) -> Paragraph {
        var head: [Paragraph] = []
        var lines: [Paragraph] = []
        if let payment = action.payment {
            head = [Self.amount(payment, of: action.contract), "to \(word: payment.to)"]
            if !payment.memo.isEmpty { lines.append("with the memo \(Quoted(exactly: payment.memo))") }
            lines.append("from \(word: payment.from)")
        } else {
            head = [Self.call(action)]
            lines = Self.content(of: action)
        }
        guard let number else { return .lines(lines) }
        var paragraph = Paragraph.lines(["\(own: number): \(head[0])"] + head.dropFirst() + lines)
        paragraph.whenDivided = "\(number), continued: " + head.map(\.text).joined(separator: " ")
        return paragraph
    }

    private static func amount(_ payment: TokenPayment, of contract: String) -> Paragraph {
        "Pay \(amount: payment.quantity) of the token contract \(word: contract)"
    }

    private static func call(_ action: PreparedAction) -> Paragraph {
        "Call the contract \(word: action.contract) → \(word: action.name)"
    }

    /// What a call contains. The names are those of the contract's interface, the values the dapp's.
    private static func content(of action: PreparedAction) -> [Paragraph] {
        let content: [Paragraph] =
            action.content.members?.map { "\(Quoted(exactly: $0.name)): \(quoted($0.value))" }
            ?? ["\(quoted(action.content))"]
        return action.hasKnownInterface || content.isEmpty
            ? content : ["Its data, decoded by an interface that only the network vouches for:"] + content
    }

    private static func quoted(_ value: JSON) -> Quoted { Quoted(exactly: value.string ?? value.text) }

    /// An account of another chain can have the same name.
    private func text(of signer: AccountSigner) -> Paragraph {
        "\(word: signer.account) (\(word: signer.permission)) on \(own: link.coin.title)"
    }
}
