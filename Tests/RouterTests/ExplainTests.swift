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
                    "amount": .number(50_000_000), "ticker": .string("DASH"), "unit": .string("duff"),
                    "decimals": .number(8), "sender": .string("shop"), "label": .null, "message": .null,
                    "instantSend": .object(["requested": .bool(true), "required": .bool(false)]),
                    "display": .string("Application Shop is requesting a payment to"),
                    "callback": .string(
                        "shop://callback=payack&address=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&txid={txid}"),
                    "ignored": .array([]), "warnings": .array([]),
                ]))
    }

    @Test("what a link says of a server and of the only payment has different places")
    func places() throws {
        let home = try RouterHome()
        try home.write(
            "toy.yaml",
            """
            version: 1
            coins: { toy: { ticker: TOY, hand-over: only, addresses: { main: [{ kind: name, shape: any }] } } }
            schemes:
              toys: { coin: toy, grammar: uri, links: { path: "s/{server}", keys: { indexed: 9 }, parameters: {
                      address: { is: address }, label: { is: label } } } }
            """)
        let link = "toys:s/a.example?label=First&address.1=bob&label.1=Second"
        let result = try home.router(["--schemes", home.directory.path + "/toy.yaml", "explain", "--json", link])
        let explained = try JSONValue(parsing: Data(result.output.utf8))
        #expect(explained["label"] == .string("First"))
        #expect(explained["payments"]?.elements.map { $0["label"] } == [.string("Second")])
        #expect(result.output.ranges(of: "\"label\"").count == 2, "\(result.output)")
    }

    @Test("all ways to pay of a link of BIP321, in its order, with what was checked")
    func instructions() throws {
        let home = try RouterHome()
        let link = "bitcoin:?lightning=\(PaymentTokens.invoice)&pop=myapp%3A&lno=\(PaymentTokens.offer)"
        let result = try home.router(["explain", "--json", link])
        #expect(result.status == 0)
        #expect(
            try JSONValue(parsing: Data(result.output.utf8))
                == .object([
                    "outcome": .string("pay"), "scheme": .string("bitcoin"), "coin": .string("bitcoin"),
                    "form": .string("bip21"), "address": .null, "amount": .null, "label": .null, "message": .null,
                    "proof": .string("myapp:lightning="), "sender": .null, "callback": .null, "ignored": .array([]),
                    "warnings": .array([]), "ticker": .string("BTC"), "unit": .string("satoshi"),
                    "decimals": .number(8),
                    "instructions": .array([
                        .object([
                            "kind": .string("lightning"), "text": .string(PaymentTokens.invoice),
                            "checked": .string("checksum"), "amountMsat": .number(2_000_000),
                            "description": .string("2 coffees"), "expires": .number(2_790_000_000), "server": .null,
                            "payee": .string("034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa"),
                        ]),
                        .object([
                            "kind": .string("offer"), "text": .string(PaymentTokens.offer),
                            "checked": .string("shape"), "amountMsat": .null, "description": .string("Test vectors"),
                            "expires": .null, "server": .null,
                        ]),
                    ]),
                    "leftOut": .array([.string("pop"), .string("lno")]),
                    "lost": .array([
                        .object(["key": .string("pop"), "what": .string("the proof that an app asks for")]),
                        .object(["key": .string("lno"), "what": .string("a Lightning offer")]),
                    ]),
                ]))
        let text = try home.router(["explain", link]).output
        let invoice = "\n1. a Lightning invoice of 0.00002 BTC: \(PaymentTokens.invoice)"
        #expect(text.contains(invoice + " (its checksum and its signature are correct)"))
        #expect(text.contains("\n2. a Lightning offer of any amount: \(PaymentTokens.offer) (it has no checksum"))
        #expect(text.contains("This wallet supports none of these ways.") && !text.contains("As every desktop"))
        let opened = try home.router(["open", link])
        #expect(opened.status == 77 && opened.errors.contains("unsupported"), "\(opened.errors)")
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
        // A long line is cut while it is read; what is said of it is the same as of the whole link.
        let whole = try home.router(["explain", "--json", "-"], input: lines[3].prefix(20_000) + "")
        #expect(try objects[3] == JSONValue(parsing: Data(whole.output.utf8)))
    }

    @Test("--batch answers what it read before reading fails, as from a terminal that hangs up")
    func failingInput() throws {
        guard OutputSchema.hasPython else { return }
        let script = """
            import os, sys
            master, terminal = os.openpty()
            os.write(terminal, b"dash:a\\ndash:b\\n")
            os.close(terminal)
            os.dup2(master, 0)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let result = try RouterHome().run(["explain", "--batch"], through: ["/usr/bin/env", "python3", "-c", script])
        #expect(result.status == 64 && result.errors.contains("Standard input cannot be read"), "\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 2, "\(result.output)")
    }

    @Test("--batch never explains what is left of an overlong line, whatever white space surrounds it")
    func cutLines() throws {
        let home = try RouterHome()
        let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.125"
        let lines = [10, 48, 51, 60].flatMap { shown -> [String] in
            let spaces = String(repeating: " ", count: 131_002 - shown)
            return [spaces + link, link.prefix(shown) + spaces + link, spaces + link + spaces]
        }
        let result = try home.router(["explain", "--batch"], input: lines.joined(separator: "\n"))
        let objects = try result.output.split(separator: "\n").map { try JSONValue(parsing: Data($0.utf8)) }
        #expect(objects.count == lines.count)
        for (line, object) in zip(lines, objects) where line.utf8.count > 131_002 {
            #expect(["malformedURL", "urlTooLong"].contains(object["error"]?["code"]?.text ?? ""), "\(object)")
        }
    }

    @Test("S1: an argument that is not UTF-8 is refused, not repaired", arguments: ["explain", "open --dry-run"])
    func notUTF8(_ command: String) throws {
        let home = try RouterHome()
        let json = #"{"protocol":"SimpleWallet","version":"1.0","action":"login","dappName":"a%sb","uuID":"u"}"#
        for (byte, isRefused) in [(#"\377"#, true), (#"\357\277\275"#, false)] {
            let script = "exec \"$@\" \(command) -- \"$(printf '\(json.replacing("%s", with: byte))')\""
            let result = try home.router([], through: ["/bin/sh", "-c", script, "sh"])
            #expect((result.output + result.errors).contains("The text is not UTF-8.") == isRefused, "\(result)")
        }
    }

    @Test(
        "Input that does not block is awaited, and input that cannot be read is not a link",
        arguments: ["explain", "open"])
    func unreadableInput(_ command: String) throws {
        let home = try RouterHome()
        let folder = try home.router([command, "-"], through: ["/bin/sh", "-c", "\"$@\" </", "sh"])
        #expect(folder.status == 64 && folder.errors.contains("Standard input cannot be read"))
        let slow = """
            import os, subprocess, sys, time
            end, start = os.pipe()
            os.set_blocking(end, False)
            child = subprocess.Popen(sys.argv[1:], stdin=end)
            os.write(start, b"dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.1")
            time.sleep(0.3)
            os.write(start, b"25&sender=shop")
            os.close(start)
            sys.exit(child.wait())
            """
        let whole = try home.router(["explain", "--json", "-"], through: ["/usr/bin/python3", "-c", slow])
        #expect(whole.status == 0 && whole.output.contains("12500000"), "\(whole)")
    }

    @Test("output that does not block waits for its reader, and none of it is lost")
    func slowReader() throws {
        let full = """
            import os, select, subprocess, sys
            end, start = os.pipe()
            os.set_blocking(start, False)
            child = subprocess.Popen(sys.argv[1:], stdout=start)
            while child.poll() is None and select.select([], [start], [], 0)[1]:
                pass
            os.close(start)
            with open(end, "rb") as output:
                sys.stdout.buffer.write(output.read())
            sys.exit(child.wait())
            """
        let result = try RouterHome().router(
            ["explain", "--batch"], input: String(repeating: "a:b\n", count: 2_000),
            through: ["/usr/bin/python3", "-c", full])
        #expect(result.status == 0 && result.output.split(separator: "\n").count == 2_000, "\(result.errors)")
    }

    @Test(
        "a link may have its full length on any kind of line, and longer input is no link",
        arguments: ["\r\n", "\n", ""])
    func longest(_ ending: String) throws {
        let home = try RouterHome()
        let link = #"{"action":"login","protocol":"SimpleWallet","uuID":"u","x":""#
        let longest = link + String(repeating: "x", count: 131_000 - 2 - link.utf8.count) + #""}"#
        let one = try home.router(["explain", "--json", "-"], input: longest + ending)
        // Not too long for a link, only for a request.
        #expect(one.status == 65 && one.output.contains(#""code":"invalidRequest""#), "\(one)")
        let batch = try home.router(["explain", "--batch"], input: longest + ending)
        #expect(batch.output.contains(#""code":"invalidRequest""#), "\(batch)")
        // White space before it counts no more there than here.
        let spaced = try home.router(["explain", "--batch"], input: "  " + longest + ending)
        #expect(
            spaced.output.contains(#""code":"\#(ending == "\r\n" ? "urlTooLong" : "invalidRequest")""#), "\(spaced)")
        for command in ["explain", "open"] {
            let long = try home.router([command, "-"], input: String(repeating: "x", count: 140_000) + ending)
            #expect(
                long.status == 64 && long.errors.contains("The text on standard input is longer than a link can be."),
                "\(long.status) \(long.errors.prefix(200))")
        }
    }

    @Test("what is invisible in a text of the caller's is not shown as a text")
    func invisible() throws {
        let home = try RouterHome()
        let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=1&message=%E2%80%AE&label=%E2%80%AE"
        let output = try home.router(["explain", link]).output
        #expect(output.hasPrefix("Pays 1 DASH") && !output.contains("“”"), "\(output)")
    }

    @Test("S1: a message on several lines is shown on one, with a mark where they break; a label is refused")
    func lines() throws {
        let home = try RouterHome()
        let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5&message=Order%2042%0D%0Afor%09you"
        let told = try home.router(["explain", link])
        let plain = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5&message=Order%2042%E2%8F%8Efor%20you"
        #expect(
            told.output == """
                Pays 0.5 DASH to XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa (Dash).
                It says: “Order 42⏎for you”
                It does not say who is asking.
                As every desktop delivers it: \(plain)

                """, "\(told)")
        let json = try home.router(["explain", "--json", link])
        let value = try JSONValue(parsing: Data(json.output.utf8))
        #expect(value["message"] == .string("Order 42⏎for you") && value["warnings"] == .array([]))
        let label = try home.router(["explain", link.replacingOccurrences(of: "message", with: "label")])
        #expect(label.status == 65 && label.errors.contains("invalidEncoding"), "\(label)")
    }

    @Test("a request that has ended is said to have, and one that has not is not")
    func expired() throws {
        let home = try RouterHome()
        let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
        let told = try home.router(["explain", "dash:\(address)?amount=0.5&time=1000000000&exp=60"]).output
        #expect(
            told.hasSuffix(
                "\nWarning: the request ended at 2001-09-09 01:47:40 UTC and should no longer be paid.\n"), "\(told)")
        let invoice = try #require(LinkVectors("lightning").cases.first).url
        let lightning = try home.router(["explain", invoice]).output
        #expect(
            lightning.hasSuffix(
                "\nWarning: the request ended at 2017-06-01 11:57:38 UTC and should no longer be paid.\n"),
            "\(lightning)")
        for (link, expected) in [
            ("dash:\(address)?amount=0.5&time=1000000000&exp=60", JSONValue.bool(true)), (invoice, .bool(true)),
            ("dash:\(address)?amount=0.5&time=900000000000&exp=60", nil), ("dash:\(address)?amount=0.5", nil),
        ] as [(String, JSONValue?)] {
            let json = try home.router(["explain", "--json", link]).output
            let value = try JSONValue(parsing: Data(json.utf8))
            #expect(value["expired"] == expected, "\(json)")
            let line = try home.router(["explain", "--batch"], input: link + "\n").output
            #expect(try JSONValue(parsing: Data(line.utf8))["expired"] == expected, "\(line)")
        }
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
