import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// `pop` and `req-pop` (BIP321, "Proof of Payment").
@Suite struct ProofOfPaymentTests {
    static let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5"
    static let bitcoin = "bitcoin:\(BIP21Tests.segwit)"

    private func callback(_ link: String) throws -> String? {
        try RequestVectorTests.router.read(Array(link.utf8)).callback?.description
    }

    @Test("the proof follows what the link gave, decoded once, and names what was paid")
    func template() throws {
        #expect(try callback(Self.bitcoin + "?pop=myapp%3A") == "myapp:onchain={transaction}")
        #expect(
            try callback(Self.bitcoin + "?pop=My.App%3A%2F%2Fpaid%3Forder%3D1%2526%26")
                == "My.App://paid?order=1%26&onchain={transaction}")
        #expect(try callback("bitcoin:?bc=\(BIP21Tests.segwit)&req-pop=myapp%3a") == "myapp:bc={transaction}")
    }

    @Test(
        "S4: it goes to no browser, no file, not back here, and nowhere that is not a link",
        arguments: [
            ("https%3A%2F%2Fa.example", "forbiddenSender"), ("FILE%3A", "forbiddenSender"),
            ("javascript%3A", "forbiddenSender"), ("mailto%3A", "forbiddenSender"),
            ("dashwallet%3A", "forbiddenSender"),
            ("pay%3A", "forbiddenSender"), ("myapp", "invalidSender"), ("", "invalidSender"), ("%3A", "invalidSender"),
            ("my%20app%3A", "invalidSender"), ("myapp%3Aa%20b", "invalidSender"), ("myapp%3A%22", "invalidSender"),
            ("myapp%3A%C3%A4", "invalidSender"),
        ])
    func forbidden(_ value: String, _ code: String) throws {
        let error = #expect(throws: RequestError.self) { try callback(Self.bitcoin + "?req-pop=\(value)") }
        #expect(error?.code.rawValue == code && error?.parameter == "pop")
        let optional = try RequestVectorTests.router.read(Array((Self.bitcoin + "?pop=\(value)").utf8))
        let warning = LinkWarning(.proofIgnored, "\(error?.message ?? "") No proof is sent.")
        #expect(optional.callback == nil && optional.request.header.warnings == [warning])
    }

    @Test("where a sender gets the answer nobody gets a proof, and who requires one is refused")
    func sender() throws {
        #expect(try callback(Self.link + "&sender=shop&pop=myapp%3A")?.hasPrefix("shop://callback=payack") == true)
        let error = #expect(throws: RequestError.self) { try callback(Self.link + "&sender=shop&req-pop=myapp%3A") }
        #expect(error?.code == .unsupportedRequiredParameter)
    }

    @Test("the program that opens such links gets the whole transaction, once it was sent")
    func delivered() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        guard case .paid(_, _, callback: .started) = try await fixture.run(Self.link + "&req-pop=myapp%3A") else {
            Issue.record("not paid, or no proof given")
            return
        }
        #expect(fixture.opened == ["myapp:onchain=010203"])
        #expect(fixture.prompt.shown[0].pages.joined().contains("Demo"), "who gets the proof is shown")
    }

    @Test("S4: whose program gets its first answer is named by the scheme of the proof, and not by nothing")
    func firstProof() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.receivers = MemoryReceivers()
        _ = try await fixture.run(Self.link + "&pop=MyApp%3A")
        let shown = try #require(fixture.prompt.shown.first).flowing
        #expect(shown.contains("This is the first answer to “myapp”: is this the right program?"), "\(shown)")
    }

    @Test("req-pop is not paid where no program opens such links; pop is")
    func unreachable() async throws {
        for (name, isPaid) in [("req-pop", false), ("pop", true)] {
            var fixture = ExecutionFixture(ExecutionFixture.passcode)
            fixture.launcher = MemoryLauncher([])
            switch try await fixture.run(Self.link + "&\(name)=myapp%3A") {
            case .paid(_, _, callback: .none): #expect(isPaid)
            case .failed(let error): #expect(!isPaid && error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty)
            case let outcome: Issue.record("\(name) ended as \(outcome)")
            }
        }
    }

    @Test("S14: proofs of practice money go only to listed receivers")
    func practice() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.isPractice = true
        guard case .failed(let error) = try await fixture.run(Self.link + "&req-pop=myapp%3A") else {
            Issue.record("paid, although the proof cannot be given")
            return
        }
        #expect(error.code == .refusedByPolicy)
        fixture.settings.practiceSenders = ["myapp"]
        guard case .paid(_, _, callback: .started) = try await fixture.run(Self.link + "&req-pop=myapp%3A") else {
            Issue.record("not paid")
            return
        }
    }
}
