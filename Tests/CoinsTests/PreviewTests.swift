import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// What “router preview” shows: the pages that a person would be asked about (S13).
@Suite struct PreviewTests {
    private static let open = "dash:\(ExecutionFixture.address)"

    @Test("a link without an amount needs it first, unless everything is paid")
    func amount() async throws {
        let fixture = ExecutionFixture()
        let execution = LinkExecution(services: fixture.services)
        let link = try fixture.read(Self.open)
        let error = await #expect(throws: ServiceError.self) { try await execution.preview(link) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.hasPrefix("This question must be answered first: ") == true, "\(error?.message ?? "")")
        let pages = try await execution.preview(link, paysAll: true)
        #expect(pages.first?.hasPrefix("Pay 0.99999774 DASH") == true || pages.joined().contains("0.9999"), "\(pages)")
        let paid = try await execution.preview(try fixture.read(ExecutionFixture.pay), paysAll: true)
        #expect(paid.first?.hasPrefix("Pay 0.5 DASH") == true, "\(paid)")
        #expect(fixture.prompt.shown.isEmpty && fixture.journal.state.withLock { $0.requests.isEmpty })
    }

    @Test("S15: where the person would choose a wallet, the choices are the last lines")
    func choice() async throws {
        var fixture = ExecutionFixture()
        fixture.wallets = MemoryWalletPrograms([
            .example("one", takes: ["bitcoin"]), .example("two", takes: ["bitcoin"]),
        ])
        fixture.hasNetwork = false
        let link = try fixture.read("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5")
        let pages = try await LinkExecution(services: fixture.services).preview(link)
        #expect(pages.suffix(2).allSatisfy { $0.hasPrefix("• ") }, "\(pages)")
        #expect(pages.suffix(2).map { $0.contains("one") } == [true, false])
        #expect(pages.dropLast(2).joined().contains("Which wallet should open this link?"))
    }

    @Test("a fee for once or “all” is refused where another wallet pays")
    func elsewhere() async throws {
        for (fee, paysAll, words) in [
            (FeeChoice.level(.slow), false, "chooses its own fee"), (nil, true, "cannot pay “all”"),
        ] as [(FeeChoice?, Bool, String)] {
            var fixture = ExecutionFixture(.agree)
            fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
            fixture.hasNetwork = false
            fixture.settings.fees.once = fee
            let execution = LinkExecution(services: fixture.services)
            let link = try fixture.read(Self.open)
            let error = await #expect(throws: ServiceError.self) {
                try await execution.preview(link, paysAll: paysAll)
            }
            #expect(error?.code == .unsupported && error?.message.contains(words) == true)
            guard case .failed(let failure) = await execution.run(link, paysAll: paysAll).outcome else {
                Issue.record("it went on: \(words)")
                continue
            }
            #expect(failure.message == error?.message && fixture.wallets.given.isEmpty)
        }
    }
}
