import Foundation
import RouterTestSupport
import Testing

/// What people read: suggestions, the place of a mistake, help, and colours.
@Suite struct MessageTests {
    @Test(
        "an unknown name gets the one that was probably meant",
        arguments: [
            (["walet"], "Did you mean “wallet”?"), (["wallet", "balanc"], "Did you mean “balance”?"),
            (["keys", "masternode", "lst"], "Did you mean “list”?"),
            (["help", "exit-code"], "Did you mean “exit-codes”?"),
            (["help", "wrongNetwrk"], "Did you mean “wrongNetwork”?"),
            (["sandbox", "on", "dsh"], "Did you mean “dash”?"), (["sandbox", "on", "BTC"], "Did you mean “bitcoin”?"),
            (["history", "--jsn"], "Did you mean “--json”?"),
            (["register", "--scheme", "dashwalet"], "Did you mean “dashwallet”?"),
            (["explain", "dashwalet:pay=x"], "Did you mean “dashwallet”?"),
            (["open", "bitcion:x"], "Did you mean “bitcoin”?"),
            (["why", "dashwalet:pay=x"], "Did you mean “dashwallet”?"),
            (["request", "scan-qr", "dashwalet"], "Did you mean “dashwallet”?"),
        ])
    func suggestions(_ words: [String], _ expected: String) throws {
        let result = try RouterHome().run(words)
        #expect([64, 65].contains(result.status) && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("error: ") && result.errors.contains(expected), "\(result.errors)")
    }

    @Test(
        "what the parser finds wrong is said as everything else is",
        arguments: [
            (["handlers"], "Missing expected argument “<scheme>”."),
            (["use", "electrum"], "Missing expected argument “<for>”."),
            (["history", "--forget", "tomorrow"], "The value “tomorrow” is invalid for “--forget <date>”."),
            (["history", "-n", "0"], "-n must be between 1 and 100000."),
        ])
    func parser(_ words: [String], _ expected: String) throws {
        let result = try RouterHome().run(words)
        let hint = "  “router \(words[0]) --help” says what it takes."
        #expect(result.status == 64 && result.errors == "error: \(expected)\n\(hint)\n", "\(result)")
    }

    @Test(
        "an unknown option is named with the one that was probably meant, wherever it is",
        arguments: [
            (["open", "--jsno", "x"], "“--jsno”", "“--json”"), (["explain", "--bath"], "“--bath”", "“--batch”"),
            (["open", "--fe", "1", "x"], "“--fe”", "“--fee”"), (["--confg", "x", "status"], "“--confg”", "“--config”"),
        ])
    func unknownOption(_ words: [String], _ option: String, _ meant: String) throws {
        let result = try RouterHome().run(words)
        #expect(
            result.status == 64 && result.errors.hasPrefix("error: Unknown option \(option). Did you mean \(meant)?\n"),
            "\(result)")
    }

    @Test("a mark is under the bytes that are wrong")
    func mark() throws {
        let home = try RouterHome()
        let short = try home.run(["explain", "dashwallet:pay=x&sender=shop"])
        #expect(short.output.isEmpty)
        let excerpt = "\n  dashwallet:pay=x&sender=shop\n                 ^\n  at byte 15 of the link"
        #expect(short.errors.contains(excerpt), "\(short.errors)")
        // Of an address that is too long to show, the end is shown, too: that is what people compare.
        let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"
        let mistyped = try home.run(["explain", "bitcoin:\(address)?amount=1"])
        #expect(
            mistyped.errors.contains(
                """

                  bitcoin:bc1qw508d6qejxtdg4y5r3za…ry0c5xw7kv8f3t5?amount=1
                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                """), "\(mistyped.errors)")
        // A long link is cut around the place.
        let pay = "dashwallet:pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
        let long = pay + "&message=" + String(repeating: "a", count: 500) + "&amount=1x&sender=shop"
        let lines = try home.run(["explain", long]).errors.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("^") })
        #expect(lines[place - 1].count <= 76 && lines[place - 1].hasPrefix("  …"), "\(lines)")
        let column = try #require(lines[place].firstIndex(of: "^")).utf16Offset(in: lines[place])
        #expect(lines[place - 1].dropFirst(column).hasPrefix("1x&sender"), "\(lines)")
        #expect(lines[place].hasSuffix("^~"))
    }

    @Test("nothing in a link reaches the terminal as it is, and a private key is not shown at all")
    func harmless() throws {
        let home = try RouterHome()
        let hostile = try home.run(["explain", "dashwallet:pay=é\u{1B}[2J\u{202E}x&sender=shop"])
        #expect(hostile.status == 65 && hostile.errors.contains(#"\xC3\xA9\x1B[2J\xE2\x80\xAEx"#), "\(hostile.errors)")
        #expect(hostile.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        let key = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
        let refused = try home.run(["explain", "bitcoin:\(key)"])
        #expect(refused.errors.contains("[privateKeyInAddress]") && !refused.errors.contains(key), "\(refused.errors)")
        // What a desktop starts writes its errors into a log.
        let opened = try home.run(["open", "dashwallet:pay=notanaddress&sender=shop"])
        #expect(opened.status == 65 && !opened.errors.contains("notanaddress&"), "\(opened.errors)")
    }

    @Test("help lists commands, topics, exit codes and examples", arguments: [["help"], ["--help"], []])
    func help(_ words: [String]) throws {
        let result = try RouterHome().run(words)
        #expect(result.status == 0 && result.errors.isEmpty)
        let parts = ["SUBCOMMANDS:", "  wallet ", "HELP TOPICS", "  exit-codes ", "EXIT CODES:", "  130 ", "EXAMPLES:"]
        for text in parts {
            #expect(result.output.contains(text), "\(text)")
        }
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE: ") })
    }

    @Test("each topic says something", arguments: ["exit-codes", "examples", "json", "codes"])
    func topics(_ topic: String) throws {
        let result = try RouterHome().run(["help", topic])
        #expect(result.status == 0 && result.output.split(separator: "\n").count > 5)
    }

    @Test("colours are for terminals, and for people who want them")
    func colours() throws {
        let script = "/usr/bin/script"
        guard FileManager.default.isExecutableFile(atPath: script) else { return }
        let home = try RouterHome()
        func shown(_ command: String, _ more: [String: String]) throws -> String {
            try home.run(
                [], environment: more.merging(["TERM": more["TERM"] ?? "xterm"]) { $1 },
                through: ["/bin/sh", "-c", "exec \(script) -qec \"$0 \(command)\" /dev/null"]
            ).output
        }
        #expect(try shown("doctor", [:]).contains("\u{1B}[1;31mFAIL\u{1B}[0m"))
        #expect(try shown("walet", [:]).contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(try !shown("doctor", ["NO_COLOR": "1"]).contains("\u{1B}"))
        #expect(try !shown("walet", ["TERM": "dumb"]).contains("\u{1B}"))
        #expect(try !home.run(["doctor"], environment: ["TERM": "xterm"]).output.contains("\u{1B}"))
    }
}
