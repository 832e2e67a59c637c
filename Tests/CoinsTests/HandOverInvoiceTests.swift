import RouterTestSupport
import SchemeRouter
import Testing

/// Links with invoices that go to another wallet (S15).
@Suite struct HandOverInvoiceTests {
    @Test("S15: a link with an invoice and an address asks which to use, unless the program is known to read both")
    func lightning() async throws {
        let link = "bitcoin:\(HandOverSample.address)?amount=0.00002&lightning=\(HandOverSample.invoice)"
        let cases = [
            (0, "bitcoin:\(HandOverSample.address)?amount=0.00002"), (1, "lightning:\(HandOverSample.invoice)"),
        ]
        for (position, expected) in cases {
            let zeus = WalletProgram.example("zeus", takes: ["bitcoin", "lightning"], origin: .before)
            let fixture = HandOverSample.fixture(zeus, answers: .pick(position), .agree)
            _ = try await fixture.run(link)
            #expect(HandOverSample.given(fixture).map(\.link) == [expected])
            let text = try #require(fixture.prompt.shown.first).pages.joined()
            #expect(text.contains("Lightning invoice of 0.00002 BTC"))
        }
        let fixture = HandOverSample.fixture(HandOverSample.electrum, answers: .agree)
        _ = try await fixture.run(link)
        #expect(HandOverSample.given(fixture).map(\.link) == [link])
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(text.contains("Lightning invoice of 0.00002 BTC") && text.contains("receives all ways to pay"))
    }

    @Test("S6, S10: the journal has the amount and the recipient that the person saw and the program received")
    func recorded() async throws {
        let invoice = HandOverSample.invoice
        // An invoice of 0.00002 BTC, which is another way to pay than the address.
        let lightning = WalletProgram.example("zeus", takes: ["lightning"])
        for (program, link, recipient, units) in [
            (
                HandOverSample.sparrow, "bitcoin:\(HandOverSample.address)?lightning=\(invoice)",
                HandOverSample.address, nil
            ),
            (
                HandOverSample.sparrow, "bitcoin:\(HandOverSample.address)?amount=0.00002001&lightning=\(invoice)",
                HandOverSample.address, 2_001
            ),
            (lightning, "bitcoin:\(HandOverSample.address)?lightning=\(invoice)", nil, 2_000),
            (lightning, "bitcoin:\(HandOverSample.address)?amount=0.00002001&lightning=\(invoice)", nil, 2_000),
            (lightning, "bitcoin:?lightning=\(invoice)", nil, 2_000),
        ] as [(WalletProgram, String, String?, Int64?)] {
            let fixture = HandOverSample.fixture(program, answers: .agree)
            guard case .handedOver = try await fixture.run(link) else {
                Issue.record("\(link) was not handed over")
                continue
            }
            let request = try #require(fixture.journal.state.withLock { $0.requests.last })
            #expect(request.recipient == recipient && request.amount?.units == units, "\(link): \(request)")
        }
        // This wallet asks for the amount of an address.
        let refused = HandOverSample.fixture(
            HandOverSample.sparrow, .example("wasabi", takes: ["bitcoin"]), answers: .fail(.refused))
        _ = try await refused.run("bitcoin:\(HandOverSample.address)?lightning=\(invoice)")
        let request = try #require(refused.journal.state.withLock { $0.requests.last })
        #expect(request.recipient == HandOverSample.address && request.amount == nil, "\(request)")
    }

    @Test("S15: who chooses between wallets for an invoice reads first that it asks for a payment")
    func choiceForInvoice() async throws {
        let fixture = HandOverSample.fixture(
            .example("zeus", takes: ["lightning"]), .example("phoenix", takes: ["lightning"]),
            answers: .pick(0), .agree)
        _ = try await fixture.run("bitcoin:?lightning=\(HandOverSample.invoice)")
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(text.contains("Which wallet should open this link?"), "\(text)")
        #expect(text.contains("It asks for a payment") && text.contains("(Bitcoin)."), "\(text)")
        #expect(HandOverSample.given(fixture).map(\.program) == ["zeus.desktop"])
    }

    @Test("S15: an invoice that has expired is warned of before another wallet gets it")
    func expired() async throws {
        // The invoice ends on 2058-05-30 at 16:00:00 UTC.
        for (now, isLate) in [(2_790_000_000, false), (2_790_000_001, true)] as [(UnixTime, Bool)] {
            var fixture = HandOverSample.fixture(HandOverSample.electrum, answers: .agree)
            fixture.now = now
            _ = try await fixture.run("bitcoin:?lightning=\(HandOverSample.invoice)")
            let text = try #require(fixture.prompt.shown.first).flowing
            #expect(text.contains("Warning: it expired at ") == isLate, "\(text)")
        }
    }

    @Test("a link with an invoice alone goes to a program that takes invoices; without one it says so")
    func invoiceAlone() async throws {
        let link = "bitcoin:?lightning=\(HandOverSample.invoice)"
        let fixture = HandOverSample.fixture(HandOverSample.electrum, HandOverSample.sparrow, answers: .agree)
        _ = try await fixture.run(link)
        #expect(
            HandOverSample.given(fixture) == [
                .init(link: "lightning:\(HandOverSample.invoice)", scheme: "lightning", program: "electrum.desktop")
            ])
        let none = HandOverSample.fixture(HandOverSample.sparrow)
        guard case .failed(let error) = try await none.run(link) else {
            Issue.record("it went somewhere")
            return
        }
        #expect(error.code == .unsupported && HandOverSample.given(none).isEmpty)
    }

    @Test("a link that requires a proof of payment, or a way to pay, is not given to somebody who may not know of it")
    func required() async throws {
        for link in [
            "\(HandOverSample.plain)&req-pop=myapp%3a",
            "bitcoin:\(HandOverSample.address)?amount=0.00002&req-lightning=\(HandOverSample.invoice)",
        ] {
            let fixture = HandOverSample.fixture(HandOverSample.sparrow, answers: .agree)
            _ = try? await fixture.run(link)
            #expect(HandOverSample.given(fixture).isEmpty, "\(link)")
        }
    }
}
