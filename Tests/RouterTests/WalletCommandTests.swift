import Foundation
import RouterTestSupport
import Testing

/// `router wallet` and `router sandbox`.
@Suite struct WalletCommandTests {
    @Test("create prints the words once; restoring them gives the same addresses")
    func createAndRestore() throws {
        let home = try RouterHome()
        let passcodes = [RouterHome.passcode, RouterHome.passcode]
        let created = try home.router(["wallet", "create", "--words", "24"], answers: passcodes)
        #expect(created.status == 0, "\(created.errors)")
        // “ 1. abandon”: as they are written down, and as check-backup asks for them.
        let numbered = created.output.split(separator: "\n").map { $0.split(separator: " ") }
            .filter { $0.count == 2 && $0[0].hasSuffix(".") && $0[0].dropLast().allSatisfy(\.isNumber) }
        #expect(numbered.map { String($0[0]) } == (1...24).map { "\($0)." })
        let words = numbered.map { String($0[1]) }.joined(separator: " ")
        try home.router(["sandbox", "on", "dash"])
        let address = try home.router(["wallet", "address"]).output
        // Single words are no sign: “can” and “all” are among the 2,048, and in what a prompt says.
        let said = home.dialogue().split { !$0.isLetter }.map { $0.lowercased() }
        let secret = numbered.map { String($0[1]) }
        for start in 0...(secret.count - 3) {
            #expect(!said.contains(Array(secret[start..<(start + 3)])), "a prompt was given the words")
        }

        let other = try RouterHome()
        let restored = try other.router(["wallet", "restore", "--words", "-"], answers: passcodes, input: words + "\n")
        #expect(restored.status == 0, "\(restored.errors)")
        try other.router(["sandbox", "on", "dash"])
        #expect(try other.router(["wallet", "address"]).output == address)
        #expect(try other.router(["wallet", "create"], answers: passcodes).status == 77)
    }

    @Test("words that cannot be shown end in an error, and not in a wallet that nobody can restore")
    func unshownWords() throws {
        let home = try RouterHome()
        let created = try home.router(
            ["wallet", "create"], answers: [RouterHome.passcode, RouterHome.passcode],
            through: ["/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"])
        #expect(created.status == 73 && created.errors.contains("Nobody has seen them"), "\(created)")
    }

    @Test("files are readable by their owner only")
    func permissions() throws {
        let home = try RouterHome()
        try home.makeWallet()
        _ = try home.router(["open", OpenTests.pay], answers: ["-"])
        for file in home.files() {
            let attributes = try FileManager.default.attributesOfItem(atPath: home.directory.path + "/" + file)
            #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o077 == 0, "\(file)")
        }
    }

    @Test("a weak passcode and one typed differently are refused")
    func weakPasscodes() throws {
        let home = try RouterHome()
        let weak = try home.router(
            ["wallet", "create"], answers: ["short", "123456789", "long enough", "something else"])
        #expect(weak.status == 130)
        #expect(home.files().isEmpty)
    }

    @Test("S8: with little memory a wallet is made only after a typed yes, a passcode gets no weaker, and doctor tells")
    func littleMemory() throws {
        let home = try RouterHome()
        // Not enough for the usual work, and enough for less.
        func within(_ kibibytes: Int) -> [String] {
            ["/bin/bash", "-c", "ulimit -v \(kibibytes); exec \"$@\"", "limited"]
        }
        let limited = within(500_000)
        let passcodes = [RouterHome.passcode, RouterHome.passcode]
        let refused = try home.router(["wallet", "create"], answers: ["-"] + passcodes, through: limited)
        #expect(refused.status == 130 && refused.output.isEmpty, "\(refused.errors)")
        #expect(home.dialogue().contains("There is little free memory."))
        let made = try home.router(["wallet", "create"], answers: ["yes"] + passcodes, through: limited)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try home.router(["wallet", "info"]).output.contains("Argon2id, 3 passes over 64 MiB"))
        let check = try home.run(["doctor"]).output.split(separator: "\n").first { $0.contains("a wallet in") }
        #expect(check?.contains("takes less work than usual: Argon2id, 3 passes over 64 MiB") == true)
        let passcode = ["wallet", "passcode"]
        let same = [RouterHome.passcode] + passcodes
        let kept = try home.router(passcode, answers: same, through: limited)
        #expect(kept.status == 0 && kept.output.contains("less work than usual, as before"), "\(kept.errors)")
        let better = try home.router(passcode, answers: same)
        #expect(better.status == 0 && !better.output.contains("less work"), "\(better.errors)")
        #expect(try home.router(["wallet", "info"]).output.contains("Argon2id, 3 passes over 256 MiB"))
        #expect(try !home.run(["doctor"]).output.contains("less work"))
        let error = try home.router(passcode, answers: same, through: within(260_000))
        #expect(error.status == 75 && error.errors.contains("The passcode takes 256 MiB of memory"), "\(error.errors)")
        #expect(try home.router(["wallet", "info"]).output.contains("Argon2id, 3 passes over 256 MiB"))
    }

    @Test("a BIP39 passphrase is typed twice, and shown by the fingerprint of the wallet that it opens")
    func passphrase() throws {
        let home = try RouterHome()
        try home.write("words", String(repeating: "abandon ", count: 11) + "about")
        let restore = ["wallet", "restore", "--words", home.directory.path + "/words", "--passphrase"]
        for answers in [["TREZOR", "TREZQR", "TREZOR", "trezor"], ["", "TREZOR", "TREZQR"], ["", ""]] {
            let wrong = try home.router(restore, answers: answers)
            #expect(wrong.status == 130 && wrong.errors.contains("not typed the same way twice"), "\(wrong.errors)")
            #expect(home.files() == [])
        }
        // Who does not know the fingerprint makes no wallet.
        #expect(try home.router(restore, answers: ["TREZOR", "TREZOR", "-"]).status == 130)
        #expect(home.files() == [])
        _ = home.dialogue()
        let passcodes = [RouterHome.passcode, RouterHome.passcode]
        let made = try home.router(restore, answers: ["TREZQR", "TREZOR", "TREZOR", "TREZOR", "ok"] + passcodes)
        #expect(made.status == 0 && made.output.hasPrefix("The wallet b4e3f5ed is in "), "\(made.errors)")
        let dialogue = home.dialogue()
        #expect(dialogue.contains("open the wallet b4e3f5ed.") && dialogue.contains("They are not the same."))
        #expect(!dialogue.contains("TREZ"))
        #expect(try home.router(["wallet", "info", "--json"]).output.contains("\"fingerprint\":\"b4e3f5ed\""))

        let other = try RouterHome()
        let created = try other.router(
            ["wallet", "create", "--passphrase"], answers: ["a b", "a b", "ok"] + passcodes)
        #expect(created.status == 0 && other.dialogue().contains("open the wallet "), "\(created.errors)")
    }

    @Test("unknown words are refused by number, never repeated")
    func badWords() throws {
        let home = try RouterHome()
        let result = try home.router(
            ["wallet", "restore", "--words", "-"],
            input: "abandon secretword " + String(repeating: "abandon ", count: 10))
        #expect(result.status == 65)
        #expect(result.errors.contains("2"))
        #expect(!result.errors.contains("secretword"))
    }

    @Test("the passcode can be changed")
    func changePasscode() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let new = "another passcode"
        #expect(try home.router(["wallet", "passcode"], answers: [RouterHome.passcode, new, new]).status == 0)
        #expect(try home.router(["open", OpenTests.pay], answers: [new]).status == 0)
    }

    @Test("the practice network is switched on and off without touching the rest of the settings")
    func sandboxSwitch() throws {
        let home = try RouterHome()
        let settings = "# mine\nsandbox: { senders: [shop] }\n"
        try home.configure(settings)
        #expect(try home.router(["sandbox", "on", "dash"]).status == 0)
        #expect(try home.router(["sandbox", "info"]).output.contains("PRACTICE – Dash"))
        #expect(try home.router(["sandbox", "off", "dash"]).status == 0)
        let path = home.directory.path + "/config/schemerouter/config.yaml"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == settings)
        #expect(try home.router(["sandbox", "fund", "dash", "1"]).status == 78)
        for words in [["balance"], ["history"], ["address"], ["discover"]] {
            let result = try home.router(["wallet"] + words)
            #expect(result.status == 78 && result.errors.contains("[noNetwork]"), "\(words): \(result)")
        }
    }

    @Test("handlers names the program and exits 1 if there is none")
    func handlers() throws {
        let home = try RouterHome()
        let none = try home.router(["handlers", "shop"])
        #expect(none.status == 1 && none.errors == "error: No program opens “shop:” links.\n", "\(none)")
        let json = try home.router(["handlers", "shop", "--json"])
        #expect(json.status == 1 && json.output.isEmpty && json.errors.contains(#""code":"noProgram""#), "\(json)")
        #expect(try home.router(["handlers", "dashwalet"]).errors.contains("Did you mean “dashwallet”?"))
        try home.register("shop")
        let result = try home.router(["handlers", "shop", "--json"])
        #expect(result.status == 0)
        let handler = try #require(try JSONValue(lines: result.output).elements.first)
        #expect(handler["id"] == .string("receiver-shop.desktop"))
        #expect(handler["executable"] == .string(home.directory.path + "/receiver"))
    }

    @Test("handlers of a wallet scheme names the programs a link can be handed over to, and why others get none")
    func walletHandlers() throws {
        let home = try RouterHome()
        try home.register("bitcoin")
        let applications = home.directory.path + "/data/applications"
        let entry = try String(contentsOfFile: "\(applications)/receiver-bitcoin.desktop", encoding: .utf8)
        for (id, type, program) in [
            ("a", "bitcoin;x-scheme-handler/lightning", "/receiver"), ("b", "bitcoin", "/none"),
        ] {
            try home.write(
                "data/applications/\(id).desktop",
                entry.replacing("/receiver ", with: "\(program) ")
                    .replacing("handler/bitcoin", with: "handler/\(type)"))
        }
        let result = try home.router(["handlers", "BITCOIN", "--json"])
        #expect(result.status == 0)
        let rows = try JSONValue(lines: result.output).elements.filter { row in
            row["desktopEntry"]?.text?.hasPrefix(applications) == true
        }
        #expect(rows.map { $0["id"]?.text } == ["receiver-bitcoin.desktop", "a.desktop", "b.desktop"])
        #expect(rows.map { $0["natural"] } == [.bool(true), .bool(false), .bool(false)])
        #expect(rows[0]["takes"]?.elements == [.string("onchain")])
        #expect(rows[1]["takes"]?.elements == [.string("onchain"), .string("lightning")])
        #expect(rows[1]["schemes"]?.elements == [.string("bitcoin"), .string("lightning")])
        #expect(rows[1]["refusal"] == .null && rows[2]["refusal"]?.text?.contains("does not exist") == true)
        let text = try home.router(["handlers", "bitcoin"]).output
        #expect(text.contains("gets links by default") && text.contains("refused: “Test Receiver”"))
        #expect(try home.router(["handlers", "dogecoin"]).status == 1)
    }

    @Test("schemes lists them all, with their coins")
    func schemes() throws {
        let result = try RouterHome().router(["schemes", "--json"])
        let rows = try JSONValue(lines: result.output).elements
        let enabled = rows.filter { $0["enabled"] == .bool(true) }.compactMap { $0["scheme"]?.text }
        #expect(
            enabled == [
                "algorand", "aopp", "axe", "axewallet", "bank", "bchreg", "bchtest", "bitcoin", "bitcoincash", "dash",
                "dash-key", "dash-st", "dashpay", "dashwallet", "dogecoin", "ecash", "ectest", "esr", "eth", "ethereum",
                "kaspa", "kaspadev", "kaspasim",
                "kaspatest", "keyauth", "lightning", "liquidnetwork", "liquidtestnet", "litecoin", "lnurla", "lnurlc",
                "lnurlp", "lnurlw", "metamask", "monero", "mykey", "nano", "nanoseed", "nostr+walletconnect",
                "nostrnwc", "pay", "payto", "ripple", "simplewallet", "solana", "substrate", "taler", "taler+http",
                "ton", "tron", "upi", "ur", "wc", "web+cardano", "web+esr", "web+stellar", "xrp", "xrpl", "zcash",
            ])
        #expect(rows.contains { $0["scheme"] == .string("pay") && $0["coins"]?.elements.count == 2 })
        #expect(rows.contains { $0["scheme"] == .string("mykey") && $0["coin"] == .string("eos") })
    }
}
