import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What each step from a link to its end leaves behind, and what a preview leaves out.
@Suite struct LinkStepsTests {
    private static let unpaid = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"
    private static let bitcoin = "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5"
    private static let electrum = WalletProgram.example("electrum", takes: ["bitcoin"])

    /// Runs a link, and says how much its scheme owes then.
    private static func run(
        _ fixture: ExecutionFixture, _ url: String, _ change: (inout ReadLink) -> Void = { _ in },
        isCounted: Bool = false
    ) async throws -> (result: LinkResult, debt: UnixTime) {
        let services = fixture.services
        var link = try fixture.read(url)
        change(&link)
        let scheme = link.request.header.scheme
        let admission =
            isCounted ? try LinkAdmission.counting(scheme, tally: services.tally, at: services.now()) : nil
        let result = await LinkExecution(services: services).run(link, admission)
        var debt: UnixTime = -1
        try services.tally.change(scheme) { debt = $0.seconds }
        return (result, debt)
    }

    @Test(
        "whatever a person refuses they hear of, and it counts as unwanted",
        arguments: [
            ([FakePrompt.Answer.fail(.refused)], unpaid, "Nothing was paid."),
            ([.type("0.25"), .fail(.refused)], unpaid, "Nothing was paid."),
            ([.fail(.refused)], ExecutionFixture.pay, "Nothing was paid."),
            ([.fail(.refused)], RateLimitExecutionTests.addressLink, "Nothing was shared."),
            ([.fail(.refused)], RateLimitExecutionTests.keys, "Nothing was shared."),
        ])
    func refused(_ answers: [FakePrompt.Answer], _ url: String, _ nothing: String) async throws {
        var fixture = ExecutionFixture(answers)
        fixture.notifier = MemoryNotifier(isPatient: false)
        let (result, debt) = try await Self.run(fixture, url)
        #expect(fixture.notifier.shown == ["Dash\nYou refused. \(nothing)"])
        #expect(debt == SchemeFloodRule.link + SchemeFloodRule.unwanted && result.entry == 1)
    }

    @Test("a link counts once, also if it was counted before it was read, and agreeing pays everything off")
    func counted() async throws {
        var busy = ExecutionFixture()
        busy.gate = MemoryGate(isOpen: false)
        for isCounted in [false, true] {
            #expect(try await Self.run(busy, ExecutionFixture.pay, isCounted: isCounted).debt == SchemeFloodRule.link)
            let paid = ExecutionFixture(ExecutionFixture.passcode)
            let (result, debt) = try await Self.run(paid, ExecutionFixture.pay, isCounted: isCounted)
            #expect(debt == 0 && result.entry == 1)
        }
    }

    @Test("S14: what another wallet pays is no practice money, even if this one has nothing else")
    func elsewhere() async throws {
        let chain = ChainID(coin: "bitcoin", network: .main, isPractice: false)
        for (target, title, isPractice) in [
            (HandOverRule.Target.program(Self.electrum.id), "Bitcoin", false), (.here, "Practice: Bitcoin", true),
        ] {
            var fixture = ExecutionFixture(.agree)
            fixture.isPractice = true
            fixture.keyring = FakeKeyring()
            fixture.settings.handOver = [HandOverRule(target: target)]
            fixture.wallets = MemoryWalletPrograms([Self.electrum], end: .failure(.failed("It is gone.")))
            let (result, _) = try await Self.run(fixture, Self.bitcoin)
            guard case .failed = result.outcome else {
                Issue.record("\(result.outcome)")
                continue
            }
            #expect((result.chain == chain) == !isPractice && result.chain?.isPractice == isPractice)
            let told = fixture.notifier.shown
            #expect(told.count == 1 && told[0].hasPrefix("\(title)\n"), "\(told)")
        }
    }

    @Test("S14: who chooses a wallet reads that this one has practice money", arguments: [false, true])
    func practice(isPractice: Bool) async throws {
        var fixture = ExecutionFixture(.fail(.refused))
        fixture.isPractice = isPractice
        fixture.wallets = MemoryWalletPrograms([Self.electrum])
        let here = isPractice ? "Pay from here (PRACTICE)" : "Pay from this wallet"
        let pages = try await LinkExecution(services: fixture.services).preview(try fixture.read(Self.bitcoin))
        #expect(pages.suffix(2) == ["• Open in electrum", "• \(here)"])
        _ = try await Self.run(fixture, Self.bitcoin)
        #expect(fixture.prompt.options.map { $0.map(\.label) } == [["Open in electrum", here]])
    }

    @Test("who hears of a payment is said, and why nobody does")
    func receivers() async throws {
        let plain = "dash:\(ExecutionFixture.address)?amount=0.5"
        let program = "This program will receive the answer: “Demo” (/usr/bin/demo)."
        for (url, isTyped, words) in [
            (plain, false, "The link does not ask for an answer."), (plain, true, "There is no app to notify."),
            (ExecutionFixture.pay, false, program), (ExecutionFixture.pay, true, program),
        ] {
            let fixture = ExecutionFixture(.fail(.refused))
            var link = try fixture.read(url)
            link.isTyped = isTyped
            let pages = try await LinkExecution(services: fixture.services).preview(link)
            #expect(pages.joined(separator: " ").replacing("\n", with: " ").contains(words), "\(pages)")
            _ = try await Self.run(fixture, url) { $0.isTyped = isTyped }
            #expect(fixture.prompt.shown.first?.pages == pages)
        }
    }

    // MARK: - Previews

    @Test("a preview needs no usable wallet; a payment does, before anybody is asked")
    func unready() async throws {
        let problem = ServiceError(.damagedKeystore, "The wallet is damaged.")
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.keyring = FakeKeyring(utxos: [.example(100_000_000)], problem: problem)
        let pages = try await LinkExecution(services: fixture.services).preview(try fixture.read(ExecutionFixture.pay))
        #expect(pages.first?.hasPrefix("Pay 0.5 DASH\n") == true)
        guard case .failed(let error) = try await Self.run(fixture, ExecutionFixture.pay).result.outcome else {
            Issue.record("it was carried out")
            return
        }
        #expect(error == problem && fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }

    @Test("a preview shows a payment whose proof nobody could receive; it is not made")
    func proof() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.launcher = MemoryLauncher([])
        let url = "dash:\(ExecutionFixture.address)?amount=0.5&req-pop=myapp%3A"
        let pages = try await LinkExecution(services: fixture.services).preview(try fixture.read(url))
        #expect(pages.first?.hasPrefix("Pay 0.5 DASH\n") == true)
        guard case .failed(let error) = try await Self.run(fixture, url).result.outcome else {
            Issue.record("it was carried out")
            return
        }
        #expect(error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
        #expect(
            error.message.hasPrefix("The link requires a proof of payment, which cannot be delivered. No program "))
    }

    @Test("a preview says what “all” leaves in the account")
    func leaves() async throws {
        for (count, isLeft) in [(600, false), (700, true)] {
            var fixture = ExecutionFixture()
            fixture.keyring = FakeKeyring(utxos: (0..<UInt32(count)).map { OwnedUTXO.example(10_000, index: $0) })
            let pages = try await LinkExecution(services: fixture.services)
                .preview(try fixture.read(Self.unpaid), paysAll: true)
            #expect(pages.joined().contains("0.0025 DASH stays in the account.") == isLeft, "\(pages)")
        }
    }
}
