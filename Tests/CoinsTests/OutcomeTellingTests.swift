import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import SchemeRouter

/// Which ends of a link open a window, and which must look like a refusal (S10).
@Suite struct OutcomeTellingTests {
    private static let broken = ServiceError(.cannotWrite, "The disk is full.")

    /// A gate whose lock cannot be used.
    private struct BrokenGate: PromptGate {
        func enter() throws(ServiceError) -> (any AnyObject & Sendable)? { throw OutcomeTellingTests.broken }
    }

    @Test("a link that may not use the prompt opens no window, whatever is wrong")
    func gate() async throws {
        let fixture = ExecutionFixture()
        var services = fixture.services
        services.gate = BrokenGate()
        let result = await LinkExecution(services: services).run(try fixture.read(ExecutionFixture.pay))
        guard case .failed(let error) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(error == Self.broken && fixture.prompt.told.isEmpty && result.entry == nil)
        #expect(fixture.notifier.shown == ["Dash\nThe disk is full."])
        #expect(result.description == "The disk is full.")
    }

    @Test("no oracle: too much text is shown and reported like a refusal, but nothing is without a prompt")
    func looksLikeRefusal() async throws {
        let long = "&label=\(String(repeating: "W", count: 500))&message=\(String(repeating: "M", count: 500))"
        let cases: [(columns: Int, answer: FakePrompt.Answer, isTold: Bool)] = [
            (60, .fail(.unavailable("no display")), false), (60, .fail(.interrupted("it exited")), false),
            (60, .fail(.timedOut), false), (20, .fail(.refused), true),
        ]
        for (columns, answer, isTold) in cases {
            var fixture = FailureCallbackTests.fixture()
            fixture.prompt = FakePrompt([answer], columns: columns)
            fixture.notifier = MemoryNotifier(isPatient: false)
            let outcome = try await fixture.run(ExecutionFixture.pay + long)
            if case .rejected(let error) = outcome { #expect(isTold && error.code == .tooMuchToShow) }
            #expect(fixture.prompt.told.count == (isTold ? 1 : 0), "\(outcome)")
            #expect(fixture.opened == (isTold ? [FailureCallbackTests.declined] : []), "\(outcome)")
        }
    }

    @Test("a plugin program that fails reveals nothing: nobody is shown a request for it, and nobody hears of it")
    func plugin() async throws {
        for isAsked in [false, true] {
            var fixture = FailureCallbackTests.fixture(.type("0.25"))
            fixture.plugin = FailingPlugin()
            fixture.notifier = MemoryNotifier(isPatient: isAsked)
            let amount = isAsked ? "" : "&amount=0.25"
            let link = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp\(amount)"
            guard case .failed(let error) = try await fixture.run(link) else {
                Issue.record("it went on")
                continue
            }
            #expect(error.code == .pluginFailed && fixture.opened.isEmpty)
            #expect(fixture.prompt.told.count == (isAsked ? 1 : 0))
            #expect(fixture.prompt.told.first?.pages.joined().contains("asks for a payment") != true)
        }
    }

    @Test("a failure of a payment that has no address, or that a file describes, is told with what was asked for")
    func requests() throws {
        let poor = ServiceError(.insufficientFunds, "Too little.")
        for (url, asked) in [
            ("bitcoin:?amount=0.00002&lightning=\(PaymentTokens.invoice)", "A link asks for a payment of 0.00002 BTC."),
            ("bitcoin:?lno=\(PaymentTokens.offer)", "A link asks for a payment."),
        ] {
            let link = try ExecutionFixture().read(url)
            let summary = OutcomeText(link: link).summary(.failed(poor))?.map(\.text)
            #expect(summary?.first == asked, "\(url)")
            #expect(summary?.last == "Too little.")
        }
    }
}

/// A Dash plugin whose program fails as soon as it is to make a payment.
private struct FailingPlugin: PaymentPlugin, LinkReader {
    let honest = LyingPlugin()

    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        honest.supportedRequiredParameters(for: coin, in: grammar)
    }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool { honest.isAddress(address, on: network) }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        honest.question(about: request, answers: answers, on: chain)
    }

    func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? { nil }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        throw ServiceError(.pluginFailed, "The plugin ended.")
    }

    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent { throw ServiceError(.pluginFailed, "The plugin ended.") }

    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        throw ServiceError(.pluginFailed, "The plugin ended.")
    }

    var replyForms: [ReplyForm] { honest.replyForms }

    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        honest.reply(to: request, ending: ending)
    }
}
