import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

/// What commands print with `--json`: one object a line, as the schemas in Documentation/json say, and errors too.
@Suite(OutputSchema.needsPython) struct OutputTests {
    private static let passcode = RouterHome.passcode
    private static let words = Array(repeating: "abandon", count: 11) + ["about"]
    private static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    /// A command, and the schema of its output.
    private struct Output {
        let schema: String
        let words: [String]
        var answers: [String] = []
        var status: Int32 = 0
        /// Whether it takes no `--pinentry`.
        var isBare = false
        /// How many objects it prints at least.
        var least = 1

        init(
            _ schema: String, _ words: String..., answers: [String] = [], status: Int32 = 0, isBare: Bool = false,
            least: Int = 1
        ) {
            (self.schema, self.words, self.answers) = (schema, words, answers)
            (self.status, self.isBare, self.least) = (status, isBare, least)
        }
    }

    /// In an order in which each has something to print, in a home with a wallet of 10 practice DASH.
    private static let outputs: [Output] = [
        Output("wallet-info", "wallet", "info"),
        Output("sandbox", "sandbox", "on", "litecoin"), Output("sandbox", "sandbox", "off", "litecoin"),
        Output("sandbox", "sandbox", "on", "eos"),
        Output("sandbox-fund", "sandbox", "fund", "dash", "1.5"), Output("sandbox-fund", "sandbox", "fund", "eos", "5"),
        Output("sandbox-mine", "sandbox", "mine", "dash", "2"), Output("sandbox-mine", "sandbox", "mine", "eos"),
        Output("sandbox-info", "sandbox", "info", least: 2),
        Output("wallet-address", "wallet", "address", "dash"), Output("wallet-address", "wallet", "address", "eos"),
        Output("open", "pay", address, "0.5", answers: [passcode]),
        Output("open", "open", "dashwallet:pay=\(address)&sender=shop", answers: ["-"], status: 130),
        Output("open", "open", "dashwallet:pay=x&sender=shop", status: 65),
        Output("open-dry-run", "pay", address, "0.25", "--dry-run"),
        Output("open-dry-run", "pay", address, "1000", "--dry-run", status: 77),
        Output("open-dry-run", "open", "--dry-run", "dashwallet:pay=\(address)&amount=0.5&sender=shop"),
        Output("open-dry-run", "open", "--dry-run", "dashwallet:pay=x&sender=shop", status: 65),
        Output("open-dry-run", "bump", "1", "--dry-run", status: 77),
        Output("open-dry-run", "bump", "1000", "--dry-run", status: 77),
        Output("open", "bump", "1", answers: ["-"], status: 77),
        Output("wallet-balance", "wallet", "balance", least: 2), Output("wallet-history", "wallet", "history", "dash"),
        Output("wallet-discover", "wallet", "discover", "dash", answers: [passcode]),
        Output("history", "history", least: 2), Output("history-forget", "history", "--forget", "2020-01-01"),
        Output("resume", "resume", least: 0),
        Output("wallet-check-backup", "wallet", "check-backup", "--all", answers: [passcode] + words),
        Output("wallet-passcode", "wallet", "passcode", answers: [passcode, passcode, passcode]),
        Output("masternode-list", "keys", "masternode", "list"),
        Output("masternode-mark", "keys", "masternode", "mark", "owner", "0"),
        Output("masternode-reveal", "keys", "masternode", "reveal", "owner", "0", answers: [passcode]),
        Output("masternode-reveal", "keys", "masternode", "reveal", "operator", "0", answers: [passcode]),
        Output("masternode-reveal", "keys", "masternode", "reveal", "platform", "0", answers: [passcode]),
        Output("explain", "explain", "dashwallet:pay=\(address)&amount=0.5&sender=shop"),
        Output("explain", "explain", "monero:x?tx_amount=1", status: 65),
        Output("explain", "explain", "dashwalet:pay=x", status: 65),
        Output("why", "why", "dashwallet:pay=\(address)&amount=0.5&sender=shop"),
        Output("schemes", "schemes", least: 20), Output("check", "check"),
        Output("handlers", "handlers", "shop", isBare: true),
        Output("handlers", "handlers", "none", status: 1, least: 0),
        Output("request", "request", "address", "dashwallet", "--sender", "shop"),
        Output("request", "request", "pay", "dash", address, "--amount", "1"),
        Output("new-coin", "new-coin", "tester", "--ticker", "TST", "--p2pkh", "65", "--p2sh", "66", "--bip44", "999"),
        Output("register", "register", "--dry-run", isBare: true), Output("register", "register", isBare: true),
        Output("status", "status"), Output("doctor", "doctor"), Output("register", "unregister", isBare: true),
    ]

    @Test("every command prints what its schema says, one object a line, and nothing else")
    func everything() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        for output in Self.outputs {
            let words = output.words + ["--json"]
            let result =
                try output.isBare
                ? home.run(words, answers: output.answers) : home.router(words, answers: output.answers)
            #expect(result.status == output.status, "\(words): \(result)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.count >= output.least && lines.allSatisfy { $0.hasPrefix("{") }, "\(words): \(result)")
            let mistakes = try OutputSchema(name: output.schema).mistakes(in: result.output)
            #expect(mistakes == "", "\(words): \(result.output)")
            #expect(try OutputSchema.error.mistakes(in: result.errors) == "", "\(words): \(result.errors)")
        }
        // No schema takes just anything.
        for name in Set(Self.outputs.map(\.schema)) {
            #expect(try OutputSchema(name: name).mistakes(in: "{}\n") != "", "\(name)")
        }
    }

    @Test("a wallet's words are an array in JSON, and restoring it tells the wallet and its accounts")
    func words() throws {
        let home = try RouterHome()
        let created = try home.router(["wallet", "create", "--json"], answers: [Self.passcode, Self.passcode])
        #expect(created.status == 0 && created.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
        #expect(try OutputSchema(name: "wallet-create").mistakes(in: created.output) == "")
        let wallet = try JSONValue(parsing: Data(created.output.utf8))
        let words = try #require(wallet["words"]).elements.compactMap(\.text)

        let other = try RouterHome()
        try other.router(["sandbox", "on", "dash"])
        let restored = try other.router(
            ["wallet", "restore", "--words", "-", "--json"], answers: [Self.passcode, Self.passcode],
            input: words.joined(separator: " ") + "\n")
        #expect(restored.status == 0, "\(restored)")
        #expect(try OutputSchema(name: "wallet-restore").mistakes(in: restored.output) == "")
        let lines = try JSONValue(lines: restored.output).elements
        #expect(lines.count == 2 && lines[0]["fingerprint"] == wallet["fingerprint"])
    }

    @Test(
        "an error is an object on standard error, with its code and exit code; standard output stays empty",
        arguments: [
            (["nonsense"], "usage", 64), (["wallet", "balanc"], "usage", 64), (["history", "-n", "0"], "usage", 64),
            (["open"], "usage", 64), (["explain", "--nonsense", "x"], "usage", 64),
            (["open", "dashwallet:pay=x", "--to"], "usage", 64), (["open", "dashwallet:pay=x", "--fee"], "usage", 64),
            (["schemes", "--config"], "usage", 64), (["schemes", "--pinentry"], "usage", 64),
            (["new-coin", "t", "--ticker", "T", "--p2pkh", "9", "--p2sh", "9", "--bip44", "99"], "usage", 64),
            (["help", "nonsense"], "usage", 64),
            (["sandbox", "on", "dsh"], "usage", 64), (["wallet", "info"], "noWallet", 66),
            (["wallet", "balance", "dash"], "noNetwork", 78), (["request", "scan-qr", "foo"], "unsupportedScheme", 65),
            (["why", "dashwallet:pay=x"], "missingParameter", 65),
            (["wallet", "restore", "--words", "/dev/null"], "wrongWords", 65),
            (["wallet", "restore", "--words", "abandon abandon about"], "usage", 64),
            (["wallet", "restore", "--words", "abandon\nabandon"], "usage", 64),
            (["wallet", "restore", "--words", "abandon-about"], "usage", 64),
            (["wallet", "restore", "--words", "abandon", "abandon", "about"], "usage", 64),
            (["wallet", "passcode", "abandon"], "usage", 64),
            (["--schemes", "/dev/null", "schemes"], "badConfiguration", 78),
            (["--pinentry", "/nonexistent", "wallet", "create"], "noPrompt", 69),
        ])
    func errors(_ words: [String], _ code: String, _ exit: Int) throws {
        let result = try RouterHome().run(words + ["--json"])
        #expect(result.status == Int32(exit) && result.output.isEmpty, "\(result)")
        #expect(try OutputSchema.error.mistakes(in: result.errors) == "", "\(result.errors)")
        let error = try #require(try JSONValue(lines: result.errors).elements.last?["error"])
        #expect(error["code"] == .string(code) && error["exit"] == .number(Int64(exit)), "\(error)")
        // In words it is on standard error, too, and says the same.
        let plain = try RouterHome().run(words)
        #expect(plain.status == Int32(exit) && plain.output.isEmpty && plain.errors.contains("error: "), "\(plain)")
        // S8: what may be the words of a wallet is not repeated.
        #expect(!result.errors.contains("abandon") && !plain.errors.contains("abandon"), "\(plain)")
    }

    @Test("an option that follows is not the value of the one before: what is missing is named")
    func missingValues() throws {
        for (words, missing) in [
            (["open", "--to", "--json", "dashwallet:pay=x"], "--to needs the name of a program, such as electrum."),
            (["open", "--fee", "--json", "dashwallet:pay=x"], "--fee needs "),
            (["open", "--image", "--json"], "--image needs the path of a picture."),
            (["explain", "--json", "--image"], "--image needs the path of a picture."),
            (["schemes", "--config", "--json"], "--config needs the path of a directory."),
            (["schemes", "--schemes", "--json"], "--schemes needs the path of a file."),
            (["schemes", "--pinentry", "--json"], "--pinentry needs the path of a program."),
        ] {
            let result = try RouterHome().run(words)
            #expect(result.status == 64 && result.output.isEmpty, "\(words): \(result)")
            let error = try #require(try JSONValue(lines: result.errors).elements.last?["error"])
            #expect(error["message"]?.text?.hasPrefix(missing) == true, "\(words): \(error)")
        }
    }

    @Test("a link, or one picture: without the program that reads pictures, what to install is said")
    func pictures() throws {
        for words in [
            ["open", "--image", "a.png", "dash:x"], ["open", "--image", "a.png", "--clipboard"],
            ["explain", "--screen", "dash:x"],
        ] {
            let result = try RouterHome().run(words)
            #expect(result.status == 64 && result.errors.contains("takes one link or one picture."), "\(result)")
        }
        #expect(try RouterHome().run(["explain", "--batch", "--clipboard"]).status == 64)
        for words in [["open", "--json", "--image", "a.png"], ["open", "--json", "--screen"]] {
            let home = try RouterHome()
            let result = try home.run(words)
            #expect(result.status == 69, "\(result)")
            let error = try #require(try JSONValue(lines: result.output).elements.last?["error"])
            #expect(error["code"] == .string("noPicture") && error["reason"] == .string("scanner"), "\(error)")
            #expect(error["hint"]?.text == "Install the package schemerouter-window, or install it anew.")
            // S10: it is one line in the log.
            #expect(try home.text(of: "state/schemerouter/router.log").contains("\"reason\":\"noPicture\""))
        }
        let explained = try RouterHome().run(["explain", "--clipboard"])
        #expect(explained.status == 69 && explained.errors.contains("[noPicture]"), "\(explained)")
    }

    @Test("the mistakes of a descriptor that new-coin would write are listed as those of any descriptor")
    func newCoinProblems() throws {
        let result = try RouterHome().run([
            "new-coin", "t", "--ticker", "T", "--p2pkh", "9", "--p2sh", "9", "--bip44", "99", "--json",
        ])
        let error = try #require(try JSONValue(lines: result.errors).elements.last?["error"])
        let problems = try #require(error["problems"]).elements
        #expect(problems.count == 1 && problems[0]["code"] == .string("conflict"), "\(error)")
        #expect(problems[0]["message"]?.text?.contains("the version 9 is repeated") == true)
        #expect(problems[0]["hint"] == .null)
        #expect(error["message"]?.text?.contains("\n") == false)
    }

    @Test("refusing is told as such")
    func refused() throws {
        let home = try RouterHome.ofTestWords()
        let result = try home.router(["wallet", "passcode", "--json"], answers: ["-"])
        #expect(result.status == 130 && result.output.isEmpty)
        #expect(try JSONValue(lines: result.errors).elements.last?["error"]?["code"] == .string("refused"))
    }

    @Test("use reports the program that comes first now")
    func use() throws {
        let home = try RouterHome()
        try home.register("bitcoin")
        #expect(try home.run(["register", "--scheme", "bitcoin", "--force"]).status == 0)
        let result = try home.run(["use", "receiver-bitcoin", "for", "bitcoin", "--json"])
        #expect(result.status == 0, "\(result)")
        #expect(try OutputSchema(name: "use").mistakes(in: result.output) == "", "\(result.output)")
        #expect(try OutputSchema(name: "use").mistakes(in: "{}\n") != "")
    }

    @Test("the schema of explain knows every kind of instruction")
    func kinds() throws {
        let text = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../Documentation/json/explain.schema.json"), encoding: .utf8)
        let kinds = PaymentInstruction.Kind.allCases.filter { $0 != .link }.map { "\"\($0.rawValue)\"" }
        #expect(text.contains("\"kind\": { \"enum\": [\(kinds.sorted().joined(separator: ", "))] }"))
    }

    @Test("every schema is used by a test, and the guide names it")
    func published() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: OutputSchema.folder.path)
            .map { $0.replacingOccurrences(of: ".schema.json", with: "") }
        let used = Set(Self.outputs.map(\.schema) + ["wallet-create", "wallet-restore", "use", "unlock", "error"])
        #expect(Set(names) == used)
        let guide = try String(
            contentsOf: OutputSchema.guide, encoding: .utf8)
        for name in names { #expect(guide.contains("json/\(name).schema.json"), "\(name)") }
    }
}
