import RouterTestSupport
import SchemeRouter
import Testing

/// A family of coins is a plugin.
@Suite struct FamilyTests {
    static let address = "TZQ9596PFNVSh3tEsypax47Hdff4DKLkmj"
    static let pay = "tally:pay=\(address)&amount=3&sender=myapp"

    @Test("its requests are read by its own rules")
    func requests() throws {
        let router = try Engine.router()
        guard case .payment(let payment) = try router.read(Array(Self.pay.utf8)).request else {
            Issue.record("no payment")
            return
        }
        #expect(payment.address == Self.address && payment.amount?.units == 300_000_000)
        #expect(payment.header.sender?.scheme == "myapp")
        let refused: [(String, RequestError.Code)] = [
            ("tally:pay=\(Self.address)&amount=3", .missingParameter),
            ("tally:pay=\(Self.address)&sender=myapp", .missingParameter),
            ("tally:pay=\(Self.address)&amount=2.5&sender=myapp", .invalidAmount),
            ("tally:pay=pUyWGnbNAkb1Db8k9o9AAaGCMu477trzVi&amount=3&sender=myapp", .wrongNetwork),
            ("tally:pay=\(Self.address)&amount=3&sender=myapp&req-label=x", .unsupportedRequiredParameter),
            ("tally:request=masterPublicKey&sender=myapp", .unsupportedAction),
        ]
        for (link, code) in refused {
            let error = #expect(throws: RequestError.self) { try router.read(Array(link.utf8)) }
            #expect(error?.code == code, "\(link)")
        }
    }

    @Test("a click pays what the link says, once the person agreed")
    func pays() async throws {
        let engine = Engine(.type("right passcode"))
        guard case .paid(_, let payment, _) = try await engine.run(Self.pay) else {
            Issue.record("not paid")
            return
        }
        #expect(payment.recipient == Self.address && payment.amount.units == 300_000_000)
        let refusing = Engine(.fail(.refused))
        guard case .refused = try await refusing.run(Self.pay) else {
            Issue.record("not refused")
            return
        }
        #expect(refusing.chain.sent.withLock { $0.isEmpty })
    }
}
