import Foundation
import RouterTestSupport
import Testing

/// `router` for a coin whose money lies in named accounts, on the practice chain.
@Suite struct AccountCommandTests {
    /// m/44'/194'/0'/0/0 of the test words.
    static let key = "EOS6zpSNY1YoLxNt2VsvJjoDfBueU6xC1M1ERJw1UoekL1NHn8KNA"
    /// The same below m/1886544227', where practice is (S14).
    static let practiceKey = "EOS8BFu5mXGQo7h94xjqJ1QX4MgWdsD96i3hm2r8Br4AeBtRXzg69"

    private func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Data(text.utf8))
    }

    @Test("practice: switched on, funded and looked at without a passcode, for the wallet knows its key")
    func practice() throws {
        let home = try RouterHome()
        try home.makeWallet()
        _ = home.dialogue()
        #expect(try home.router(["sandbox", "on", "eos"]).status == 0)
        let key = try home.router(["wallet", "address", "eos"])
        #expect(key.output == Self.practiceKey + "\n")
        #expect(key.errors.contains("PRACTICE") && key.errors.contains("practiceuser"))
        #expect(
            try home.router(["wallet", "balance", "eos"]).output
                == "PRACTICE – no real money\n0.0000 EOS of practiceuser.\n")

        let funded = try home.router(["sandbox", "fund", "eos", "12.5"])
        #expect(funded.output == "PRACTICE – 12.5000 EOS for practiceuser\n", "\(funded.errors)")
        #expect(try home.router(["sandbox", "fund", "eos", "1", "--address", "alicealice11"]).status == 0)
        let balance = try json(try home.router(["wallet", "balance", "eos", "--json"]).output)
        #expect(balance["confirmed"]?.integer == 125_000 && balance["waiting"]?.integer == 0)
        #expect(balance["account"]?.text == "practiceuser" && balance["practice"] == .bool(true))

        #expect(try home.router(["sandbox", "mine", "eos", "3"]).output.contains("EOS is at block"))
        let lines = try JSONValue(lines: home.router(["sandbox", "info", "eos", "--json"]).output).elements
        let info = try #require(lines.first)
        #expect(info["coin"]?.text == "eos" && info["balances"]?["practiceuser"]?.text == "12.5000 EOS")
        let text = try home.router(["sandbox", "info"]).output
        #expect(text.contains("PRACTICE – Dash (main)") && text.contains("  alicealice11: 1.0000 EOS"))
        #expect(home.dialogue().isEmpty)

        #expect(try home.router(["sandbox", "off", "eos"]).status == 0)
        #expect(try home.router(["sandbox", "fund", "eos", "1"]).status == 78)
        #expect(try home.router(["wallet", "balance", "eos"]).status == 78)
    }

    @Test("a wallet that does not know its key yet asks the passcode for it once")
    func firstUse() throws {
        let home = try RouterHome()
        // A wallet that was made while the coin had its keys elsewhere.
        try home.configure("paths: { eos: \"44'/4242'\" }\n")
        try home.makeWallet()
        try home.write("config/schemerouter/config.yaml", "")
        let refused = try home.router(["wallet", "address", "eos"], answers: ["-"])
        #expect(refused.status == 130 && refused.output.isEmpty)
        let first = try home.router(["wallet", "address", "eos"], answers: [RouterHome.passcode])
        #expect(first.output == Self.key + "\n" && first.errors.contains("use: nodeos"), "\(first.errors)")
        #expect(try home.router(["wallet", "address", "eos"]).output == Self.key + "\n")
    }

    @Test("another wallet's practice account gets this wallet's key when it is funded")
    func otherWallet() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.router(["sandbox", "on", "eos"])
        try home.router(["sandbox", "fund", "eos", "1"])
        try FileManager.default.removeItem(atPath: home.directory.path + "/data/schemerouter/wallet")
        try home.makeWallet(words: String(repeating: "zoo ", count: 11) + "wrong")
        #expect(try home.router(["sandbox", "fund", "eos", "1"]).status == 0)
        #expect(try home.router(["wallet", "balance", "eos"]).output.contains("2.0000 EOS"))
    }

    @Test(
        "what cannot be done says why",
        arguments: [
            (["wallet", "address", "eos"], 66, "no wallet"),
            (["sandbox", "fund", "eos", "1"], 66, "no wallet"),
            (["sandbox", "mine", "eos", "0"], 64, "number of blocks"),
            (["sandbox", "info", "bitcoin"], 78, "does not use the practice network"),
        ] as [([String], Int32, String)])
    func refusals(arguments: [String], status: Int32, message: String) throws {
        let home = try RouterHome()
        try home.configure("networks: { eos: { use: sandbox } }\n")
        let result = try home.router(arguments)
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    }

    @Test("amounts and names that the practice chain does not have are refused")
    func badFunds() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.router(["sandbox", "on", "eos"])
        #expect(try home.router(["sandbox", "fund", "eos", "1.00001"]).status == 65)
        let unknown = try home.router(["sandbox", "fund", "eos", "1", "--address", "nobodynobody"])
        #expect(unknown.status == 76 && unknown.errors.contains("nobodynobody"), "\(unknown.errors)")
        let short = "networks: { eos: { use: sandbox, account: bob } }\n"
        try home.write("config/schemerouter/config.yaml", short)
        let result = try home.router(["sandbox", "fund", "eos", "1"])
        #expect(result.status != 0 && result.errors.contains("bob"), "\(result.errors)")
    }

    @Test("doctor names the account's network, courier beside router, and whether courier is kept from files")
    func doctor() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.configure(
            "  eos: { use: nodeos, url: \"https://node.example\", account: alicealice11 }\n"
                + "allow-hosts: [\"127.0.0.1\"]\n")
        let result = try home.router(["doctor", "--json"])
        let checks = try json(result.output)["checks"]?.elements ?? []
        let texts = Dictionary(uniqueKeysWithValues: checks.map { ($0["name"]?.text ?? "", $0) })
        #expect(texts["networks"]?["text"]?.text == "Networks: dash (sandbox), eos (nodeos, alicealice11).")
        #expect(texts["courier"]?["result"]?.text == "good", "\(result.output)")
        #expect(texts["courier"]?["text"]?.text?.contains("/courier ") == true)
        let hasLandlock = texts["landlock"]?["result"]?.text == "good"
        #expect(
            texts["landlock"]?["text"]?.text?.contains(hasLandlock ? "Landlock" : "missing or switched off") == true)
    }
}
