import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// Accounts that this wallet cannot sign for, and what is recorded before a dapp's server is told (S6).
@Suite struct AccountRefusalTests {
    @Test("each account that cannot sign here has its own reason")
    func accounts() async throws {
        let key = FakeKeyring.accountKey
        let cases: [(authority: AccountAuthority?, code: ServiceError.Code, message: String)] = [
            (nil, .accountUnknown, "The network has no account “bobbobbobbob” with the permission “active”."),
            (AccountAuthority(keys: [key], isFrozen: true), .accountFrozen, "Your account is frozen."),
            (
                AccountAuthority(keys: [key], isManaged: true), .accountUnknown,
                "A contract manages the account “bobbobbobbob”, so no key of this wallet can sign for it."
            ),
            (
                AccountAuthority(keys: ["EOS7other"]), .accountUnknown,
                "The key of this wallet, \(key), is not authorised to sign for “bobbobbobbob”."
            ),
        ]
        for (authority, code, message) in cases {
            var fixture = MYKEYFixture(MYKEYFixture.passcode)
            fixture.execution = FakeAccountChain(authority: authority)
            guard case .failed(let error) = try await fixture.run(SilenceTests.transfer(SilenceTests.program)) else {
                Issue.record("\(message): it was not refused")
                continue
            }
            #expect(error.code == code && error.message == message)
            #expect(fixture.prompt.shown.isEmpty && fixture.execution.sent.withLock { $0 }.isEmpty)
        }
    }

    @Test("S6: that a server is about to be told is recorded, also if nobody can be woken afterwards")
    func recorded() async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.launcher = MemoryLauncher.demo(notFinding: .failed("not readable"))
        guard case .replied = try await fixture.run(SilenceTests.transfer(SilenceTests.program)) else {
            Issue.record("it was not answered")
            return
        }
        #expect(fixture.posted.count == 1 && fixture.opened.isEmpty)
        #expect(fixture.journal.steps.dropFirst(2) == [.sent, .calling, .ended(.done)])
    }
}
