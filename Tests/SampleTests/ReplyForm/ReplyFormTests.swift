import RouterTestSupport
import Testing

@testable import SchemeRouter

/// A form of replies is what a plugin writes and the engine checks, fills and delivers.
@Suite struct ReplyFormTests {
    private static let txid = SignedTransaction.example.id.hex

    @Test("the requesting app gets it, in the form that the descriptor names")
    func delivered() async throws {
        let paying = Engine(.type("right passcode"))
        _ = try await paying.run(FamilyTests.pay)
        #expect(paying.opened == ["myapp://state=paid&to=\(FamilyTests.address)&id=\(Self.txid)"])

        let telling = Engine(.agree)
        _ = try await telling.run("tally:request=address&sender=myapp")
        #expect(telling.opened == ["myapp://state=told&at=XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"])
    }

    @Test("that it was refused is told where the person switched that on, and nothing is by default")
    func refused() async throws {
        var engine = Engine(.fail(.refused))
        _ = try await engine.run(FamilyTests.pay)
        #expect(engine.opened == [])
        engine = Engine(.fail(.refused))
        engine.settings.failureCallbacks = ["tally"]
        _ = try await engine.run(FamilyTests.pay)
        #expect(engine.opened == ["myapp://state=refused"])
    }

    @Test("a link whose scheme names no form gets no reply")
    func unnamed() async throws {
        let engine = Engine(.type("right passcode"))
        _ = try await engine.run(CoinTests.link + "&sender=myapp")
        #expect(engine.opened == [])
    }

    @Test("S4, S11: the engine lets it say what it declares and what the link asks for, and nothing else")
    func checked() throws {
        let request = ReplyRequest.link(try Engine.router().read(Array(FamilyTests.pay.utf8)).request)
        func complaint(_ change: (inout [ReplyField]) -> Void) -> String? {
            var fields = Voucher.reply(to: request, ending: .done)?.link?.fields ?? []
            change(&fields)
            return ReplyCheck(request: request, ending: .done, form: Voucher.form)
                .complaint(about: ReplyTemplate(link: LinkTemplate(to: "myapp", fields)))
        }
        #expect(complaint { _ in } == nil)
        #expect(complaint { $0.append(ReplyField("fee", .text("paid"))) } == "it has an extra field")
        #expect(
            complaint { $0[0] = ReplyField("state", .text("refused")) }
                == "it reveals something that the link does not ask for")
        #expect(
            complaint { $0[1] = ReplyField("to", .blank(.address)) }
                == "it reveals something that the link does not ask for")
        #expect(
            complaint { $0[2] = ReplyField("id", .blank(.transaction)) }
                == "a field does not match the result")
    }
}
