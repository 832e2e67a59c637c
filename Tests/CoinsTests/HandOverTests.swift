import JournalConformance
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// What goes to another wallet, in which form, and what is said and recorded (S15). Invoices, rules and limits have suites of
/// their own.
@Suite struct HandOverTests {
    @Test("S15: a plain link goes to the program that had the scheme before, byte for byte, after one question")
    func dayOne() async throws {
        let fixture = HandOverSample.fixture(HandOverSample.electrum, HandOverSample.sparrow, answers: .agree)
        guard case .handedOver(HandOverSample.electrum) = try await fixture.run(HandOverSample.plain) else {
            Issue.record("it was not handed over")
            return
        }
        #expect(
            HandOverSample.given(fixture) == [
                .init(link: HandOverSample.plain, scheme: "bitcoin", program: "electrum.desktop")
            ])
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(fixture.prompt.shown.count == 1)
        #expect(fixture.prompt.shown.first?.agree == "Open electrum")
        for words in [
            "0.5 BTC", HandOverSample.address.inFours, "/usr/bin/electrum", "valid Bitcoin address", "earlier link",
            "Shop",
        ] {
            #expect(text.contains(words))
        }
        #expect(fixture.journal.steps.last == .ended(.handedOver))
        #expect(fixture.opened.isEmpty)
    }

    @Test("S15: nothing starts before the person agrees, and refusing is recorded", arguments: [0, 1])
    func refused(stage: Int) async throws {
        let programs =
            stage == 0 ? [HandOverSample.electrum] : [HandOverSample.sparrow, .example("wasabi", takes: ["bitcoin"])]
        var fixture = ExecutionFixture(.fail(.refused))
        fixture.wallets = MemoryWalletPrograms(programs)
        fixture.hasNetwork = false
        guard case .refused = try await fixture.run(HandOverSample.plain) else {
            Issue.record("it was not refused")
            return
        }
        #expect(HandOverSample.given(fixture).isEmpty)
        #expect(fixture.journal.steps == [.ended(.refused)])
    }

    @Test("S15: a link that wallets read differently is rewritten, with exactly what is shown")
    func rewritten() async throws {
        let cases = [
            "bitcoin://\(HandOverSample.address)?amount=0.5": "bitcoin:\(HandOverSample.address)?amount=0.5",
            "bitcoin:\(HandOverSample.address)?AMOUNT=0.5": "bitcoin:\(HandOverSample.address)?amount=0.5",
            "BITCOIN:\(HandOverSample.address)?amount=0.5": "bitcoin:\(HandOverSample.address)?amount=0.5",
            "bitcoin:\(HandOverSample.address)?amount=.5": "bitcoin:\(HandOverSample.address)?amount=0.5",
            "bitcoin:\(HandOverSample.address)?amount=0.5&x=1": "bitcoin:\(HandOverSample.address)?amount=0.5",
            "bitcoin:\(HandOverSample.address)?amount=0.5#x": "bitcoin:\(HandOverSample.address)?amount=0.5",
            "bitcoin:\(HandOverSample.address)?amount=0.5&label=a+b":
                "bitcoin:\(HandOverSample.address)?amount=0.5&label=a%20b",
            "bitcoin:\(HandOverSample.address)?amount=0.5&lightning=\(HandOverSample.invoice)": "",
        ]
        for (link, expected) in cases where !expected.isEmpty {
            let fixture = HandOverSample.fixture(HandOverSample.sparrow, answers: .agree)
            _ = try await fixture.run(link)
            #expect(HandOverSample.given(fixture).map(\.link) == [expected], "\(link)")
            let text = fixture.prompt.shown.map(\.flowing).joined()
            #expect(text.contains("rewritten") && text.contains(expected))
            // What goes out is read again as the same request, and is plain.
            let again = HandOverSample.fixture(HandOverSample.sparrow, answers: .agree)
            _ = try await again.run(expected)
            #expect(HandOverSample.given(again).map(\.link) == [expected])
            #expect(!again.prompt.shown.flatMap(\.pages).joined().contains("rewritten"))
        }
    }

    @Test("a wallet link of ours goes over as the plain link of its coin, and the asking app is not told")
    func nativeForm() async throws {
        var fixture = HandOverSample.fixture(.example("dash-qt", takes: ["dash"]), answers: .agree)
        fixture.settings.failureCallbacks = ["dashwallet"]
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(HandOverSample.given(fixture).map(\.link) == ["dash:\(ExecutionFixture.address)?amount=0.5"])
        #expect(fixture.opened.isEmpty)
        #expect(fixture.prompt.shown.flatMap(\.pages).joined().contains("not report to “myapp” (not verified)"))
    }

    @Test("S15: how to use another wallet is said only if the program has a name for that")
    func unnamed() async throws {
        for isTyped in [false, true] {
            let fixture = HandOverSample.fixture(HandOverSample.electrum, HandOverSample.sparrow, answers: .agree)
            var link = try fixture.read(HandOverSample.plain)
            link.isTyped = isTyped
            _ = await LinkExecution(services: fixture.services).run(link)
            let text = try #require(fixture.prompt.shown.first).flowing
            #expect(!text.contains("another wallet:") && !text.contains("router"), "\(text)")
        }
    }

    @Test("with a network here and a program, the person chooses; this wallet pays as ever")
    func ownWallet() async throws {
        var fixture = ExecutionFixture(.pick(1), ExecutionFixture.passcode)
        fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("it was not paid")
            return
        }
        #expect(HandOverSample.given(fixture).isEmpty && fixture.sent.count == 1)
        #expect(fixture.prompt.options.first?.map(\.label) == ["Open in dash-qt", "Pay from this wallet"])
        var practice = ExecutionFixture(.pick(0), .agree)
        practice.wallets = fixture.wallets
        practice.isPractice = true
        _ = try await practice.run(ExecutionFixture.pay)
        #expect(practice.prompt.options.first?.last?.label == "Pay from here (PRACTICE)")
        let consent = try #require(practice.prompt.shown.last)
        #expect(consent.pages.joined().contains("uses real money") && !consent.title.contains("Practice"))
        guard case .approved(.handOver(let intent))? = practice.journal.steps.first else {
            Issue.record("nothing was approved")
            return
        }
        #expect(!intent.chain.isPractice)
    }

    @Test("S15: a link that comes back at once is refused, whatever form it went out in")
    func loop() async throws {
        var fixture = HandOverSample.fixture(HandOverSample.sparrow, answers: .agree, .agree, .agree)
        let link = "bitcoin://\(HandOverSample.address)?amount=0.5"
        _ = try await fixture.run(link)
        for back in [link, "bitcoin:\(HandOverSample.address)?amount=0.5"] {
            guard case .failed(let error) = try await fixture.run(back) else {
                Issue.record("\(back) went on")
                continue
            }
            #expect(error.code == .tooManyHops)
        }
        fixture.now += 6
        _ = try await fixture.run(link)
        #expect(HandOverSample.given(fixture).count == 2)
        #expect(
            fixture.prompt.shown.last?.pages.joined().contains("handed this link to “sparrow” 6 seconds ago") == true)
        fixture.now += 601
        _ = try await fixture.run(link)
        #expect(fixture.prompt.shown.last?.pages.joined().contains("ago") == false)
    }

    @Test("S6: a link that may have been paid here is not given away")
    func undecided() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.chain = FakeChain(refusing: ServiceError(.answerUnknown, "lost"))
        let journal = MemoryJournal()
        var services = fixture.services
        services.journal = journal
        let link = try fixture.read(ExecutionFixture.pay)
        _ = await LinkExecution(services: services).run(link)
        #expect(try journal.undecidedPayments().count == 1)
        fixture.prompt = FakePrompt([.agree])
        fixture.hasNetwork = false
        fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
        services = fixture.services
        services.journal = journal
        guard case .failed(let error) = await LinkExecution(services: services).run(link).outcome else {
            Issue.record("it went on")
            return
        }
        #expect(error.code == .refusedByPolicy && HandOverSample.given(fixture).isEmpty)
    }
}
