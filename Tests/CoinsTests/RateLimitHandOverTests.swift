import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// What is said of a link's earlier end where it goes to another wallet (S15).
@Suite struct RateLimitHandOverTests {
    private static func dialogues(after end: JournalEnd, goesElsewhere: Bool) async throws -> [String] {
        var fixture = ExecutionFixture(.agree, goesElsewhere ? .agree : ExecutionFixture.passcode)
        if goesElsewhere {
            fixture.hasNetwork = false
            fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
        }
        let earlier = try RateLimitExecutionTests.earlier(ExecutionFixture.pay, end)
        fixture.journal.state.withLock { $0.earlier = [earlier] }
        _ = try await fixture.run(ExecutionFixture.pay)
        return fixture.prompt.shown.map(\.flowing)
    }

    @Test(
        "S15: an earlier end is shown first, but not that the link went to a wallet where the consent says so",
        arguments: [(true, JournalEnd.refused, true), (true, .handedOver, false), (false, .handedOver, true)])
    func replay(goesElsewhere: Bool, end: JournalEnd, isShown: Bool) async throws {
        let dialogues = try await Self.dialogues(after: end, goesElsewhere: goesElsewhere)
        #expect(dialogues.first?.contains("This same link was opened before") == isShown, "\(dialogues)")
        #expect(dialogues.count == (isShown ? 2 : 1))
    }
}
