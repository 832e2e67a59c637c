import ExactJSON
import JournalConformance
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// Results that a server gets in the background, and those that it did not get (S6).
@Suite struct OwedResultTests {
    private static let request = {
        var request = RequestToSign(action: RequestToSign.transfer())
        (request.callback, request.flags) = ("https://shop.example/esr?id=1", 3)
        return request
    }()

    /// What nobody tries again at once.
    private static let broken = NetworkError(.tlsFailed, "The server did not prove who it is.", mayHaveArrived: false)

    /// A payment whose server did not accept the result.
    private static func owed() async throws -> (fixture: ESRFixture, journal: MemoryJournal, outcome: Outcome) {
        var fixture = try ESRFixture(ESRFixture.passcode)
        let journal = MemoryJournal()
        fixture.kept = journal
        fixture.servers = MemoryServers.confirming([.failure(broken)])
        return (fixture, journal, try await fixture.run(request))
    }

    /// The same after a restart.
    private static func again(
        _ journal: MemoryJournal, _ answers: FakePrompt.Answer..., servers: MemoryServers = MemoryServers.confirming()
    ) throws -> ESRFixture {
        var fixture = try ESRFixture()
        fixture.prompt = FakePrompt(answers)
        fixture.kept = journal
        fixture.servers = servers
        return fixture
    }

    @Test("a payment whose result the server takes is told, and nothing is owed")
    func taken() async throws {
        var fixture = try ESRFixture(ESRFixture.passcode)
        let journal = MemoryJournal()
        fixture.kept = journal
        guard case .replied(_, let delivery) = try await fixture.run(Self.request),
            case .told("shop.example") = delivery.callback
        else {
            Issue.record("not told")
            return
        }
        #expect(delivery.serverProblem == nil && fixture.prompt.told.isEmpty && fixture.opened.isEmpty)
        #expect(try journal.unfinished().isEmpty)
        #expect(fixture.shown.contains("The server shop.example will receive the result."))
        #expect(!fixture.shown.contains("does not ask for an answer"))
    }

    @Test("S6: a result that its server does not take has failed, is told to the person, and stays owed")
    func failed() async throws {
        let (fixture, journal, outcome) = try await Self.owed()
        guard case .replied(_, let delivery) = outcome, case .failed(_, callback: nil) = delivery.callback else {
            Issue.record("\(outcome)")
            return
        }
        #expect(delivery.serverProblem == Self.broken.message)
        let told = try #require(fixture.prompt.told.first?.pages.joined(separator: " "))
        #expect(told.contains("did not accept the result") && told.contains("Open the same link again"))
        let entry = try #require(try journal.unfinished().first)
        #expect(entry.progress == .calling && entry.end == nil && fixture.posted.count == 1)
    }

    @Test("S6: “router resume” says that it is owed, and neither pays nor posts")
    func resumed() async throws {
        let (_, journal, _) = try await Self.owed()
        let later = try Self.again(journal)
        let states = try await Resumption(services: later.services, router: try ESRFixture.router()).run().map(\.state)
        #expect(states == [.replyOwed] && later.posted.isEmpty && later.prompt.shown.isEmpty)
        #expect(try journal.unfinished().count == 1)
    }

    @Test("S6: the same link after a restart posts the same result, with its header, and pays nothing anew")
    func sameLink() async throws {
        let (first, journal, _) = try await Self.owed()
        let later = try Self.again(journal, .agree)
        guard case .replied(_, let delivery) = try await later.run(Self.request), delivery.serverProblem == nil else {
            Issue.record("not told")
            return
        }
        #expect(later.signedActions.isEmpty && later.chain.sent.withLock { $0 }.isEmpty)
        let (before, post) = (try #require(first.posted.first), try #require(later.posted.first))
        #expect(post.url == before.url && post.method == .post && later.posted.count == 1)
        #expect(post.headers == [NetworkHeader("Content-Type", "application/json")] && post.headers == before.headers)
        #expect(post.body == before.body)
        let body = try JSON(reading: post.body, limits: .answer)
        #expect(body["tx"]?.string == SignedTransaction.example.id.hex && body["rbn"]?.string == "11")
        #expect(body["rid"]?.string == "22" && body["ex"]?.string == "2023-11-14T22:15:20")
        #expect(body["cid"]?.string == String(repeating: "07", count: 32))
        #expect(try journal.unfinished().isEmpty)
    }

    @Test("S6: a result that fails again stays owed, and ends where the person says that it was told")
    func failedAgain() async throws {
        let (_, journal, _) = try await Self.owed()
        let later = try Self.again(journal, .agree, servers: MemoryServers.confirming([.failure(Self.broken)]))
        guard case .replied(_, let delivery) = try await later.run(Self.request),
            case .failed(_, callback: nil) = delivery.callback
        else {
            Issue.record("it did not fail")
            return
        }
        #expect(try journal.unfinished().count == 1)
        #expect(later.shown.contains("The result would be sent to the server shop.example now."))
        let last = try Self.again(journal, .otherwise)
        guard case .finished(_, .none) = try await last.run(Self.request) else {
            Issue.record("not finished")
            return
        }
        #expect(last.posted.isEmpty && last.signedActions.isEmpty)
        #expect(try journal.unfinished().isEmpty)
    }

    @Test(
        "S7: a server of this computer or of a private network is refused before anybody is asked, unless it is allowed"
    )
    func localServers() async throws {
        let hosts = [
            "127.0.0.1", "localhost", "192.168.1.2:8443", "10.1.2.3", "[::1]", "[fd00::1]", "printer", "node.local",
            "0x7f000001", "169.254.169.254",
        ]
        for host in hosts {
            for (flags, path) in [(UInt8(3), "esr"), (1, "?tx={{tx}}")] {
                let fixture = try ESRFixture(ESRFixture.passcode)
                var request = Self.request
                (request.callback, request.flags) = ("https://\(host)/\(path)", flags)
                guard case .failed(let error) = try await fixture.run(request) else {
                    Issue.record("\(host) was not refused")
                    continue
                }
                #expect(error.code == .refusedByPolicy && error.hint?.contains("allow-hosts") == true)
                #expect(fixture.prompt.shown.isEmpty && fixture.signedActions.isEmpty && fixture.posted.isEmpty)
            }
        }
        var fixture = try ESRFixture(ESRFixture.passcode)
        fixture.settings.localServers = ["::1"]
        var request = Self.request
        request.callback = "https://[::1]:8443/esr"
        guard case .replied = try await fixture.run(request) else {
            Issue.record("an allowed server was refused")
            return
        }
        #expect(fixture.posted.count == 1)
        #expect(fixture.shown.contains("Note: The server is this computer or is on its local network: [::1]."))
    }
}
