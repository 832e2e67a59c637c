import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// Which wallet the person's rules choose for a link, and what a command chooses (S15).
@Suite struct HandOverTargetTests {
    @Test("the first rule that fits decides")
    func rules() async throws {
        let rules = [
            HandOverRule(coin: "bitcoin", atLeast: Amount(units: 10_000_000), target: .program("sparrow.desktop")),
            HandOverRule(coin: "bitcoin", target: .program("electrum.desktop")),
        ]
        for (amount, program) in [("0.1", "sparrow.desktop"), ("0.09", "electrum.desktop"), ("", "electrum.desktop")] {
            var fixture = HandOverSample.fixture(HandOverSample.electrum, HandOverSample.sparrow, answers: .agree)
            fixture.settings.handOver = rules
            _ = try await fixture.run("bitcoin:\(HandOverSample.address)" + (amount.isEmpty ? "" : "?amount=\(amount)"))
            #expect(HandOverSample.given(fixture).map(\.program) == [program], "\(amount)")
            #expect(fixture.prompt.shown.count == 1)
        }
    }

    @Test("a rule whose program is gone says so, and the next one is not taken in silence")
    func lostRule() async throws {
        var fixture = HandOverSample.fixture(HandOverSample.electrum, HandOverSample.sparrow, answers: .pick(1), .agree)
        fixture.settings.handOver = [
            HandOverRule(coin: "bitcoin", target: .program("gone.desktop"), place: "config.yaml:7"),
            HandOverRule(coin: "bitcoin", target: .program("electrum.desktop")),
        ]
        _ = try await fixture.run(HandOverSample.plain)
        #expect(HandOverSample.given(fixture).map(\.program) == ["sparrow.desktop"])
        for page in [fixture.prompt.shown.first, fixture.prompt.shown.last] {
            #expect(page?.pages.joined().contains("config.yaml:7 names gone.desktop") == true)
        }
    }

    @Test("“always” writes the rule that was shown, and the link goes on")
    func remembering() async throws {
        var fixture = HandOverSample.fixture(
            .example("wasabi", takes: ["bitcoin"]), HandOverSample.sparrow, answers: .pick(2), .pick(3), .agree)
        fixture.rules = MemoryHandOverRules()
        _ = try await fixture.run(HandOverSample.plain)
        #expect(HandOverSample.given(fixture).map(\.program) == ["sparrow.desktop"])
        #expect(
            fixture.rules?.rules == [
                HandOverRule(coin: "bitcoin", atLeast: Amount(units: 50_000_000), target: .program("sparrow.desktop"))
            ])
    }

    @Test("a command names the program; one that does not take the link is an error")
    func command() async throws {
        let fixture = HandOverSample.fixture(HandOverSample.electrum, HandOverSample.sparrow, answers: .agree)
        _ = await LinkExecution(services: fixture.services).run(
            try fixture.read(HandOverSample.plain), to: .program("sparrow.desktop"))
        #expect(HandOverSample.given(fixture).map(\.program) == ["sparrow.desktop"])
        guard
            case .failed(let error) = try await HandOverSample.fixture(HandOverSample.electrum).run(
                HandOverSample.plain, to: .program("x.desktop"))
        else {
            Issue.record("it went somewhere")
            return
        }
        #expect(error.code == .noHandOverTarget)
    }
}
