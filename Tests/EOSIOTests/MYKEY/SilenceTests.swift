import Foundation
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What a page may cause and learn by links that come to nothing (S4): before the person agreed nothing, and after a
/// refusal or a failure a number of a fixed list.
@Suite struct SilenceTests {
    static let page = "https://evil.example/hook?who=7"
    static let program = "simple://x?action=transfer&callBackId=1"
    /// What no page may ever learn from a link that comes to nothing.
    static let secrets = ["bobbobbobbob", FakeKeyring.accountKey, "12.3456", "othermeother", "secret reason"]

    static func transfer(_ callback: String, dialect: String = "MYKEY") -> String {
        MYKEYFixture.link(
            #"{"action":"transfer","amount":1.5,"appKey":"9mDxSbyR","callback":"\#(callback)","contract":"eosio.token","#
                + #""precision":4,"protocol":"\#(dialect)","symbol":"EOS","to":"alicealice11","#
                + #""transferUrl":"https://dapp.example/t"}"#)
    }

    /// A link that ends before the person saw it.
    struct Early: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var link: @Sendable (String) -> String = { SilenceTests.transfer($0) }
        let change: @Sendable (inout MYKEYFixture) throws -> Void
    }

    private static func leak(_ code: ServiceError.Code) -> ServiceError {
        ServiceError(
            code, "“bobbobbobbob” has 12.3456 EOS, the key \(FakeKeyring.accountKey), and a secret reason.",
            dappCode: 10007)
    }

    private static func reading(_ error: ServiceError) -> @Sendable (inout MYKEYFixture) -> Void {
        { $0.execution = FakeAccountChain(unreadable: error) }
    }

    private static func account(_ authority: AccountAuthority?) -> @Sendable (inout MYKEYFixture) -> Void {
        { $0.execution = FakeAccountChain(authority: authority) }
    }

    private static func bound(_ known: [DappBinding]) -> @Sendable (inout MYKEYFixture) -> Void {
        { $0.bindings = MemoryBindings(known) }
    }

    static let early: [Early] =
        ServiceError.Code.allCases.map { code in
            Early(testDescription: "the node ends it as \(code)", change: reading(leak(code)))
        }
        + ServiceError.Code.allCases.map { code in
            Early(testDescription: "the contract ends it as \(code)") {
                $0.execution = FakeAccountChain(invalidRequest: leak(code))
            }
        }
        + ServiceError.Code.allCases.map { code in
            Early(testDescription: "the wallet ends it as \(code)") { $0.keyring = FakeKeyring(problem: leak(code)) }
        }
        + [
            Early(testDescription: "an unknown account", change: account(nil)),
            Early(testDescription: "another key", change: account(AccountAuthority(keys: ["EOS7other"]))),
            Early(testDescription: "a managed account", change: account(AccountAuthority(keys: [], isManaged: true))),
            Early(
                testDescription: "a frozen account",
                change: account(AccountAuthority(keys: [FakeKeyring.accountKey], isFrozen: true))),
            Early(testDescription: "never logged in", change: bound([])),
            Early(
                testDescription: "bound to another account",
                change: bound([
                    DappBinding(appKey: "9mDxSbyR", userID: MYKEYFixture.userID, account: "othermeother")
                ])),
            Early(
                testDescription: "another payer",
                link: { transfer($0).replacing("%22to%22", with: "%22from%22%3A%22someoneelse1%22%2C%22to%22") },
                change: { _ in }),
            Early(testDescription: "a sender that is not listed") { $0.settings.policy.senders = ["shop"] },
            Early(testDescription: "more text than can be shown") { callback in
                MYKEYFixture.link(
                    #"{"action":"sign","appKey":"9mDxSbyR","callback":"\#(callback)","protocol":"MYKEY","message":""#
                        + String(repeating: "x", count: 15_000) + #""}"#)
            } change: { _ in
            },
            Early(testDescription: "a journal that cannot be written") { fixture in
                fixture.journal.state.withLock { $0.failsAt = { if case .ended = $0 { true } else { true } } }
                fixture.keyring = FakeKeyring(problem: leak(.noWallet))
            },
            Early(testDescription: "no way to ask") { $0.prompt = FakePrompt([.fail(.unavailable("no display"))]) },
            Early(testDescription: "nobody there") { $0.prompt = FakePrompt([.fail(.timedOut)]) },
            Early(testDescription: "a flood of refusals") { fixture in
                for callback in [page, program] {
                    let read = try MYKEYFixture.read(transfer(callback))
                    let chain = ChainID(coin: "eos", network: .main, isPractice: false)
                    let earlier = (1...3).map { number in
                        JournalEntry(
                            id: Int64(number), seen: MYKEYFixture.now, changed: MYKEYFixture.now,
                            request: read.journalRequest(on: chain), progress: .seen, end: .refused, amount: nil,
                            fee: nil, transaction: nil, inputs: [])
                    }
                    fixture.journal.state.withLock { $0.earlier = earlier + $0.earlier }
                }
            },
            Early(testDescription: "stopped where the same link ended a moment ago") { fixture in
                let chain = ChainID(coin: "eos", network: .main, isPractice: false)
                let earlier = try [page, program].enumerated().map { number, callback in
                    JournalEntry(
                        id: Int64(9 - number), seen: MYKEYFixture.now, changed: MYKEYFixture.now,
                        request: try MYKEYFixture.read(transfer(callback)).journalRequest(on: chain), progress: .seen,
                        end: .refused, amount: nil, fee: nil, transaction: nil, inputs: [])
                }
                fixture.journal.state.withLock { $0.earlier = earlier }
                fixture.prompt = FakePrompt([.fail(.refused)])
            },
        ]

    @Test("S4: whatever ends a link before the person saw it, nobody is told and nothing starts", arguments: early)
    func silent(_ early: Early) async throws {
        for callback in [Self.page, Self.program] {
            var fixture = MYKEYFixture(MYKEYFixture.passcode)
            try early.change(&fixture)
            let outcome = try await fixture.run(early.link(callback))
            #expect(fixture.posted.isEmpty && fixture.opened.isEmpty, "\(callback): \(outcome)")
            #expect(fixture.keyring.signedActions.withLock { $0.isEmpty }, "\(outcome)")
        }
    }

    @Test("S4: what is told after a refusal is exactly a zero", arguments: ["MYKEY", "MYKEYSimple", "SimpleWallet"])
    func refused(_ dialect: String) async throws {
        let page = MYKEYFixture(.fail(.refused))
        _ = try await page.run(Self.transfer(Self.page, dialect: dialect))
        #expect(page.posted.map(\.url) == [Self.page + "&result=0"] && page.posted.allSatisfy { $0.body.isEmpty })
        #expect(page.opened.isEmpty)

        let program = MYKEYFixture(.fail(.refused))
        _ = try await program.run(Self.transfer(Self.program, dialect: dialect))
        #expect(program.opened == [Self.program + "&result=0"] && program.posted.isEmpty)
    }

    @Test("S4: what is told after an agreement that failed is one of two numbers, whatever the reason was")
    func failed() async throws {
        for code in ServiceError.Code.allCases {
            for callback in [Self.page, Self.program] {
                var fixture = MYKEYFixture(MYKEYFixture.passcode)
                fixture.execution = FakeAccountChain(refusing: Self.leak(code))
                _ = try await fixture.run(Self.transfer(callback))
                // A node that refuses what was signed may have kept it; what reached no node nobody can send (S16).
                let number = code == .networkUnreachable ? 2 : 10005
                let text = number == 2 ? "Failure" : "Push transaction timeout"
                let payload = PercentEncoding.encode(#"{"errorCode":\#(number),"errorMsg":"\#(text)"}"#)
                #expect(
                    fixture.posted.map(\.url) + fixture.opened == [
                        "\(callback)&result=\(number)&payload=\(payload)"
                    ], "\(code)")
                for secret in Self.secrets {
                    #expect(!(fixture.posted.map(\.url) + fixture.opened).joined().contains(secret))
                }
            }
        }
    }

    static let server = "https://dapp.example"

    @Test(
        "S7: everybody who would receive something must be listed: program, page, server, and the page that is opened",
        arguments: [
            (transfer(program), ["simple", server], true), (transfer(program), ["simple"], false),
            (transfer(program), [server], false), (transfer(program), ["dapp.example", "simple"], false),
            (transfer(program), ["simple", "http://dapp.example"], false),
            (transfer(page), ["https://evil.example", server], true), (transfer(page), [server], false),
            (transfer(page), ["https", "evil.example", server], false),
            ("mykey://mykey.org/dapp?url=https%3A%2F%2FDApp.example%3A8443%2Fx", [server], true),
            ("mykey://mykey.org/dapp?url=https%3A%2F%2Fdapp.example%2Fx", [], false),
            ("mykey://mykey.org/", [], true),
        ] as [(String, [String], Bool)])
    func listed(_ link: String, _ allowed: [String], _ isAllowed: Bool) async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.settings.policy.senders = Set(allowed)
        switch try await fixture.run(link) {
        case .failed(let error):
            #expect(!isAllowed && error.code == .refusedByPolicy)
            #expect(fixture.posted.isEmpty && fixture.opened.isEmpty && fixture.prompt.shown.isEmpty)
        case let outcome: #expect(isAllowed, "\(outcome)")
        }
    }

    @Test("S5: all that a dapp says and that goes out again is shown whole, also who is told of a refusal, on page 1")
    func shown() async throws {
        let link = MYKEYFixture.link(
            #"{"action":"login","appKey":"key-of-page","callback":"simple://x?session=99&a=%41","#
                + #""loginUrl":"https://dapp.example/l?order=7","protocol":"MYKEY","uuID":"\#(MYKEYFixture.userID)"}"#
        ).replacing("appKey=9mDxSbyR", with: "appKey=key-of-page")
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        _ = try await fixture.run(link)
        let shown = fixture.prompt.shown[0].pages.joined()
        let sent = (fixture.posted.map { $0.url + String(decoding: $0.body, as: UTF8.self) } + fixture.opened).joined()
        for text in [
            "simple://x?session=99&a=%41", "https://dapp.example/l?order=7", "key-of-page", MYKEYFixture.userID,
        ] {
            #expect(sent.contains(text) && shown.contains("“\(text)”"), "\(text)")
        }

        let long = MYKEYFixture(.fail(.refused))
        let message = String(repeating: "word ", count: 400)
        _ = try await long.run(
            MYKEYFixture.link(
                #"{"action":"sign","appKey":"9mDxSbyR","callback":"simple://x","protocol":"MYKEY","#
                    + #""message":"\#(message)"}"#))
        let pages = long.prompt.shown[0].pages
        #expect(
            pages.count > 2 && pages[0].contains("This program will receive the answer, even if you refuse:\n“Demo”"))
        #expect(long.opened == ["simple://x?result=0"])
    }

    @Test("S11: a plugin cannot have another server asked than the one that was shown")
    func otherPage() async throws {
        let services = MYKEYFixture().services
        for page in [
            "https://other.example/x", "https://abc.com@other.example/", "abc.com", "https://abc.com.example/",
        ] {
            guard case .failed = await services.open(page, by: .page("abc.com")) else {
                Issue.record("asked for \(page)")
                return
            }
        }
        let fixture = MYKEYFixture()
        _ = await fixture.services.open("https://abc.com/x", by: .page("abc.com"))
        #expect(fixture.posted.map(\.url) == ["https://abc.com/x"])
    }
}
