import SchemeRouter
import Testing

@testable import RouterProgram

/// A coin is a file of YAML, and nothing else.
@Suite struct CoinTests {
    static let link = "pebble:pUyWGnbNAkb1Db8k9o9AAaGCMu477trzVi?amount=0.25"

    @Test("its examples come out as the file says, as “router check” sees them")
    func examples() throws {
        let router = try Engine.router()
        #expect(router.routes.scheme(named: "pebble".utf8)?.examples.count == 2)
        // The shipped schemes need plugins that the sample's list leaves out.
        let problems = ExampleCheck(router: router).problems.map(\.text).filter { !$0.hasPrefix("schemes.yaml:") }
        #expect(problems == [])
    }

    @Test("a click pays it")
    func pays() async throws {
        let engine = Engine(.type("right passcode"))
        guard case .paid(_, let payment, _) = try await engine.run(Self.link) else {
            Issue.record("not paid")
            return
        }
        #expect(payment.chain.coin == "pebble" && payment.amount.units == 25_000_000)
        #expect(payment.recipient == "pUyWGnbNAkb1Db8k9o9AAaGCMu477trzVi")
        #expect(engine.chain.sent.withLock { $0.count } == 1)
    }
}
