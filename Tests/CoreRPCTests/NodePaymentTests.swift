import RouterDash
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterCoreRPC

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

    @Test("S5: the person sees who pays and about how much, and agrees with the passcode; then it is paid and told")
    func pays() async throws {
        let (outcome, shown) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(txid(outcome) == Recorded.signed.id.hex)
        #expect(shown.count == 1)
        #expect(
            shown[0].contains(
                "Pay 3 DASH\nto yRW2 4vku LvaE bWME 9aty 12EC hAzc CQdF Ld\nYour node pays from its wallet “w”"))
        #expect(shown[0].contains("Fee: about 0.0000225 DASH, chosen by the node.\nTotal: about 3.0000225 DASH"))
        #expect(fixture.launcher.opened.withLock { $0.count } == 1)
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.progress == .calledBack && entry.end == .done)
        #expect(entry.transaction == Recorded.signed && entry.fee?.units == 2_250)
        #expect(fixture.marks.count == 1 && fixture.marks[0].hasPrefix("schemerouter:"))
    }

    @Test(
        "S5: nothing is ordered without the passcode",
        arguments: [
            FakePrompt.Answer.fail(.refused), .fail(.timedOut), .type("wrong"),
        ])
    func refused(_ answer: FakePrompt.Answer) async throws {
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, answer)
        #expect(txid(outcome) == nil)
        #expect(fixture.marks.isEmpty)
        #expect(fixture.node.calls.allSatisfy { !["sendtoaddress", "walletpassphrase"].contains($0.method) })
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
            #expect(shown.isEmpty == isRefused && fixture.marks.isEmpty == isRefused)
            // Forgotten, as the refusal advises.
            #expect(try fixture.journal.forget(before: 2) == 1)
        }
    }

    @Test("S6: after a crash or a lost answer the comment finds the payment; it is told, and not made again")
    func found() async throws {
        fixture.node.on("sendtoaddress") { _ in .nothing(.lost) }
        let (lost, _) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(code(lost) == .answerUnknown)
        // As a process that was killed leaves it: agreed to, and nothing more.
        #expect(try fixture.journal.newest(1).first?.progress == .approved)
        #expect(try fixture.journal.newest(1).first?.end == nil)
        #expect(fixture.launcher.opened.withLock { $0.isEmpty })

        fixture.keep(try #require(fixture.marks.first))
        let (outcome, shown) = try await fixture.open()
        #expect(txid(outcome) == Recorded.signed.id.hex)
        #expect(shown.isEmpty && fixture.marks.count == 1)
        #expect(fixture.launcher.opened.withLock { $0.count } == 1)
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.id == 1 && entry.end == .done && entry.transaction == Recorded.signed)
    }

    @Test("S6: an order that may still be on its way keeps the link from being paid; later it is asked about anew")
    func settling() async throws {
        fixture.node.next("sendtoaddress", .nothing(.lost))
        _ = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        fixture.now.withLock { $0 += 60 }
        #expect(
            code(try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode).outcome) == .answerUnknown
        )
        #expect(fixture.marks.count == 1)

        fixture.now.withLock { $0 += 1 }
        // First it is said that nothing came of it before.
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, .agree, NodePaymentFixture.passcode)
        #expect(txid(outcome) == Recorded.signed.id.hex)
        #expect(try fixture.journal.newest(2).map(\.end) == [.done, .failed])
        #expect(Set(fixture.marks).count == 2)
    }

    @Test("S6: a node that cannot be asked about an earlier order is not told to pay")
    func unreachable() async throws {
        fixture.node.on("sendtoaddress") { _ in .nothing(.lost) }
        _ = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        fixture.now.withLock { $0 += 10_000 }
        fixture.node.on("listtransactions") { _ in .nothing(.refused) }
        #expect(
            code(try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode).outcome)
                == .networkUnreachable)
        #expect(fixture.marks.count == 1)
    }

    @Test("S6: resuming leaves an order open while it may be on its way, and finds its payment by the mark")
    func resumes() async throws {
        fixture.node.on("sendtoaddress") { _ in .nothing(.lost) }
        _ = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        let early = try await fixture.resume()
        guard case .undecided(let error)? = early.first else {
            Issue.record("\(early)")
            return
        }
        #expect(error.code == .answerUnknown && early.count == 1)

        fixture.keep(try #require(fixture.marks.first))
        fixture.now.withLock { $0 += 10_000 }
        #expect(try await fixture.resume().map { $0.callback?.callback } == [nil])
        let entry = try #require(try fixture.journal.newest(1).first)
        #expect(entry.end == .done && entry.transaction == Recorded.signed)
        #expect(fixture.launcher.opened.withLock { $0.count } == 1 && fixture.marks.count == 1)
        #expect(try await fixture.resume().isEmpty)
    }

    @Test("S6: an order that the node's wallet never got is over, as an agreement without a signature is")
    func resumesNothing() async throws {
        fixture.node.on("sendtoaddress") { _ in .nothing(.lost) }
        _ = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        fixture.now.withLock { $0 += 61 }
        #expect(try await fixture.resume() == [.interrupted])
    }

    @Test("S6: an order that was closed while config.yaml did not name the node's wallet is found, and not made twice")
    func closedWithoutWallet() async throws {
        fixture.node.on("sendtoaddress") { _ in .nothing(.lost) }
        _ = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        fixture.now.withLock { $0 += 10_000 }
        #expect(try await fixture.resume(namesWallet: false) == [.interrupted])

        fixture.keep(try #require(fixture.marks.first))
        let (outcome, shown) = try await fixture.open()
        #expect(txid(outcome) == Recorded.signed.id.hex)
        #expect(shown.isEmpty && fixture.marks.count == 1)
        #expect(fixture.launcher.opened.withLock { $0.count } == 1)
    }

    @Test("a refusal of the node ends the link: nothing was paid")
    func nodeRefuses() async throws {
        fixture.node.on("sendtoaddress") { _ in Recorded.failure("259") }
        let (outcome, _) = try await fixture.open(NodePaymentFixture.link, NodePaymentFixture.passcode)
        #expect(code(outcome) == .networkRefused)
        #expect(try fixture.journal.newest(1).first?.end == .failed)
    }

    @Test("too little money, a fee above the limit and the person's own limits are refused before they are asked")
    func limits() async throws {
        fixture.policy = Policy(limits: ["dash": .init(payment: Amount(units: 300_002_249)!)])
        #expect(code(try await fixture.open().outcome) == .refusedByPolicy)
        fixture.policy = Policy()
        fixture.now.withLock { $0 += 1_000 }
        fixture.node.next(
            "fundrawtransaction",
            .result(
                Recorded.result("251").replacing("0.00002250", with: "0.10002250")))
        #expect(code(try await fixture.open().outcome) == .refusedByCheck)
        fixture.now.withLock { $0 += 1_000 }
        fixture.node.say(Recorded.result("079"), to: "getbalances")
        let (outcome, shown) = try await fixture.open()
        #expect(code(outcome) == .insufficientFunds && shown.isEmpty)
        guard case .failed(let error) = outcome else { return }
        #expect(error.message.contains("It can spend "), "\(error)")
        #expect(fixture.marks.isEmpty)
    }

    /// A plugin that wants another amount to be paid.
    private struct LyingPlugin: PaymentPlugin {
        let honest = DashPlugin()

        func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> {
            honest.understood(for: coin, in: grammar)
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
        #expect(code(unasked.outcome) == .internalError && unasked.shown.isEmpty && fixture.marks.count == 1)
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
