import RouterTestSupport
import SchemeRouter
import Testing

/// A network that is another chain when something is signed than when the person was asked (S14).
@Suite struct ESROtherChainTests {
    private static let first = [UInt8](repeating: 7, count: 32)
    private static let other = [UInt8](repeating: 8, count: 32)

    @Test("S14: nothing is signed or sent if the network turns out to be on another chain", arguments: [true, false])
    func moved(isPayment: Bool) async throws {
        for (later, isSigned) in [(Self.first, true), (Self.other, false)] {
            var fixture = try ESRFixture(ESRFixture.passcode)
            fixture.chain = try WatchedChain(saying: [Self.first, later])
            let request =
                isPayment
                ? RequestToSign(action: RequestToSign.transfer()) : .identity(callback: "myapp://x?sig={{sig}}")
            let outcome = try await fixture.run(request)
            #expect(fixture.prompt.shown.count == 1)
            #expect(fixture.signedActions.count == (isSigned && isPayment ? 1 : 0))
            #expect(fixture.signedIdentities.count == (isSigned && !isPayment ? 1 : 0))
            guard !isSigned else { continue }
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(error.code == .refusedByCheck)
            #expect(error.message == "The network is on a different chain than when you were asked.")
            #expect(fixture.chain.sent.withLock { $0.isEmpty } && fixture.opened.isEmpty)
        }
    }
}
