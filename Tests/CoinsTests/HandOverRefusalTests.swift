import JournalConformance
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// Limits, listed senders and what a failed program may have paid, for links that other wallets get (S7).
@Suite struct HandOverRefusalTests {
    @Test("S7: a program that exits at once with a failure may have paid, so limits count it; one that changed did not")
    func failed() async throws {
        for (end, recorded, next) in [
            (.success(.ended(1)), .handedOver, .refusedByPolicy),
            (.failure(.changed("it changed")), .failed, .handOverFailed),
        ] as [(Result<HandOverEnd, LaunchError>, JournalEnd, ServiceError.Code)] {
            let journal = MemoryJournal()
            var fixture = HandOverSample.fixture()
            fixture.wallets = MemoryWalletPrograms([HandOverSample.sparrow], end: end)
            fixture.settings.policy.limits["bitcoin"] = SpendingLimits(day: Amount(units: 99_999_999))
            for code in [.handOverFailed, next] as [ServiceError.Code] {
                fixture.prompt = FakePrompt([.agree])
                fixture.now += 61
                var services = fixture.services
                services.journal = journal
                let link = try fixture.read(HandOverSample.plain)
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
        var limited = HandOverSample.fixture(HandOverSample.sparrow, answers: .agree)
        limited.settings.policy.limits["bitcoin"] = SpendingLimits(payment: Amount(units: 49_999_999))
        var unlisted = HandOverSample.fixture(.example("dash-qt", takes: ["dash"]), answers: .agree)
        unlisted.settings.policy.senders = ["other"]
        for (fixture, link) in [(limited, HandOverSample.plain), (unlisted, ExecutionFixture.pay)] {
            guard case .failed(let error) = try await fixture.run(link) else {
                Issue.record("it went on")
                continue
            }
            #expect(
                error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty && HandOverSample.given(fixture).isEmpty)
        }
    }

    @Test("S7: with limits, links that another file describes go to a wallet only if a rule names their scheme")
    func describedElsewhere() async throws {
        let text = "version: 1\nschemes: { paybtc: { coin: bitcoin, grammar: bip21 } }\n"
        let file = DescriptorFile(name: "mine.yaml", bytes: Array(text.utf8))
        let router = try ExecutionFixture().router([.shipped, file])
        let program = WalletProgram.example("sparrow", takes: ["paybtc"])
        let link = try router.read(Array("paybtc:\(HandOverSample.address)?amount=0.5".utf8))
        let target = HandOverRule.Target.program("sparrow.desktop")
        for (rule, hasLimits, isGiven) in [
            (HandOverRule(scheme: "paybtc", target: target), true, true),
            (HandOverRule(coin: "bitcoin", target: target), true, false),
            (HandOverRule(scheme: "bitcoin", target: target), true, false),
            (HandOverRule(coin: "bitcoin", target: target), false, true),
        ] {
            var fixture = HandOverSample.fixture(program, answers: .agree)
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
            #expect(HandOverSample.given(fixture).count == (isGiven ? 1 : 0))
        }
    }
}
