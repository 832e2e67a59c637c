import ExactJSON
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// Requests to sign that this wallet answers.
@Suite struct SigningExecutionTests {
    private static let chainID = String(repeating: "07", count: 32)

    private static func transfer(_ change: (inout RequestToSign) -> Void = { _ in }) -> RequestToSign {
        var request = RequestToSign(action: RequestToSign.transfer())
        change(&request)
        return request
    }

    /// The error that an outcome is; nil for any other.
    private static func error(_ outcome: Outcome) -> ServiceError? {
        if case .failed(let error) = outcome { error } else { nil }
    }

    @Test("S5: a payment is shown from its bytes, with the person's names in the free places, signed, sent and told")
    func paid() async throws {
        let fixture = try ESRFixture(ESRFixture.passcode)
        let request = Self.transfer {
            $0.callback =
                "myapp://done?tx={{tx}}&sig={{sig}}&who={{sa}}/{{sp}}&bn={{bn}}&rbn={{rbn}}&rid={{rid}}"
                + "&ex={{ex}}&cid={{cid}}&req={{req}}"
        }
        guard case .replied(let result, let delivery) = try await fixture.run(request) else {
            Issue.record("not answered")
            return
        }
        #expect(result.content == .executed(SignedTransaction.example.id) && delivery.serverProblem == nil)
        #expect(fixture.shown.contains("Pay 1.5000 EOS of the token contract eosio.token to alicealice11"))
        #expect(fixture.shown.contains("with the memo “thanks” from bobbobbobbob"))
        #expect(fixture.chain.sent.withLock { $0 } == [.example])
        let data = RequestToSign.transfer(from: ESRFixture.person)
        #expect(
            fixture.signedActions.first?.actions.first.map { data.suffix($0.data.count).elementsEqual($0.data) } == true
        )
        #expect(
            fixture.opened == [
                "myapp://done?tx=\(SignedTransaction.example.id.hex)&sig=SIG_K1_actions&who=bobbobbobbob/active&bn="
                    + "&rbn=11&rid=22&ex=2023-11-14T22%3A15%3A20&cid=\(Self.chainID)"
                    + "&req=esr%3A\(request.payload)"
            ])
        #expect(Array(fixture.journal.steps.suffix(3)) == [.calling, .calledBack, .ended(.done)])
    }

    @Test("a proof of identity is signed for its scope and posted, and nothing is sent to a network")
    func identity() async throws {
        let fixture = try ESRFixture(ESRFixture.passcode)
        var request = RequestToSign.identity(for: "shop", callback: "https://shop.example/esr?id=1")
        request.flags = 2
        guard case .replied(let result, let delivery) = try await fixture.run(request) else {
            Issue.record("not answered")
            return
        }
        #expect(result.content == .proved && delivery.serverProblem == nil)
        let signed = try #require(fixture.signedIdentities.first)
        #expect(signed.scope == "shop" && signed.signer.account == ESRFixture.person)
        #expect(fixture.chain.sent.withLock { $0 }.isEmpty && fixture.signedActions.isEmpty)
        #expect(
            fixture.shown.contains("Log in as bobbobbobbob (active) on EOS.")
                && fixture.shown.contains("valid only for shop"))
        #expect(fixture.shown.contains("The result is sent to the server shop.example: “https://"))
        #expect(!fixture.shown.contains("does not ask for an answer"))
        let post = try #require(fixture.posted.first)
        #expect(post.url == "https://shop.example/esr?id=1" && fixture.posted.count == 1)
        let body = try JSON(reading: post.body, limits: .answer)
        #expect(body["sig"]?.string == "SIG_K1_identity" && body["sa"]?.string == ESRFixture.person)
        #expect(body["sp"]?.string == "active" && body["cid"]?.string == Self.chainID)
        #expect(body["req"]?.string == request.link && body["ex"]?.string == "2023-11-14T22:15:20")
        #expect(fixture.opened.isEmpty)
    }

    @Test("a proof whose scope is empty is for nobody in particular, and that is said")
    func emptyScope() async throws {
        let fixture = try ESRFixture(ESRFixture.passcode)
        let request = RequestToSign.identity(for: "", callback: "myapp://x?{{sig}}")
        guard case .replied = try await fixture.run(request) else {
            Issue.record("not answered")
            return
        }
        #expect(fixture.shown.contains("The request does not say whom it is for.") && !fixture.shown.contains("“”"))
        let described = try #require(try ESRFixture.read(request.link).request.asDescribed)
        let text = DescribedText(described, of: try ESRFixture.read(request.link).coin).paragraphs.map(\.text)
        #expect(text.contains("The proof is for: nobody in particular: the request does not name anyone"), "\(text)")
    }

    @Test("what becomes of the callback is said as it is: filled, or opened as it stands", arguments: [true, false])
    func callbacks(hasBlanks: Bool) async throws {
        let callback = hasBlanks ? "myapp://x?tx={{tx}}" : "myapp://done"
        let fixture = try ESRFixture(ESRFixture.passcode)
        guard case .replied = try await fixture.run(Self.transfer { $0.callback = callback }) else {
            Issue.record("not answered")
            return
        }
        #expect(fixture.opened == [hasBlanks ? "myapp://x?tx=\(SignedTransaction.example.id.hex)" : callback])
        let words =
            hasBlanks
            ? "The answer fills the blanks in “\(callback)”."
            : "This link is opened unchanged: “\(callback)”"
        #expect(fixture.shown.contains(words), "\(fixture.shown)")
        #expect(!fixture.shown.contains("The answer is added"))
    }

    @Test("what the person refuses is neither signed nor told")
    func refused() async throws {
        for request in [
            Self.transfer { $0.callback = "myapp://x?{{tx}}" }, .identity(callback: "myapp://x?sig={{sig}}"),
        ] {
            let fixture = try ESRFixture(.fail(.refused))
            guard case .refused = try await fixture.run(request) else {
                Issue.record("not refused")
                continue
            }
            #expect(fixture.opened.isEmpty && fixture.posted.isEmpty && fixture.chain.sent.withLock { $0 }.isEmpty)
            #expect(fixture.signedActions.isEmpty && fixture.signedIdentities.isEmpty)
        }
    }

    @Test("a server that does not take a proof of identity ends it, and what is sent is sent")
    func lostServer() async throws {
        var fixture = try ESRFixture(ESRFixture.passcode)
        fixture.servers = MemoryServers.confirming([.success(MemoryServers.answer("", status: 404))])
        var request = RequestToSign.identity(callback: "https://shop.example/esr")
        request.flags = 2
        #expect(Self.error(try await fixture.run(request))?.code == .networkRefused)
    }

    @Test("S11: whoever else is to sign, nobody does here", arguments: [true, false])
    func otherSigner(isAccount: Bool) async throws {
        let other = isAccount ? ("alicealice11", "active") : (ESRFixture.person, "owner")
        for request in [
            RequestToSign(action: RequestToSign.transfer(by: [other])),
            .identity(for: "shop", of: other, callback: "myapp://x?{{sig}}"),
        ] {
            let fixture = try ESRFixture(ESRFixture.passcode)
            let error = Self.error(try await fixture.run(request))
            #expect(error?.code == .refusedByPolicy && error?.message.contains(other.0) == true)
            #expect(fixture.signedActions.isEmpty && fixture.signedIdentities.isEmpty && fixture.prompt.shown.isEmpty)
        }
        let own = try ESRFixture(ESRFixture.passcode)
        let named = RequestToSign(action: RequestToSign.transfer(by: [(ESRFixture.person, "active")]))
        guard case .replied = try await own.run(named) else {
            Issue.record("the person's own account was refused")
            return
        }
    }

    @Test("what can cost the account is warned of before it is asked")
    func warned() async throws {
        let fixture = try ESRFixture(.agree, ESRFixture.passcode)
        let data =
            RequestToSign.name(RequestToSign.ownName) + RequestToSign.name("active") + RequestToSign.name("owner")
            + [1, 0, 0, 0, 0, 0, 0]
        let request = RequestToSign(action: RequestToSign.action("eosio", "updateauth", data))
        #expect(try ESRFixture.read(request.link).request.header.warnings.map(\.code) == [.changesPermissions])
        guard case .replied = try await fixture.run(request) else {
            Issue.record("not answered")
            return
        }
        #expect(fixture.prompt.shown.count == 2)
        #expect(fixture.prompt.shown.first?.pages.joined().contains("Warning: this is dangerous.") == true)
    }

    @Test("S5: bytes that say more than the interface, or less, are not signed")
    func oddBytes() async throws {
        for data in [[1, 2, 3], Array(RequestToSign.transfer().dropFirst(34)) + [0]] as [[UInt8]] {
            let fixture = try ESRFixture(ESRFixture.passcode)
            let request = RequestToSign(action: RequestToSign.action("eosio.token", "transfer", data))
            #expect(Self.error(try await fixture.run(request))?.code == .unfitRequest)
            #expect(fixture.signedActions.isEmpty)
        }
    }

    @Test("S14: with practice money only listed apps and servers get an answer")
    func practice() async throws {
        var fixture = try ESRFixture(ESRFixture.passcode)
        fixture.isPractice = true
        guard case .replied(_, let delivery) = try await fixture.run(Self.transfer { $0.callback = "myapp://x?{{tx}}" })
        else {
            Issue.record("not answered")
            return
        }
        guard case .none = delivery.callback else {
            Issue.record("\(delivery)")
            return
        }
        #expect(fixture.opened.isEmpty && fixture.shown.contains("PRACTICE – no real money"))
        var posted = RequestToSign.identity(callback: "https://shop.example/esr")
        posted.flags = 2
        #expect(Self.error(try await fixture.run(posted))?.code == .refusedByPolicy && fixture.posted.isEmpty)
    }

    @Test("a page with blanks is the listed server's, or nobody's")
    func pages() async throws {
        let request = Self.transfer { $0.callback = "https://shop.example/done?tx={{tx}}" }
        #expect(try ESRFixture.read(request.link).request.receiverNames == ["https://shop.example"])
        var fixture = try ESRFixture(ESRFixture.passcode)
        fixture.settings.policy.senders = ["https://other.example"]
        #expect(Self.error(try await fixture.run(request))?.code == .refusedByPolicy)
        fixture.settings.policy.senders = nil
        guard case .replied = try await fixture.run(request) else {
            Issue.record("not answered")
            return
        }
        #expect(fixture.posted.map(\.url) == ["https://shop.example/done?tx=\(SignedTransaction.example.id.hex)"])
        #expect(fixture.opened.isEmpty)
    }

    @Test("S6: a request is known again in every spelling, compressed or not, and no other is taken for it")
    func spellings() throws {
        let plain =
            "AgABAACmgjQD6jBVAAAAVy08zc0BAQAAAAAAAAACAAAAAAAAACUBAAAAAAAAAAAAAAAAhVw0ECcAAAAAAAAERU9TAAAAAARyZW50AQAA"
        let packed = "gmNgZGBY1mTC_MoglIGBIVzX5uxZRqAQGDBBaVWYABi0xpgIqEOYLK7-wWC6KDWvBKgIAA"
        let links = ["esr:\(plain)", "esr://\(plain)", "web+esr:\(plain)", "ESR:\(packed)", "web+esr://\(packed)"]
        let fingerprints = try links.map { try ESRFixture.read($0).fingerprint }
        #expect(Set(fingerprints).count == 1)
        let other = "esr:gmNgZGRkAIFXBqEFopc6760yugsVYWCA0YIwxgKjuxLSL6-mgmQA"
        #expect(try !fingerprints.contains(ESRFixture.read(other).fingerprint))
    }

    @Test("the same link at once again is asked about first")
    func replay() async throws {
        let fixture = try ESRFixture(ESRFixture.passcode, .fail(.refused))
        let request = Self.transfer()
        guard case .replied = try await fixture.run(request), case .refused = try await fixture.run(request) else {
            Issue.record("it was signed twice unasked")
            return
        }
        #expect(fixture.signedActions.count == 1 && fixture.prompt.shown.count == 2)
    }
}
