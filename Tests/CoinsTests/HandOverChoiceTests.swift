import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import SchemeRouter

/// Which wallet gets a link, what keeps all others from it, and what is recorded of a choice (S6, S15).
@Suite struct HandOverChoiceTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let plain = "bitcoin:\(address)?amount=0.5"
    private static let dash = "dash:\(ExecutionFixture.address)?amount=0.5"
    private static let invoice =
        "lnbc20u1p4tzwuqsp5yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qpp5qyqszqgpqyqszqgpqyqszqgpqyq"
        + "szqgpqyqszqgpqyqszqgpqyqsdq0xgsxxmmxvejk2ucxqxae4jsq9qrsgq9yl2mxgnmc9cuhzjyvhqjx5euujwk4wm2eddvy09ezdgjkx9djnye7svqmpfwqks6gmlr70gu4k2u08zk253ud6nmj87pdp55qpzdmcp0gsv7r"
    private static let sparrow = WalletProgram.example("sparrow", takes: ["bitcoin", "dash"])
    private static let wasabi = WalletProgram.example("wasabi", takes: ["bitcoin", "dash"])

    private static func fixture(
        _ programs: [WalletProgram] = [sparrow, wasabi], hasNetwork: Bool = false, _ answers: FakePrompt.Answer...
    ) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms(programs)
        fixture.hasNetwork = hasNetwork
        return fixture
    }

    private static func refusal(_ outcome: Outcome) -> ServiceError? {
        if case .failed(let error) = outcome { error } else { nil }
    }

    private static func run(_ fixture: ExecutionFixture, _ link: String) async throws -> LinkResult {
        var services = fixture.services
        services.clipboard = SilentClipboard()
        return await LinkExecution(services: services).run(try fixture.read(link))
    }

    private struct SilentClipboard: Clipboard {
        func copy(_ text: String) async throws(LaunchError) {}
    }

    // MARK: - No wallet

    @Test("S15: if no wallet can carry a link out, the reason is this wallet's, or that no other is known to")
    func nobody() async throws {
        let lock = "dash:\(ExecutionFixture.address)?amount=1&req-IS=1"
        let nowhere =
            "The link requires something that no other wallet is known to support, and there is no Dash wallet here."
        let cases: [(link: String, target: HandOverRule.Target?, code: ServiceError.Code, message: String)] = [
            (lock, nil, .unsupported, nowhere), (lock, .here, .noNetwork, "No network is chosen for Dash."),
            (Self.dash, nil, .noNetwork, "No program here pays Dash links."),
            ("dashwallet:request=address&sender=myapp", nil, .noNetwork, "No program here answers Dash links."),
            (
                lock, .program("x.desktop"), .noHandOverTarget,
                "“x.desktop” is not installed or does not accept such links."
            ),
        ]
        for (link, target, code, message) in cases {
            let fixture = Self.fixture([])
            let error = try #require(Self.refusal(try await fixture.run(link, to: target)), "\(link)")
            #expect(error.code == code && error.message == message, "\(error)")
            // In a window, and not in a notification, too.
            #expect(fixture.prompt.told.count == 1 && fixture.notifier.shown.isEmpty, "\(link)")
        }
        // What this wallet cannot do for another reason is not blamed on its absence.
        let invoice = "bitcoin:\(Self.address)?amount=0.00002&req-pop=myapp%3a&req-lightning=\(Self.invoice)"
        let error = try #require(Self.refusal(try await Self.fixture([]).run(invoice)))
        #expect(error.code == .unsupported && error.message.hasPrefix("The link requires “"), "\(error)")
    }

    // MARK: - What may have been paid

    private static func undecided(
        _ fingerprint: String, on chain: ChainID, to recipient: String
    ) -> JournalEntry {
        JournalEntry(
            id: 7, seen: 1, changed: 1,
            request: JournalRequest(
                action: .payment, scheme: "bitcoin", fingerprint: fingerprint, chain: chain, sender: nil,
                recipient: recipient),
            progress: .signed, end: .unknown, amount: nil, fee: nil, transaction: .example, inputs: [])
    }

    @Test("S6: a link is kept from every other wallet while the same link, or its recipient, may have been paid here")
    func mayBePaid() async throws {
        let real = ChainID(coin: "bitcoin", network: .main, isPractice: false)
        let practice = ChainID(coin: "bitcoin", network: .main, isPractice: true)
        let own = try ExecutionFixture().read(Self.plain).fingerprint
        let other = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"
        let cases: [(entry: JournalEntry, isKept: Bool)] = [
            (Self.undecided(own, on: practice, to: other), true),
            (Self.undecided("f", on: real, to: Self.address), true),
            (Self.undecided("f", on: real, to: Self.address.uppercased()), true),
            (Self.undecided("f", on: real, to: other), false),
            (Self.undecided("f", on: practice, to: Self.address), false),
        ]
        // A program, one of two, and the clipboard.
        for (programs, answers) in [
            ([Self.sparrow], [.agree]), ([Self.sparrow, Self.wasabi], [.pick(1), .agree]),
            ([Self.sparrow, Self.wasabi], [.pick(2), .agree, .agree]),
        ] as [([WalletProgram], [FakePrompt.Answer])] {
            for (entry, isKept) in cases {
                var fixture = Self.fixture(programs)
                fixture.prompt = FakePrompt(answers)
                fixture.journal.state.withLock { $0.undecided = [entry] }
                let outcome = try await Self.run(fixture, Self.plain).outcome
                if case .handedOver = outcome { #expect(!isKept) } else { #expect(isKept, "\(outcome)") }
                guard isKept else { continue }
                let error = try #require(Self.refusal(outcome))
                #expect(error.code == .refusedByPolicy)
                #expect(error.message == "It is not known whether this wallet has already paid this link.")
                #expect(error.hint == "Finish that payment first.")
                #expect(fixture.wallets.given.isEmpty && fixture.handedOver.recent().isEmpty)
            }
        }
    }

    @Test("S6: this wallet itself may pay the recipient again: it spends other money")
    func mayBePaidHere() async throws {
        let real = ChainID(coin: "dash", network: .main, isPractice: false)
        for (pick, isPaid) in [(1, true), (0, false)] {
            // First the person is asked about the undecided one, which they leave.
            let fixture = Self.fixture(
                [Self.sparrow], hasNetwork: true, .fail(.refused), .pick(pick), ExecutionFixture.passcode)
            fixture.journal.state.withLock {
                $0.undecided = [Self.undecided("f", on: real, to: ExecutionFixture.address)]
            }
            let outcome = try await Self.run(fixture, Self.dash).outcome
            if case .paid = outcome { #expect(isPaid) } else { #expect(!isPaid, "\(outcome)") }
            #expect(Self.refusal(outcome)?.code == (isPaid ? nil : .refusedByPolicy))
        }
    }

    // MARK: - The choice

    @Test("S7: whoever may not ask is refused before a wallet can be chosen")
    func unlisted() async throws {
        var fixture = Self.fixture([Self.sparrow, Self.wasabi], .pick(0), .agree)
        fixture.settings.policy.senders = []
        let error = try #require(Self.refusal(try await fixture.run(ExecutionFixture.pay)))
        #expect(error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty)
    }

    @Test("S10: whoever ends the choice is told so, and the journal says on which chain it was")
    func refused() async throws {
        for (hasNetwork, isPractice, isRecorded) in [(true, true, true), (true, false, false), (false, true, false)] {
            var fixture = Self.fixture(hasNetwork: hasNetwork, .fail(.timedOut))
            fixture.isPractice = isPractice
            fixture.notifier = MemoryNotifier(isPatient: false)
            let result = try await Self.run(fixture, Self.dash)
            guard case .timedOut = result.outcome else {
                Issue.record("\(result.outcome)")
                continue
            }
            let state = fixture.journal.state.withLock { $0 }
            #expect(state.requests.map(\.chain.isPractice) == [isRecorded] && state.steps == [.ended(.timedOut)])
            let title = hasNetwork && isPractice ? "Practice: Dash" : "Dash"
            #expect(fixture.notifier.shown.map { $0.prefix { $0 != "\n" } } == [Substring(title)])
        }
    }

    @Test("the chain of a link is that of the wallet that was chosen: another one never pays with practice money")
    func chain() async throws {
        // A program, this wallet, and the clipboard.
        for (pick, isPractice) in [(0, false), (2, true), (3, false)] {
            var fixture = Self.fixture([Self.sparrow, Self.wasabi], hasNetwork: true, .pick(pick), .agree)
            fixture.isPractice = true
            #expect(try await Self.run(fixture, Self.dash).chain?.isPractice == isPractice)
        }
    }

    @Test("a rule can be added only where there is a choice")
    func always() async throws {
        let one = WalletProgram.example("electrum", takes: ["bitcoin"])
        for (programs, hasAlways) in [([one], false), ([Self.sparrow, Self.wasabi], true)] {
            var fixture = Self.fixture(programs, .fail(.refused))
            fixture.rules = MemoryHandOverRules()
            fixture.settings.handOver = [HandOverRule(coin: "bitcoin", target: .ask)]
            _ = try await fixture.run(Self.plain)
            let labels = fixture.prompt.options.first?.map(\.label) ?? []
            #expect(labels.contains("Remember this choice") == hasAlways, "\(labels)")
        }
    }

    @Test("the address can be copied unless the link requires something that a wallet would not learn by it")
    func copying() async throws {
        let zeus = ["zeus", "phoenix"].map { WalletProgram.example($0, takes: ["bitcoin", "lightning"]) }
        for (more, isOffered) in [
            ("", true), ("&pop=myapp%3a", true), ("&lightning=\(Self.invoice)", true),
            ("&req-lightning=\(Self.invoice)", false),
        ] {
            let fixture = Self.fixture(zeus, .fail(.refused))
            _ = try await Self.run(fixture, "bitcoin:\(Self.address)?amount=0.00002\(more)")
            let labels = try #require(fixture.prompt.options.first?.map(\.label), "\(more)")
            #expect(labels.contains("Copy the address") == isOffered, "\(labels)")
        }
    }

    @Test("S15: an earlier hand-over is told for exactly ten minutes, whichever way the clock was set")
    func before() async throws {
        for (age, isTold) in [(600, true), (601, false), (-600, true), (-601, false)] as [(UnixTime, Bool)] {
            let fixture = Self.fixture([Self.sparrow, Self.wasabi], .fail(.refused))
            let fingerprint = try fixture.read(Self.plain).fingerprint
            fixture.handedOver.remember(
                HandedOverLink(
                    fingerprint: fingerprint, sentFingerprint: "s", program: "electrum", at: fixture.now - age))
            _ = try await Self.run(fixture, Self.plain)
            #expect(try #require(fixture.prompt.shown.first).flowing.contains("“electrum”") == isTold, "\(age)")
        }
    }

    @Test("a link that was counted before it was read is not counted again")
    func counted() async throws {
        for isCounted in [true, false] {
            var fixture = Self.fixture()
            fixture.gate = MemoryGate(isOpen: false)
            let tally = MemoryLinkTally()
            var services = fixture.services
            services.tally = tally
            let admission =
                isCounted ? try LinkAdmission.counting("bitcoin", tally: MemoryLinkTally(), at: fixture.now) : nil
            _ = await LinkExecution(services: services).run(try fixture.read(Self.plain), admission)
            var debt: LinkDebt?
            try tally.change("bitcoin") { debt = $0 }
            #expect(debt?.seconds == (isCounted ? 0 : 10))
        }
    }
}
