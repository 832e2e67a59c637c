import RouterDash
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Links that the node's own wallet pays: agreed to, recorded and never paid twice.
@Suite struct NodePaymentTests {
    let fixture: NodePaymentFixture

    init() throws {
        fixture = try NodePaymentFixture()
    }

    private func txid(_ outcome: Outcome) -> String? {
        if case .paid(let transaction, _, _) = outcome { transaction.id.hex } else { nil }
    }

    private func code(_ outcome: Outcome) -> ServiceError.Code? {
        switch outcome {
        case .failed(let error), .unknown(_, let error): error.code
        default: nil
        }
    }

    @Test("S5: the person sees who pays and how much, and agrees with the passcode; then it is paid and told")
    func pays() async throws {
        let (outcome, shown) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(txid(outcome) == Recorded.signed.id.hex)
        #expect(shown.count == 1)
        #expect(
            shown[0].contains(
                "Pay 3 DASH\nto yRW2 4vku LvaE bWME 9aty 12EC hAzc CQdF Ld\nYour node pays from its wallet “w”"))
        #expect(shown[0].contains("Fee: 0.00000226 DASH, chosen by the node.\nTotal: 3.00000226 DASH"))
        #expect(fixture.launcher.opened.count == 1)
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.progress == .calledBack && entry.end == .done)
        #expect(entry.transaction == Recorded.signed && entry.fee?.units == 226)
        #expect(fixture.sent == 1)
    }

    @Test(
        "S5: nothing is signed without the passcode",
        arguments: [
            FakePrompt.Answer.fail(.refused), .fail(.timedOut), .type("wrong"),
        ])
    func refused(_ answer: FakePrompt.Answer) async throws {
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, answer)
        #expect(txid(outcome) == nil)
        let effects = ["signrawtransactionwithwallet", "lockunspent", "sendrawtransaction", "walletpassphrase"]
        #expect(!fixture.node.methods.contains(where: effects.contains))
    }

    @Test("S16: the node's wallet does not pay whom a payment that was given up could still pay")
    func givenUp() async throws {
        let recipient = "yRW24vkuLvaEbWME9aty12EChAzcCQdFLd"
        for (paid, isRefused) in [(recipient, true), ("yNPbcFfabtNmmxKdGwhHomdYfVs6gikbPf", false)] {
            let fixture = try NodePaymentFixture()
            let chain = ChainID(coin: "dash", network: .regtest, isPractice: false)
            let entry = try fixture.journal.begin(
                JournalRequest(
                    action: .payment, scheme: "dash", fingerprint: paid, chain: chain, sender: nil, recipient: paid),
                at: 1)
            let utxo = OwnedUTXO.example(100_000_000)
            let intent = PaymentIntent(
                chain: chain, inputs: [utxo], recipient: paid, amount: try #require(Amount(units: 1)), change: nil)
            for step in [
                JournalStep.approved(.payment(intent)), .signed(.example, inputs: [utxo.outpoint]), .ended(.failed),
            ] { try fixture.journal.note(step, of: entry, at: 1) }
            let (outcome, shown) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
            #expect(code(outcome) == (isRefused ? .refusedByPolicy : nil))
            #expect(shown.isEmpty == isRefused && (fixture.sent == 0) == isRefused)
            // Forgotten, as the refusal advises.
            #expect(try fixture.journal.forget(before: 2) == 1)
        }
    }

    /// Pays, and the answer of the node is lost.
    private func lose() async throws {
        fixture.node.on("sendrawtransaction") { _ in .nothing(.lost) }
        let (lost, _) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(code(lost) == .answerUnknown)
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.isUndecided && entry.transaction == Recorded.signed)
        #expect(fixture.launcher.opened.isEmpty)
    }

    @Test("S6: after a lost answer the same bytes are found or sent again; the payment is told, and not made again")
    func found() async throws {
        try await lose()
        fixture.node.hasPayment()
        let (outcome, shown) = try await fixture.open()
        guard case .finished(let entry, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(entry.id == 1 && entry.transaction == Recorded.signed && shown.isEmpty)
        #expect(fixture.node.calls(of: "signrawtransactionwithwallet").count == 1)
        #expect(fixture.launcher.opened.count == 1)
        #expect(try fixture.journal.newest(1).first?.end == .done)
    }

    @Test(
        "S6: whatever the clock says, a payment without an answer stays undecided, and counts",
        arguments: [-100_000, 0, 61, 100_000, 90 * 86_400] as [UnixTime])
    func clocks(_ jump: UnixTime) async throws {
        fixture.policy = Policy(limits: ["dash": .init(day: Amount(units: 400_000_000)!)])
        try await lose()
        fixture.now.withLock { $0 += jump }
        fixture.node.on("getblockchaininfo") { _ in .nothing(.refused) }
        #expect(code(try await fixture.open().outcome) == .networkUnreachable)
        for state in try await fixture.resume() {
            guard case .undecided = state else {
                Issue.record("\(state)")
                continue
            }
        }
        #expect(try fixture.journal.newest(1).first?.isUndecided == true)
        // Neither is it forgotten while another payment is asked for: the limit of 4 DASH a day holds.
        fixture.node.say(Recorded.result("001"), to: "getblockchaininfo")
        fixture.node.say("[]", to: "testmempoolaccept")
        let other = NodePaymentFixture.link.replacing(
            "yRW24vkuLvaEbWME9aty12EChAzcCQdFLd", with: "yNPbcFfabtNmmxKdGwhHomdYfVs6gikbPf")
        let (outcome, _) = try await fixture.open(other, NodePaymentFixture.passcode)
        #expect(code(outcome) != nil && fixture.sent == 1, "\(outcome)")
    }

    @Test(
        "S6: resuming leaves a payment open while no node answers, and finds it when one does, whichever wallet pays then"
    )
    func resumes() async throws {
        try await lose()
        fixture.node.on("getblockchaininfo") { _ in .nothing(.refused) }
        guard case .undecided? = try await fixture.resume().first else {
            Issue.record("it was decided")
            return
        }
        fixture.node.say(Recorded.result("001"), to: "getblockchaininfo")
        fixture.node.hasPayment()
        fixture.now.withLock { $0 += 10_000 }
        #expect(try await fixture.resume(namesWallet: false).map { $0.callback?.callback } == [nil])
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.end == .done && entry.transaction == Recorded.signed)
        #expect(fixture.launcher.opened.count == 1 && fixture.sent == 1)
        #expect(try await fixture.resume().isEmpty)
    }

    @Test(
        "S6: only a refusal by the node makes a payment unsent, not any other error", arguments: [-1, -4, -99])
    func errorAfterwards(_ code: Int) async throws {
        fixture.node.on("sendrawtransaction") { _ in .failure(code, "std::bad_alloc") }
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(self.code(outcome) == .answerUnknown)
        #expect(try fixture.journal.newest(1).first?.isUndecided == true)
        let other = try NodePaymentFixture()
        other.node.on("sendrawtransaction") { _ in .failure(code, "std::bad_alloc") }
        other.node.say(Recorded.result("191"), to: "getrawtransaction")
        let (found, _) = try await other.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(txid(found) == Recorded.signed.id.hex)
    }

    @Test("a refusal of the node ends the link: nothing was paid")
    func nodeRefuses() async throws {
        fixture.node.on("signrawtransactionwithwallet") { _ in Recorded.failure("259") }
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(code(outcome) == .networkRefused)
        #expect(try fixture.journal.newest(1).first?.end == .failed && fixture.sent == 0)
    }

    @Test(
        "S6, S16: a node that sends the payment when it is asked to sign it, and then fails, cannot have it paid again",
        arguments: [
            ScriptedNode.Reply.nothing(.lost), .failure(-4, "no"), .answer(500, ""), .answer(401, ""),
            .result(Recorded.signature.replacing("true", with: "false")),
        ])
    func executesAtSigning(_ reply: ScriptedNode.Reply) async throws {
        fixture.policy = Policy(limits: ["dash": .init(day: Amount(units: 500_000_000)!)])
        fixture.node.on("signrawtransactionwithwallet") { _ in reply }
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.hint?.contains("Nothing was sent") != true, "\(error)")
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.isGivenUp && entry.inputs.count == 1 && entry.nodeSignature == .asked)
        // The wallet no longer has the coin.
        fixture.node.say("[]", to: "listunspent")
        fixture.now.withLock { $0 += 1_000 }
        let (again, shown) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(code(again) == .refusedByPolicy && shown.isEmpty && fixture.sent == 0, "\(again)")
        #expect(fixture.node.calls(of: "signrawtransactionwithwallet").count <= 2)
    }

    @Test("too little money, a fee above the limit and the person's own limits are refused before they are asked")
    func limits() async throws {
        fixture.policy = Policy(limits: ["dash": .init(payment: Amount(units: 300_000_225)!)])
        #expect(code(try await fixture.open().outcome) == .refusedByPolicy)
        fixture.policy = Policy()
        fixture.now.withLock { $0 += 1_000 }
        fixture.node.next(
            "fundrawtransaction",
            .result(
                Recorded.funded.replacing("0.00000226", with: "0.10002250")))
        #expect(code(try await fixture.open().outcome) == .refusedByCheck)
        fixture.now.withLock { $0 += 1_000 }
        fixture.node.say(Recorded.result("079"), to: "getbalances")
        let (outcome, shown) = try await fixture.open()
        #expect(code(outcome) == .insufficientFunds && shown.isEmpty)
        guard case .failed(let error) = outcome else { return }
        #expect(error.message.contains("It can spend "), "\(error)")
        #expect(fixture.sent == 0)
    }

    /// A plugin that wants another amount to be paid.
    private struct LyingPlugin: PaymentPlugin, LinkReader {
        let honest = DashPlugin()

        func supportedRequiredParameters(
            for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
        ) -> Set<ParameterName> {
            honest.supportedRequiredParameters(for: coin, in: grammar)
        }
        func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
            honest.isAddress(address, on: network)
        }
        func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }
        var replyForms: [ReplyForm] { honest.replyForms }
        func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
            honest.reply(to: request, ending: ending)
        }
        func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? { nil }
        func pay(
            _ request: PaymentRequest, answers: Answers, with services: PaymentServices
        ) async throws(ServiceError) -> PaymentIntent {
            let payment = try await honest.pay(request, answers: answers, with: services)
            return PaymentIntent(
                chain: payment.chain, inputs: payment.inputs, recipient: payment.recipient,
                amount: payment.amount.adding(Amount(units: 1)!)!, change: payment.change)
        }
        func address(
            _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
        ) async throws(ServiceError) -> AddressIntent { try await honest.address(request, of: account, on: chain) }
        func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
            try honest.key(request, on: chain)
        }
    }

    @Test("S11: a node is told to pay what link and person say, whatever the plugin would propose")
    func lyingPlugin() async throws {
        fixture.plugin = LyingPlugin()
        let (outcome, shown) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        guard case .paid(_, let payment, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(payment.amount == Amount(units: 300_000_000) && shown.first?.contains("Pay 3 DASH") == true)
        let unasked = try await fixture.open("dashwallet:pay=yRW24vkuLvaEbWME9aty12EChAzcCQdFLd&sender=myapp")
        #expect(code(unasked.outcome) == .internalError && unasked.shown.isEmpty && fixture.sent == 1)
    }

    @Test("the amount is asked for where the link has none")
    func asksAmount() async throws {
        let (outcome, shown) = try await fixture.open(
            "dashwallet:pay=yRW24vkuLvaEbWME9aty12EChAzcCQdFLd&sender=myapp", .type("3"), NodePaymentFixture.passcode)
        #expect(txid(outcome) == Recorded.signed.id.hex && shown.count == 2)
    }

    @Test(
        "the node's wallet tells no addresses and no keys", arguments: ["request=address", "request=masterPublicKey"])
    func onlyPays(_ request: String) async throws {
        #expect(code(try await fixture.open("dashwallet:\(request)&sender=myapp&account=0").outcome) == .unsupported)
    }
}
