import JournalConformance
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

@Suite struct HandOverTests {
    static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    static let plain = "bitcoin:\(address)?amount=0.5&label=Shop"
    static let electrum = WalletProgram.example("electrum", takes: ["bitcoin", "lightning"], origin: .before)
    static let sparrow = WalletProgram.example("sparrow", takes: ["bitcoin"])
    private static let invoice =
        "lnbc20u1p4tzwuqsp5yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qpp5qyqszqgpqyqszqgpqyqszqgpqyq"
        + "szqgpqyqszqgpqyqszqgpqyqsdq0xgsxxmmxvejk2ucxqxae4jsq9qrsgq9yl2mxgnmc9cuhzjyvhqjx5euujwk4wm2eddvy09ezdgjkx9djnye7svqmpfwqks6gmlr70gu4k2u08zk253ud6nmj87pdp55qpzdmcp0gsv7r"

    /// A person with these programs, who has no network and no wallet here.
    static func fixture(_ programs: WalletProgram..., answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms(programs)
        fixture.hasNetwork = false
        return fixture
    }

    static func given(_ fixture: ExecutionFixture) -> [MemoryWalletPrograms.Given] {
        fixture.wallets.given
    }

    @Test("S15: a plain link goes to the program that had the scheme before, byte for byte, after one question")
    func dayOne() async throws {
        let fixture = Self.fixture(Self.electrum, Self.sparrow, answers: .agree)
        guard case .handedOver(Self.electrum) = try await fixture.run(Self.plain) else {
            Issue.record("it was not handed over")
            return
        }
        #expect(Self.given(fixture) == [.init(link: Self.plain, scheme: "bitcoin", program: "electrum.desktop")])
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(fixture.prompt.shown.count == 1)
        #expect(fixture.prompt.shown.first?.agree == "Open electrum")
        for words in [
            "0.5 BTC", Self.address.inFours, "/usr/bin/electrum", "valid Bitcoin address", "earlier link", "Shop",
        ] {
            #expect(text.contains(words))
        }
        #expect(fixture.journal.steps.last == .ended(.handedOver))
        #expect(fixture.opened.isEmpty)
    }

    @Test("S15: nothing starts before the person agrees, and refusing is recorded", arguments: [0, 1])
    func refused(stage: Int) async throws {
        let programs = stage == 0 ? [Self.electrum] : [Self.sparrow, .example("wasabi", takes: ["bitcoin"])]
        var fixture = ExecutionFixture(.fail(.refused))
        fixture.wallets = MemoryWalletPrograms(programs)
        fixture.hasNetwork = false
        guard case .refused = try await fixture.run(Self.plain) else {
            Issue.record("it was not refused")
            return
        }
        #expect(Self.given(fixture).isEmpty)
        #expect(fixture.journal.steps == [.ended(.refused)])
    }

    @Test("S15: a link that wallets read differently is rewritten, with exactly what is shown")
    func rewritten() async throws {
        let cases = [
            "bitcoin://\(Self.address)?amount=0.5": "bitcoin:\(Self.address)?amount=0.5",
            "bitcoin:\(Self.address)?AMOUNT=0.5": "bitcoin:\(Self.address)?amount=0.5",
            "BITCOIN:\(Self.address)?amount=0.5": "bitcoin:\(Self.address)?amount=0.5",
            "bitcoin:\(Self.address)?amount=.5": "bitcoin:\(Self.address)?amount=0.5",
            "bitcoin:\(Self.address)?amount=0.5&x=1": "bitcoin:\(Self.address)?amount=0.5",
            "bitcoin:\(Self.address)?amount=0.5#x": "bitcoin:\(Self.address)?amount=0.5",
            "bitcoin:\(Self.address)?amount=0.5&label=a+b": "bitcoin:\(Self.address)?amount=0.5&label=a%20b",
            "bitcoin:\(Self.address)?amount=0.5&lightning=\(Self.invoice)": "",
        ]
        for (link, expected) in cases where !expected.isEmpty {
            let fixture = Self.fixture(Self.sparrow, answers: .agree)
            _ = try await fixture.run(link)
            #expect(Self.given(fixture).map(\.link) == [expected], "\(link)")
            let text = fixture.prompt.shown.map(\.flowing).joined()
            #expect(text.contains("rewritten") && text.contains(expected))
            // What goes out is read again as the same request, and is plain.
            let again = Self.fixture(Self.sparrow, answers: .agree)
            _ = try await again.run(expected)
            #expect(Self.given(again).map(\.link) == [expected])
            #expect(!again.prompt.shown.flatMap(\.pages).joined().contains("rewritten"))
        }
    }

    @Test("a wallet link of ours goes over as the plain link of its coin, and the asking app is not told")
    func nativeForm() async throws {
        var fixture = Self.fixture(.example("dash-qt", takes: ["dash"]), answers: .agree)
        fixture.settings.failureCallbacks = ["dashwallet"]
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(Self.given(fixture).map(\.link) == ["dash:\(ExecutionFixture.address)?amount=0.5"])
        #expect(fixture.opened.isEmpty)
        #expect(fixture.prompt.shown.flatMap(\.pages).joined().contains("not report to “myapp” (not verified)"))
    }

    @Test("S15: a link with an invoice and an address asks which to use, unless the program is known to read both")
    func lightning() async throws {
        let link = "bitcoin:\(Self.address)?amount=0.00002&lightning=\(Self.invoice)"
        let cases = [
            (0, "bitcoin:\(Self.address)?amount=0.00002"), (1, "lightning:\(Self.invoice)"),
        ]
        for (position, expected) in cases {
            let zeus = WalletProgram.example("zeus", takes: ["bitcoin", "lightning"], origin: .before)
            let fixture = Self.fixture(zeus, answers: .pick(position), .agree)
            _ = try await fixture.run(link)
            #expect(Self.given(fixture).map(\.link) == [expected])
            let text = try #require(fixture.prompt.shown.first).pages.joined()
            #expect(text.contains("Lightning invoice of 0.00002 BTC"))
        }
        let fixture = Self.fixture(Self.electrum, answers: .agree)
        _ = try await fixture.run(link)
        #expect(Self.given(fixture).map(\.link) == [link])
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(text.contains("Lightning invoice of 0.00002 BTC") && text.contains("receives all ways to pay"))
    }

    @Test("S6, S10: the journal has the amount and the recipient that the person saw and the program received")
    func recorded() async throws {
        let invoice = Self.invoice
        // An invoice of 0.00002 BTC, which is another way to pay than the address.
        let lightning = WalletProgram.example("zeus", takes: ["lightning"])
        for (program, link, recipient, units) in [
            (Self.sparrow, "bitcoin:\(Self.address)?lightning=\(invoice)", Self.address, nil),
            (Self.sparrow, "bitcoin:\(Self.address)?amount=0.00002001&lightning=\(invoice)", Self.address, 2_001),
            (lightning, "bitcoin:\(Self.address)?lightning=\(invoice)", nil, 2_000),
            (lightning, "bitcoin:\(Self.address)?amount=0.00002001&lightning=\(invoice)", nil, 2_000),
            (lightning, "bitcoin:?lightning=\(invoice)", nil, 2_000),
        ] as [(WalletProgram, String, String?, Int64?)] {
            let fixture = Self.fixture(program, answers: .agree)
            guard case .handedOver = try await fixture.run(link) else {
                Issue.record("\(link) was not handed over")
                continue
            }
            let request = try #require(fixture.journal.state.withLock { $0.requests.last })
            #expect(request.recipient == recipient && request.amount?.units == units, "\(link): \(request)")
        }
        // This wallet asks for the amount of an address.
        let refused = Self.fixture(Self.sparrow, .example("wasabi", takes: ["bitcoin"]), answers: .fail(.refused))
        _ = try await refused.run("bitcoin:\(Self.address)?lightning=\(invoice)")
        let request = try #require(refused.journal.state.withLock { $0.requests.last })
        #expect(request.recipient == Self.address && request.amount == nil, "\(request)")
    }

    @Test("S15: who chooses between wallets for an invoice reads first that it asks for a payment")
    func choiceForInvoice() async throws {
        let fixture = Self.fixture(
            .example("zeus", takes: ["lightning"]), .example("phoenix", takes: ["lightning"]),
            answers: .pick(0), .agree)
        _ = try await fixture.run("bitcoin:?lightning=\(Self.invoice)")
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(text.contains("Which wallet should open this link?"), "\(text)")
        #expect(text.contains("It asks for a payment") && text.contains("(Bitcoin)."), "\(text)")
        #expect(Self.given(fixture).map(\.program) == ["zeus.desktop"])
    }

    @Test("S15: a payment that was typed has no link: the words name the command for another wallet")
    func typed() async throws {
        for isTyped in [false, true] {
            let fixture = Self.fixture(Self.electrum, Self.sparrow, answers: .agree)
            var link = try fixture.read(Self.plain)
            link.isTyped = isTyped
            _ = await LinkExecution(services: fixture.services).run(link)
            let text = try #require(fixture.prompt.shown.first).flowing
            let pay = "To use another wallet: router pay --to sparrow, with the same address and amount."
            #expect(text.contains(pay) == isTyped, "\(text)")
            #expect(text.contains("For another wallet: router open --to sparrow and the link.") == !isTyped, "\(text)")
        }
    }

    @Test("S15: an invoice that has expired is warned of before another wallet gets it")
    func expired() async throws {
        // The invoice ends on 2058-05-30 at 16:00:00 UTC.
        for (now, isLate) in [(2_790_000_000, false), (2_790_000_001, true)] as [(UnixTime, Bool)] {
            var fixture = Self.fixture(Self.electrum, answers: .agree)
            fixture.now = now
            _ = try await fixture.run("bitcoin:?lightning=\(Self.invoice)")
            let text = try #require(fixture.prompt.shown.first).flowing
            #expect(text.contains("Warning: it expired at ") == isLate, "\(text)")
        }
    }

    @Test("a link with an invoice alone goes to a program that takes invoices; without one it says so")
    func invoiceAlone() async throws {
        let link = "bitcoin:?lightning=\(Self.invoice)"
        let fixture = Self.fixture(Self.electrum, Self.sparrow, answers: .agree)
        _ = try await fixture.run(link)
        #expect(
            Self.given(fixture) == [
                .init(link: "lightning:\(Self.invoice)", scheme: "lightning", program: "electrum.desktop")
            ])
        let none = Self.fixture(Self.sparrow)
        guard case .failed(let error) = try await none.run(link) else {
            Issue.record("it went somewhere")
            return
        }
        #expect(error.code == .unsupported && Self.given(none).isEmpty)
    }

    @Test("with a network here and a program, the person chooses; this wallet pays as ever")
    func ownWallet() async throws {
        var fixture = ExecutionFixture(.pick(1), ExecutionFixture.passcode)
        fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("it was not paid")
            return
        }
        #expect(Self.given(fixture).isEmpty && fixture.sent.count == 1)
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

    @Test("a command names the program; one that does not take the link is an error")
    func command() async throws {
        let fixture = Self.fixture(Self.electrum, Self.sparrow, answers: .agree)
        _ = await LinkExecution(services: fixture.services).run(
            try fixture.read(Self.plain), to: .program("sparrow.desktop"))
        #expect(Self.given(fixture).map(\.program) == ["sparrow.desktop"])
        guard case .failed(let error) = try await Self.fixture(Self.electrum).run(Self.plain, to: .program("x.desktop"))
        else {
            Issue.record("it went somewhere")
            return
        }
        #expect(error.code == .noHandOverTarget)
    }

    @Test("S15: a link that comes back at once is refused, whatever form it went out in")
    func loop() async throws {
        var fixture = Self.fixture(Self.sparrow, answers: .agree, .agree, .agree)
        let link = "bitcoin://\(Self.address)?amount=0.5"
        _ = try await fixture.run(link)
        for back in [link, "bitcoin:\(Self.address)?amount=0.5"] {
            guard case .failed(let error) = try await fixture.run(back) else {
                Issue.record("\(back) went on")
                continue
            }
            #expect(error.code == .tooManyHops)
        }
        fixture.now += 6
        _ = try await fixture.run(link)
        #expect(Self.given(fixture).count == 2)
        #expect(
            fixture.prompt.shown.last?.pages.joined().contains("handed this link to “sparrow” 6 seconds ago") == true)
        fixture.now += 601
        _ = try await fixture.run(link)
        #expect(fixture.prompt.shown.last?.pages.joined().contains("ago") == false)
    }

    @Test("S7: a program that exits at once with a failure may have paid, so limits count it; one that changed did not")
    func failed() async throws {
        for (end, recorded, next) in [
            (.success(.ended(1)), .handedOver, .refusedByPolicy),
            (.failure(.changed("it changed")), .failed, .handOverFailed),
        ] as [(Result<HandOverEnd, LaunchError>, JournalEnd, ServiceError.Code)] {
            let journal = MemoryJournal()
            var fixture = Self.fixture()
            fixture.wallets = MemoryWalletPrograms([Self.sparrow], end: end)
            fixture.settings.policy.limits["bitcoin"] = SpendingLimits(day: Amount(units: 99_999_999))
            for code in [.handOverFailed, next] as [ServiceError.Code] {
                fixture.prompt = FakePrompt([.agree])
                fixture.now += 61
                var services = fixture.services
                services.journal = journal
                let link = try fixture.read(Self.plain)
                guard case .failed(let error) = await LinkExecution(services: services).run(link).outcome else {
                    Issue.record("it went on")
                    continue
                }
                #expect(error.code == code, "\(error)")
                if code == .handOverFailed { #expect(try journal.newest(1).first?.end == recorded) }
            }
        }
    }

    @Test("S7: limits and listed senders hold for links that others get")
    func policy() async throws {
        var limited = Self.fixture(Self.sparrow, answers: .agree)
        limited.settings.policy.limits["bitcoin"] = SpendingLimits(payment: Amount(units: 49_999_999))
        var unlisted = Self.fixture(.example("dash-qt", takes: ["dash"]), answers: .agree)
        unlisted.settings.policy.senders = ["other"]
        for (fixture, link) in [(limited, Self.plain), (unlisted, ExecutionFixture.pay)] {
            guard case .failed(let error) = try await fixture.run(link) else {
                Issue.record("it went on")
                continue
            }
            #expect(error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty && Self.given(fixture).isEmpty)
        }
    }

    @Test("S7: with limits, links that another file describes go to a wallet only if a rule names their scheme")
    func describedElsewhere() async throws {
        let text = "version: 1\nschemes: { paybtc: { coin: bitcoin, grammar: bip21 } }\n"
        let file = DescriptorFile(name: "mine.yaml", bytes: Array(text.utf8))
        let router = try ExecutionFixture().router([.shipped, file])
        let program = WalletProgram.example("sparrow", takes: ["paybtc"])
        let link = try router.read(Array("paybtc:\(Self.address)?amount=0.5".utf8))
        let target = HandOverRule.Target.program("sparrow.desktop")
        for (rule, hasLimits, isGiven) in [
            (HandOverRule(scheme: "paybtc", target: target), true, true),
            (HandOverRule(coin: "bitcoin", target: target), true, false),
            (HandOverRule(scheme: "bitcoin", target: target), true, false),
            (HandOverRule(coin: "bitcoin", target: target), false, true),
        ] {
            var fixture = Self.fixture(program, answers: .agree)
            fixture.settings.handOver = [rule]
            if hasLimits {
                fixture.settings.policy.limits["bitcoin"] = SpendingLimits(payment: Amount(units: 50_000_000))
            }
            switch await LinkExecution(services: fixture.services).run(link).outcome {
            case .handedOver: #expect(isGiven, "\(rule)")
            case .failed(let error):
                #expect(!isGiven && error.code == .refusedByPolicy, "\(rule)")
                #expect(fixture.prompt.shown.isEmpty)
            case let other: Issue.record("\(other)")
            }
            #expect(Self.given(fixture).count == (isGiven ? 1 : 0))
        }
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
        #expect(error.code == .refusedByPolicy && Self.given(fixture).isEmpty)
    }

    @Test("a link that requires a proof of payment, or a way to pay, is not given to somebody who may not know of it")
    func required() async throws {
        for link in [
            "\(Self.plain)&req-pop=myapp%3a", "bitcoin:\(Self.address)?amount=0.00002&req-lightning=\(Self.invoice)",
        ] {
            let fixture = Self.fixture(Self.sparrow, answers: .agree)
            _ = try? await fixture.run(link)
            #expect(Self.given(fixture).isEmpty, "\(link)")
        }
    }
}
