import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterProgram

/// The links of a wallet are YAML, too: which parameters they have, and what chooses what they ask for.
@Suite struct WalletTests {
    private static let address = "oGxhKThW3DCNmHiV5Y9CiCSqUPHGzatDvp"
    private static let pay = "opalpurse://to=\(address)&value=0.25&from=myapp"

    private static func read(_ link: String) throws -> WalletRequest {
        try Engine.router().request(from: Array(link.utf8))
    }

    private static func error(_ link: String) -> RequestError? {
        #expect(throws: RequestError.self) { try read(link) }
    }

    @Test("its examples come out as the file says, as “router check” sees them")
    func examples() throws {
        let router = try Engine.router()
        #expect(router.routes.scheme(named: "opalpurse".utf8)?.examples.count == 5)
        #expect(ExampleCheck(router: router).problems.map(\.text).filter { $0.hasPrefix("Wallet/") } == [])
    }

    @Test("a click pays it, and the app that asked gets its answer")
    func pays() async throws {
        let engine = Engine(.type("right passcode"))
        guard case .paid(_, let payment, _) = try await engine.run(Self.pay) else {
            Issue.record("not paid")
            return
        }
        #expect(payment.chain.coin == "opal" && payment.amount.units == 25_000_000)
        #expect(payment.recipient == Self.address)
        let txid = SignedTransaction.example.id.hex
        #expect(engine.opened == ["myapp://callback=payack&address=\(Self.address)&txid=\(txid)"])
    }

    @Test("an address and keys go to the app that asked")
    func requests() async throws {
        let telling = Engine(.agree)
        _ = try await telling.run("opalpurse:ask=receive&from=myapp")
        #expect(telling.opened.count == 1)
        #expect(telling.opened[0].hasPrefix("myapp://callback=address&address="))
        #expect(telling.opened[0].hasSuffix("&source=opalpurse"))
        guard case .key(let keys) = try Self.read("opalpurse:ask=Keys&drawer=3&from=myapp") else {
            Issue.record("no keys")
            return
        }
        #expect(keys.account == 3 && keys.header.sender?.scheme == "myapp")
        guard case .scanQR = try Self.read("opalpurse:CAMERA") else {
            Issue.record("no code")
            return
        }
    }

    @Test("its names mean what the file says, and those of other wallets mean nothing")
    func names() throws {
        for name in ["to", "recipient", "RECIPIENT", "req-to", "%74o"] {
            let link = "opalpurse:\(name)=\(Self.address)&value=1&from=myapp&remark=a+b&title=c&amount=2&label=d"
            guard case .payment(let payment) = try Self.read(link) else {
                Issue.record("\(link) is no payment")
                continue
            }
            #expect(payment.amount?.units == 100_000_000 && payment.message?.text == "a b" && payment.label == nil)
            #expect(payment.form == .native && payment.header.ignored == ["amount", "label"])
        }
        let long = try Self.read(Self.pay + "&remark=" + String(repeating: "x", count: 21))
        #expect(long.header.warnings.map(\.code) == [.textSanitised])
    }

    @Test("S3: what is refused is refused by the names that the link has")
    func refused() {
        let link = Self.pay
        let start = link.utf8.count
        let cases: [(link: String, code: RequestError.Code, parameter: String?, range: Range<Int>?)] = [
            (link + "&req-zz=1", .unsupportedRequiredParameter, "zz", start + 1..<start + 7),
            (link + "&req-title=x", .unsupportedRequiredParameter, "title", start + 11..<start + 12),
            (link + "&req-invoice=x", .unsupportedRequiredParameter, "invoice", start + 13..<start + 14),
            (link + "&Value=1", .duplicateParameter, "value", start + 1..<start + 8),
            (link + "&recipient=x", .duplicateParameter, "recipient", start + 1..<start + 12),
            (link + "&ask=receive", .ambiguousAction, nil, 15..<start + 12),
            ("opalpurse:ask=more&from=myapp", .unknownAction, nil, 14..<18),
            ("opalpurse:pay=x", .unknownAction, nil, 10..<15),
            ("opalpurse:ask=receive", .missingParameter, "from", nil),
            ("opalpurse:ask=receive&from=1", .invalidSender, "from", 27..<28),
            ("opalpurse:to=\(Self.address)&value=1e3&from=myapp", .invalidAmount, "value", 54..<57),
            ("opalpurse:to=x&value=1&from=myapp", .invalidAddress, "recipient", 13..<14),
            ("opalpurse:ask=keys&drawer=01&from=myapp", .invalidAccount, "drawer", 26..<28),
        ]
        for row in cases {
            let error = Self.error(row.link)
            let shown = "\(row.link): \(String(describing: error))"
            #expect(
                error?.code == row.code && error?.parameter == row.parameter && error?.range == row.range, "\(shown)")
        }
        #expect(Self.error("opalpurse:")?.hint == "A link contains “recipient=<address>” or “ask=<what>”.")
        #expect(Self.error("opalpurse:ask=x")?.hint == "A link may request “receive” or “keys”.")
    }
}
