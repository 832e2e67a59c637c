import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// An answer goes to whom the person saw before they agreed, or nowhere (S4).
@Suite struct DeliveryTests {
    private static let page = "https://shop.example/done?tx=1"

    private static func services(_ change: (inout Services) -> Void = { _ in }) -> Services {
        var services = ExecutionFixture().services
        change(&services)
        return services
    }

    @Test("S7: who is not on the person's list is not answered, whichever link names them")
    func policy() throws {
        let services = Self.services { $0.settings.policy.senders = ["shop"] }
        #expect(
            try services.receiver(ofScheme: "myapp", isPractice: false)
                == .nobody("Your settings do not allow replies to “myapp”."))
        guard case .program = try services.receiver(ofScheme: "shop", isPractice: false) else {
            Issue.record("not answered")
            return
        }
    }

    @Test("S4: a program that must not be started receives nothing, and the person reads why")
    func notFound() throws {
        let refusals: [LaunchError] = [.forbidden("a browser"), .changed("another file"), .failed("not readable")]
        for refusal in refusals {
            let services = Self.services { $0.launcher = MemoryLauncher.demo(notFinding: refusal) }
            #expect(
                try services.receiver(ofScheme: "myapp", isPractice: false)
                    == .unreachable("The result cannot be sent back: \(refusal.explanation)"))
        }
    }

    @Test("S4: a page is asked for at the server that was shown, and at no other")
    func otherServer() async {
        for page in ["https://evil.example/done", "https://shop.example.evil.example/", "shop://done"] {
            let servers = MemoryServers.confirming()
            let services = Self.services { $0.servers = servers }
            #expect(
                await services.open(page, by: .page("shop.example"))
                    == .failed("The page does not belong to the server that you saw.", callback: page))
            #expect(servers.requests.isEmpty)
        }
    }

    @Test("a page that cannot be asked for is given to the person instead")
    func unreached() async {
        let without = Self.services { $0.servers = nil }
        guard case .failed(_, callback: Self.page) = await without.open(Self.page, by: .page("shop.example")) else {
            Issue.record("the page is lost")
            return
        }
        let failing = Self.services { services in
            services.servers = MemoryServers.confirming([.failure(.unsent(.connectFailed, "Nobody is there."))])
        }
        #expect(
            await failing.open(Self.page, by: .page("shop.example"))
                == .failed("Nobody is there.", callback: Self.page))
        #expect(await Self.services().open(Self.page, by: .page("shop.example")) == .told("shop.example"))
    }

    @Test("nobody is started and nothing is sent where a link has no reply")
    func noReply() async {
        let fixture = ExecutionFixture()
        for receiver in [Receiver.program(.demo, before: nil), .page("shop.example")] {
            #expect(
                await fixture.services.open(nil, by: receiver) == .none("The link does not ask for an answer."))
        }
        #expect(fixture.opened.isEmpty && fixture.servers.requests.isEmpty)
    }

    private static func post(
        _ answers: [Result<NetworkAnswer, NetworkError>], isRetried: Bool
    ) async throws -> (problem: String?, count: Int) {
        let servers = MemoryServers.confirming(answers)
        let services = Self.services { $0.servers = servers }
        let server = try #require(ServerAddress("https://shop.example/result"))
        let problem = await services.post([1], to: server, receipt: .code, isRetried: isRetried)
        return (problem, servers.requests.count)
    }

    @Test("the result of what has happened is posted again where the server may not have it, and else once")
    func retried() async throws {
        let lost = Result<NetworkAnswer, NetworkError>.failure(
            NetworkError(.timedOut, "Time ran out.", mayHaveArrived: true))
        let again = try await Self.post([lost], isRetried: true)
        #expect(again.problem == nil && again.count == 2)
        let once = try await Self.post([lost], isRetried: false)
        #expect(once.problem == "Time ran out." && once.count == 1)
        // Nothing changes by waiting where a rule said no.
        let refused = Result<NetworkAnswer, NetworkError>.failure(.unsent(.refusedAddress, "A private address."))
        let no = try await Self.post([refused], isRetried: true)
        #expect(no.problem == "A private address." && no.count == 1)
        let broken = Result<NetworkAnswer, NetworkError>.success(MemoryServers.answer("", status: 500))
        #expect(try await Self.post([broken], isRetried: false).problem == "it responded with status 500")
        let without = Self.services { $0.servers = nil }
        let server = try #require(ServerAddress("https://shop.example/result"))
        #expect(await without.post([1], to: server, receipt: .code, isRetried: true) != nil)
    }

    @Test("S4: the program that was answered is known the next time, and one that could not be started is not")
    func remembered() async throws {
        let receiver = Receiver.program(.demo, before: nil)
        let fixture = ExecutionFixture()
        #expect(await fixture.services.deliver("shop://done", to: receiver, 1) == .started(.demo))
        #expect(try fixture.receivers.remembered("shop") == KnownReceiver(.demo))
        var failing = ExecutionFixture()
        failing.launcher = MemoryLauncher.demo(refusing: .changed("It was replaced."))
        _ = await failing.services.deliver("shop://done", to: receiver, 1)
        #expect(try failing.receivers.remembered("shop") == nil)
    }

    @Test("a result that only a server gets is for that server; without any there is nobody, for a reason")
    func onlyServer() throws {
        let fixture = ExecutionFixture()
        let request = try fixture.read(ExecutionFixture.pay).request
        let chain = ChainID(coin: "dash", network: .main, isPractice: false)
        let server = try #require(ServerAddress("https://shop.example/result"))
        let reply = ReplyTemplate(link: nil, post: PostTemplate(server: server, body: []))
        #expect(try fixture.services.receiver(of: reply, about: request, on: chain) == .server("shop.example"))
        #expect(
            try fixture.services.receiver(of: nil, about: request, on: chain)
                == .nobody("The link names “myapp”, which will not be notified of the result."))
    }
}
