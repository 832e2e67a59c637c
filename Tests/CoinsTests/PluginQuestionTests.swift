import RouterTestSupport
import Synchronization
import Testing

@testable import SchemeRouter

/// Which questions a plugin may ask about one link, and how often, if the person wants to pay everything.
@Suite struct PluginQuestionTests {
    private static let link = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"

    @Test("a plugin gets four answers at most; one that goes on asking pays nothing", arguments: 1...5)
    func most(count: Int) async throws {
        let asked = Mutex(0)
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.plugin = LyingPlugin(questionLie: { _ in
            asked.withLock { asked in
                asked += 1
                return asked <= count ? .amount : nil
            }
        })
        let link = try fixture.read(Self.link)
        let outcome = await LinkExecution(services: fixture.services).run(link, paysAll: true).outcome
        guard count > 3 else {
            guard case .paid = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(asked.withLock { $0 } == count + 1)
            return
        }
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .internalError && error.message == "The coin's plugin keeps asking questions.")
        #expect(asked.withLock { $0 } == 4 && fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }

    @Test("“all” answers how much, and nothing else")
    func lock() async throws {
        var fixture = ExecutionFixture(.agree, ExecutionFixture.passcode)
        fixture.settings.locksOff = ["dash"]
        let link = try fixture.read(Self.link + "&req-IS=1")
        let execution = LinkExecution(services: fixture.services)
        await #expect {
            _ = try await execution.preview(link, paysAll: true)
        } throws: {
            ($0 as? ServiceError)?.message.hasPrefix("This question must be answered first: The link requires ") == true
        }
        guard case .paid(_, let payment, _) = await execution.run(link, paysAll: true).outcome else {
            Issue.record("it was not paid")
            return
        }
        #expect(payment.change == nil && fixture.prompt.shown.count == 2)
    }
}
