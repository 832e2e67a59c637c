import RouterTestSupport
import Testing

@testable import SchemeRouter

/// How each link ends: in the journal, in words, and for the requesting app (S10).
@Suite struct OutcomeTests {
    private static let txid = SignedTransaction.example.id.hex
    private static let payment = PaymentIntent(
        chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: [],
        recipient: ExecutionFixture.address, amount: Amount(units: 50_000_000)!, change: nil)
    private static let entry = JournalEntry(
        id: 3, seen: 1, changed: 1,
        request: JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: "f", chain: payment.chain, sender: "myapp",
            recipient: ExecutionFixture.address),
        progress: .sent, end: nil, amount: payment.amount, fee: nil, transaction: .example, inputs: [])
    private static let result = DappResult(
        action: .transfer, signer: AccountSigner(account: "bob", permission: "active"), publicKey: "K",
        content: .executed(SignedTransaction.example.id))
    private static let address = "Xown"
    private static let keys = ExtendedPublicKeys(bip32: "xpub32", bip44: "xpub44")
    private static let error = ServiceError(.networkRefused, "It was refused.", hint: "Try again.")
    private static let started = CallbackDelivery.started(.demo)
    private static let nobody = CallbackDelivery.none("There is no app to notify.", callback: "myapp://x")
    private static let broken = CallbackDelivery.failed("It is gone.", callback: "myapp://y")

    private static func paid(_ callback: CallbackDelivery) -> Outcome { .paid(.example, payment, callback: callback) }

    private static func replied(_ callback: CallbackDelivery, _ problem: String? = nil) -> Outcome {
        .replied(result, DappDelivery(serverProblem: problem, callback: callback))
    }

    @Test("each outcome is one sentence for each thing that happened")
    func descriptions() {
        let page = ServerAddress("https://dapp.example/x")
        let program = WalletProgram.example("electrum", takes: ["bitcoin"])
        let accepted = "The node reports that the network accepted transaction \(Self.txid)."
        let cases: [(outcome: Outcome, text: String)] = [
            (Self.paid(Self.started), "The network took the payment, transaction \(Self.txid). “Demo” was notified."),
            (.finished(Self.entry, callback: Self.nobody), "The payment was made before. There is no app to notify."),
            (.toldAddress(Self.address, callback: .told("shop")), "The address is Xown. The server shop was notified."),
            (
                .toldKeys(Self.keys, callback: Self.broken),
                "The master public keys were shared. The requesting app was not notified: It is gone."
            ),
            (Self.replied(Self.started, "It is full."), "\(accepted) It is full. “Demo” was notified."),
            (Self.replied(Self.started), "\(accepted) “Demo” was notified."),
            (.opened(page), "The link is about the page https://dapp.example/x."),
            (.opened(nil), "There is no page to open."),
            (.handedOver(program), "“electrum” got the link."),
            (.refused, PromptError.refused.description), (.timedOut, PromptError.timedOut.description),
            (.failed(Self.error), Self.error.description),
            (
                .unknown(.example, Self.error),
                "The payment may have been made. It is transaction \(Self.txid). \(Self.error.description)"
            ),
        ]
        for (outcome, text) in cases { #expect(outcome.description == text) }
    }

    @Test("a result says what the person saw; without words, or where there was nothing to say, what happened")
    func results() throws {
        let link = try ExecutionFixture().read(ExecutionFixture.pay)
        let words = OutcomeText(link: link)
        let shown = LinkResult(outcome: Self.paid(Self.started), entry: 1, words: words)
        #expect(
            shown.description == "Paid 0.5 DASH\nto \(ExecutionFixture.address)\nTransaction: \(Self.txid)\n"
                + "“Demo” was notified.")
        let program = WalletProgram.example("electrum", takes: ["bitcoin"])
        for result in [
            LinkResult(outcome: .handedOver(program), entry: 1, words: words),
            LinkResult(outcome: .refused, entry: nil),
        ] { #expect(result.description == result.outcome.description) }
    }

    @Test("S6: the end in the journal, and whether the requesting app still waits for its answer")
    func ends() {
        let lock = RequestError(.lockRequired, "A lock is required.")
        let invalid = RequestError(.invalidAddress, "No address.")
        let cases: [(outcome: Outcome, end: JournalEnd, isOwed: Bool)] = [
            (Self.paid(Self.started), .done, false), (Self.paid(.told("shop")), .done, false),
            (Self.paid(Self.nobody), .done, true), (Self.paid(Self.broken), .done, true),
            (.finished(Self.entry, callback: Self.started), .done, false),
            (.finished(Self.entry, callback: Self.nobody), .done, true),
            (.toldAddress(Self.address, callback: Self.nobody), .done, false),
            (.toldKeys(Self.keys, callback: Self.broken), .done, false),
            (Self.replied(Self.started), .done, false), (Self.replied(Self.nobody), .done, false),
            (Self.replied(.unrecorded), .done, true), (Self.replied(.refusedByServer, "full"), .done, true),
            (.opened(nil), .done, false),
            (.handedOver(.example("electrum", takes: ["bitcoin"])), .handedOver, false),
            (.rejected(lock), .refused, false), (.rejected(invalid), .failed, false),
            (.failed(Self.error), .failed, false),
            (.refused, .refused, false), (.timedOut, .timedOut, false),
            (.unknown(.example, Self.error), .unknown, false),
        ]
        for (outcome, end, isOwed) in cases {
            #expect(outcome.journalEnd == end && outcome.isOwed == isOwed, "\(outcome)")
        }
    }

    @Test("an error is what it says; one that nobody knows is internal")
    func errors() {
        struct Strange: Error {}
        let invalid = RequestError(.invalidAddress, "No address.")
        let cases: [(error: any Error, text: String, code: ServiceError.Code?)] = [
            (PromptError.refused, Outcome.refused.description, nil),
            (PromptError.timedOut, Outcome.timedOut.description, nil),
            (PromptError.unavailable("gone"), ServiceError.noPrompt("gone").description, .noPrompt),
            (PromptError.interrupted("killed"), ServiceError.noAnswer("killed").description, .noPrompt),
            (invalid, invalid.description, nil), (Self.error, Self.error.description, .networkRefused),
            (Strange(), ServiceError(.internalError, "Strange()").description, .internalError),
        ]
        for (error, text, code) in cases {
            let outcome = Outcome(stoppedBy: error)
            #expect(outcome.description == text)
            if case .failed(let error) = outcome { #expect(error.code == code) } else { #expect(code == nil) }
        }
        let unsent = ServiceError.Code.allCases.filter { ServiceError($0, "").meansNotSent }
        #expect(Set(unsent) == [.networkRefused, .networkUnreachable, .insufficientFunds, .unfitRequest])
    }

    // MARK: - What the person reads

    private static func summary(
        _ outcome: Outcome, _ link: String = ExecutionFixture.pay, by acceptance: Acceptance? = nil,
        showsRequest: Bool = false
    ) throws -> [String]? {
        let link = try ExecutionFixture().read(link)
        return OutcomeText(link: link, acceptance: acceptance, showsRequest: showsRequest).summary(outcome)?
            .map(\.text)
    }

    @Test("the summary has what was done and whether somebody knows of it, and what one server alone says is its word")
    func summaries() throws {
        let word = try #require(Acceptance.oneServer.reservation)
        let start = ["Paid 0.5 DASH", "to \(ExecutionFixture.address)", "Transaction: \(Self.txid)"]
        #expect(try Self.summary(Self.paid(Self.started)) == start + ["“Demo” was notified."])
        #expect(
            try Self.summary(Self.paid(.told("shop")), by: .oneServer) == start + [
                word, "The server shop was notified.",
            ])
        #expect(try Self.summary(Self.paid(Self.nobody), by: .network) == start + ["There is no app to notify."])
        #expect(
            try Self.summary(Self.replied(Self.broken, "It is full.")) == [
                Self.result.summary, "The dapp's server did not accept the result: It is full.",
                "The requesting app was not notified: It is gone.",
            ])
        #expect(
            try Self.summary(.unknown(.example, Self.error)) == [
                "The payment may have been made. It was refused.",
                "Do not pay again. Transaction: \(Self.txid)",
            ])
        #expect(try Self.summary(.rejected(RequestError(.lockRequired, "A lock is required."))) == nil)
    }

    @Test("what did not happen is named as what the link asked for")
    func nothing() throws {
        for (link, nothing) in [
            (ExecutionFixture.pay, "Nothing was paid."),
            ("dashwallet://request=address&sender=myapp", "Nothing was shared."),
            ("dashwallet://request=masterPublicKey&account=0&sender=myapp", "Nothing was shared."),
        ] {
            #expect(try Self.summary(.refused, link) == ["You refused. \(nothing)"])
            #expect(try Self.summary(.timedOut, link) == ["Nobody answered in time. \(nothing)"])
        }
    }

    @Test("a failure that kept the person from seeing the request shows it, and so does a lack of money")
    func requests() throws {
        let plain = "dash:\(ExecutionFixture.address)"
        let to = "to \(ExecutionFixture.address)."
        let poor = ServiceError(.insufficientFunds, "Too little.")
        let cases: [(link: String, asked: [String])] = [
            (ExecutionFixture.pay, ["“myapp” asks for a payment of 0.5 DASH", to]),
            (plain, ["A link asks for a payment", to]),
            ("\(plain)?amount=1", ["A link asks for a payment of 1 DASH", to]),
            ("dashwallet://request=address&sender=myapp", ["“myapp” asks for an address."]),
            (
                "dashwallet://request=masterPublicKey&account=0&sender=myapp",
                ["“myapp” asks for your master public keys."]
            ),
        ]
        for (link, asked) in cases {
            #expect(try Self.summary(.failed(poor), link) == asked + ["Too little."])
            #expect(try Self.summary(.failed(Self.error), link) == ["It was refused.", "Try again."])
            #expect(
                try Self.summary(.failed(Self.error), link, showsRequest: true) == asked + [
                    "It was refused.", "Try again.",
                ])
            let invalid = RequestError(.invalidAddress, "No address.", hint: "Ask again.")
            #expect(try Self.summary(.rejected(invalid), link) == ["No address.", "Ask again."])
            #expect(
                try Self.summary(.rejected(invalid), link, showsRequest: true) == asked + ["No address.", "Ask again."])
        }
    }

    @Test(
        "a dialogue also has what the person may have to copy, and everything is done only where nobody is left to tell"
    )
    func details() throws {
        let text = OutcomeText(link: try ExecutionFixture().read(ExecutionFixture.pay))
        let copy = ["The full answer, to copy into the requesting app:", "myapp://x"]
        let cases: [(outcome: Outcome, details: [String], isDone: Bool)] = [
            (Self.paid(Self.started), [], true), (Self.paid(Self.nobody), copy, false),
            (.finished(Self.entry, callback: Self.nobody), copy, false),
            (.finished(Self.entry, callback: Self.started), [], false),
            (.toldAddress(Self.address, callback: Self.nobody), copy, false),
            (.toldAddress(Self.address, callback: .told("shop")), [], true),
            (.toldKeys(Self.keys, callback: Self.nobody), ["The keys:", "xpub32", "xpub44"] + copy, false),
            (.toldKeys(Self.keys, callback: Self.started), ["The keys:", "xpub32", "xpub44"], true),
            (Self.replied(Self.started), [], true), (Self.replied(Self.nobody), copy, false),
            (Self.replied(Self.started, "It is full."), [], false),
            (.refused, [], false), (.timedOut, [], false), (.failed(Self.error), [], false), (.opened(nil), [], false),
            (.unknown(.example, Self.error), [], false),
        ]
        for (outcome, details, isDone) in cases {
            #expect(text.details(outcome).map(\.text) == details, "\(outcome)")
            #expect(text.isDone(outcome) == isDone, "\(outcome)")
        }
        let doubted = OutcomeText(link: text.link, acceptance: .oneServer)
        #expect(!doubted.isDone(Self.paid(Self.started)))
    }

    // MARK: - Replies

    @Test("S6: what an app is owed once its payment was sent: what the journal can write again, a proof, or nothing")
    func owed() throws {
        let chain = Self.payment.chain
        for (link, reply) in [
            (ExecutionFixture.pay, .toSender), ("dash:\(ExecutionFixture.address)?amount=1&pop=myapp%3A", .proof),
            ("dash:\(ExecutionFixture.address)?amount=1", nil), ("dashwallet://request=address&sender=myapp", nil),
            ("dashwallet://request=masterPublicKey&account=0&sender=myapp", nil),
        ] as [(String, JournalReply?)] {
            #expect(try ExecutionFixture().read(link).journalRequest(on: chain).reply == reply, "\(link)")
        }
    }

    @Test("S4: a second signature is told only where its text continues the first one, with what it adds")
    func secondSignature() {
        func values(_ texts: [String], _ signatures: [String]) -> [ReplyBlank: String] {
            let content = DappResult.Content.signed(texts: texts, signatures: signatures)
            let signer = AccountSigner(account: "bob", permission: "active")
            return DappResult(action: .login, signer: signer, publicKey: "K", content: content).values()
        }
        let one: [ReplyBlank: String] = [.account: "bob", .publicKey: "K", .permission: "active", .signature: "1"]
        let two = one.merging([.secondSignature: "2", .addition: "cd"]) { $1 }
        for (texts, signatures, found) in [
            (["ab", "abcd"], ["1", "2"], two), (["ab"], ["1", "2"], one), (["ab", "abcd"], ["1"], one),
            (["ab", "acd"], ["1", "2"], one), (["ab"], ["1"], one),
        ] { #expect(values(texts, signatures) == found, "\(texts) \(signatures)") }
    }
}
