import Foundation
import RouterTestSupport
import Testing

/// `router explain`: the JSON of the command contract.
@Suite struct ExplainTests {
    @Test("one JSON object, with the fields of the contract")
    func object() throws {
        let home = try RouterHome()
        let result = try home.router(["explain", "--json", OpenTests.pay + "&IS=1"])
        #expect(result.status == 0)
        #expect(
            try JSONValue(parsing: Data(result.output.utf8))
                == .object([
                    "outcome": .string("pay"), "scheme": .string("dashwallet"), "coin": .string("dash"),
                    "form": .string("native"), "address": .string("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"),
                    "amount": .number(50_000_000), "sender": .string("shop"), "label": .null, "message": .null,
                    "instantSend": .object(["requested": .bool(true), "required": .bool(false)]),
                    "display": .string("Application Shop is requesting a payment to"),
                    "callback": .string(
                        "shop://callback=payack&address=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&txid={txid}"),
                    "ignored": .array([]), "warnings": .array([]),
                ]))
    }

    @Test("an error has its code, place, hint and the members that apply")
    func error() throws {
        let home = try RouterHome()
        let result = try home.router([
            "explain", "--json", "dashwallet://pay=1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA&amount=1&sender=shop",
        ])
        #expect(result.status == 65)
        let error = try #require(try JSONValue(parsing: Data(result.output.utf8))["error"])
        #expect(error["code"] == .string("wrongNetwork"))
        #expect(error["range"] == .array([.number(17), .number(51)]))
        #expect(error["detected"] == .array([.string("bitcoin")]))
        #expect(error["candidates"] == .null)
        #expect(error["message"]?.text?.contains("Bitcoin") == true)
    }

    @Test("--batch answers each line in order, also empty, broken and endless ones")
    func batch() throws {
        let home = try RouterHome()
        let lines = [
            OpenTests.pay, "", "\u{0}\u{1}", "dashwallet://" + String(repeating: "x", count: 200_000), OpenTests.pay,
        ]
        let result = try home.router(["explain", "--batch"], input: lines.joined(separator: "\n"))
        #expect(result.status == 0)
        let objects = try result.output.split(separator: "\n").map { try JSONValue(parsing: Data($0.utf8)) }
        let codes = objects.map { $0["error"]?["code"]?.text ?? $0["outcome"]?.text ?? "" }
        #expect(codes == ["pay", "malformedURL", "malformedURL", "urlTooLong", "pay"])
    }

    @Test("explaining needs no wallet and writes nothing")
    func writesNothing() throws {
        let home = try RouterHome()
        _ = try home.router(["explain", OpenTests.pay])
        _ = try home.router(["explain", "--json", "nonsense"])
        #expect(home.files().isEmpty)
        #expect(home.dialogue().isEmpty)
    }

    @Test("secrets never reach the output: a private key in a link is not repeated")
    func privateKey() throws {
        let home = try RouterHome()
        let key = "XBKapk5oXFntVVxGHssjuaCvQYQ18KgWf68gsC2s2mVp5tquNQUf"
        for arguments in [["explain", "--json"], ["explain"], ["open"]] {
            let result = try home.router(arguments + ["dashwallet://pay=\(key)&amount=1&sender=shop"])
            #expect(result.status == 65)
            #expect(!(result.output + result.errors).contains(key))
            #expect((result.output + result.errors).contains("privateKeyInAddress"))
        }
        let log = try String(contentsOfFile: home.directory.path + "/state/schemerouter/router.log", encoding: .utf8)
        #expect(!log.contains(key))
    }
}
