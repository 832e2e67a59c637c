import Foundation
import RouterTestSupport
import Testing

/// Accounts, balances and history of `router wallet`, and words that are restored or checked.
@Suite struct WalletMoneyTests {
    private static let words = Array(repeating: "abandon", count: 11) + ["about"]
    private static let paid = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    /// m/1886544227'/0'/0/0 and m/1886544227'/44'/5'/1'/0/0 of the test words (``PracticeKeysTests`` has their origin).
    private static let oldAddress = "XmhdQaVTf6pDzKxLbNpkRHh44GYxYDymsb"
    private static let secondAddress = "XyjTH2fkk8F9yauTqCznAsv1cgT1m2LMYQ"

    private static func link(_ amount: String, _ message: String = "") -> String {
        "dashwallet://pay=\(paid)&amount=\(amount)&sender=shop&message=\(message)"
    }

    private func json(_ result: RouterHome.Result) throws -> JSONValue {
        #expect(result.status == 0, "\(result.errors)")
        return try JSONValue(parsing: Data(result.output.utf8))
    }

    /// 10 DASH in account 0, 3 in account 1, 2 in the old one; each account is known.
    private func home() throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        for (account, address, amount) in [("1", Self.secondAddress, "3"), ("old", Self.oldAddress, "2")] {
            let result = try home.router(["wallet", "address", "--account", account], answers: [RouterHome.passcode])
            #expect(result.output == address + "\n", "\(result.errors)")
            #expect(try home.router(["sandbox", "fund", "dash", amount, "--address", address]).status == 0)
        }
        return home
    }

    @Test("the passcode is asked for once for each account; then its addresses and money need no passcode")
    func accounts() throws {
        let home = try home()
        _ = home.dialogue()
        let balance = try home.router(["wallet", "balance"])
        #expect(
            balance.output == """
                PRACTICE – no real money
                15 DASH.
                  account 0 (m/1886544227'/44'/5'/0'): 10 DASH.
                  account 1 (m/1886544227'/44'/5'/1'): 3 DASH.
                  the old account (m/1886544227'/0'): 2 DASH.

                """)
        #expect(
            try home.router(["wallet", "balance", "--account", "old"]).output
                == "PRACTICE – no real money\n2 DASH.\n")
        let json = try json(home.router(["wallet", "balance", "--json"]))
        #expect(json["coin"]?.text == "dash" && json["practice"] == .bool(true))
        #expect(json["confirmed"]?.integer == 1_500_000_000 && json["waiting"]?.integer == 0)
        let accounts = json["accounts"]?.elements ?? []
        #expect(accounts.map { $0["account"]?.text } == ["0", "1", "old"])
        #expect(accounts.map { $0["path"]?.text } == ["/44'/5'/0'", "/44'/5'/1'", "/0'"].map { "m/1886544227'" + $0 })
        #expect(accounts.map { $0["confirmed"]?.integer } == [1_000_000_000, 300_000_000, 200_000_000])
        #expect(accounts.map { $0["usedAddresses"]?.integer } == [1, 1, 1])
        #expect(home.dialogue().isEmpty)
    }

    @Test("the balance of all coins is told, also where the network of one does not answer")
    func balanceOfAll() throws {
        let home = try RouterHome()
        try home.makeWallet()
        #expect(try home.router(["sandbox", "on", "litecoin"]).status == 0)
        #expect(try home.router(["sandbox", "fund", "litecoin", "2"]).status == 0)
        let all = try home.router(["wallet", "balance"])
        #expect(all.status == 0, "\(all.errors)")
        #expect(
            all.output == """
                Dash:
                  PRACTICE – no real money
                  10 DASH.
                Litecoin:
                  PRACTICE – no real money
                  2 LTC.

                """)
        let lines = try home.router(["wallet", "balance", "--json"]).output.split(separator: "\n")
        #expect(try lines.map { try JSONValue(parsing: Data($0.utf8))["coin"]?.text } == ["dash", "litecoin"])

        let ledger = home.directory.path + "/data/schemerouter/sandbox/dash-main.sqlite"
        try Data("no database".utf8).write(to: URL(filePath: ledger))
        let some = try home.router(["wallet", "balance"])
        #expect(some.status != 0 && some.errors.contains("Dash: "), "\(some.errors)")
        #expect(some.output.hasSuffix("2 LTC.\n"))
    }

    @Test(
        "accounts that do not exist are reported as such",
        arguments: [("-1", 64), ("2147483648", 64), ("00", 64), ("Old", 64), ("savings", 64)] as [(String, Int32)])
    func noAccounts(name: String, status: Int32) throws {
        let home = try RouterHome()
        try home.makeWallet()
        let result = try home.router(["wallet", "balance", "--account=\(name)"])
        #expect(result.status == status && result.output.isEmpty, "\(result.errors)")
    }

    @Test("S12: only Dash has an old account")
    func oldAccounts() throws {
        let home = try RouterHome()
        try home.makeWallet()
        for coin in ["bitcoin", "litecoin", "dogecoin"] {
            #expect(try home.router(["sandbox", "on", coin]).status == 0)
            let result = try home.router(["wallet", "address", coin, "--account", "old"])
            #expect(result.status == 77 && result.errors.contains("old account"), "\(result.errors)")
            #expect(try !home.router(["wallet", "balance", coin, "--json"]).output.contains("old"))
        }
    }

    @Test("an address that was used is not given again, and change is never mistaken for one")
    func freshAddresses() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let first = try home.router(["wallet", "address"]).output
        #expect(try home.router(["wallet", "address"]).output == first)
        #expect(try home.router(["sandbox", "fund", "dash", "1"]).output.contains(first.dropLast()))
        let second = try home.router(["wallet", "address"]).output
        #expect(second != first)
        #expect(try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode]).status == 0)
        #expect(try home.router(["wallet", "address"]).output == second)
    }

    @Test("restored words find their accounts, also the old one, and pay from the first that has enough")
    func restore() throws {
        let home = try home()
        try FileManager.default.removeItem(atPath: home.directory.path + "/data/schemerouter/wallet")
        let restored = try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(
            restored.output.hasSuffix(
                """
                Dash, account 0 (m/44'/5'/0'): 10 DASH, 1 used address.
                Dash, account 1 (m/44'/5'/1'): 3 DASH, 1 used address.
                Dash, the old account (m/0'): 2 DASH, 1 used address.

                """))
        for (amount, account) in [("9.5", "account 0"), ("2.5", "account 1"), ("1.9", "the old account")] {
            _ = home.dialogue()
            let result = try home.router(["open", Self.link(amount)], answers: [RouterHome.passcode])
            #expect(result.status == 0, "\(result.errors)")
            #expect(home.dialogue().contains("DASH, from \(account) "))
        }
        let short = try home.router(["open", Self.link("0.6")])
        #expect(short.status == 77 && short.errors.contains("No single account has enough"), "\(short.errors)")
    }

    @Test("change of one's own payment is part of the balance before it is in a block")
    func ownChange() throws {
        let home = try RouterHome()
        try home.makeWallet()
        #expect(try home.router(["open", Self.link("4")], answers: [RouterHome.passcode]).status == 0)
        #expect(
            try home.router(["wallet", "balance"]).output
                == "PRACTICE – no real money\n5.99999774 DASH, of which 5.99999774 DASH is unconfirmed.\n")
        let json = try json(home.router(["wallet", "balance", "--json"]))
        #expect(json["confirmed"]?.integer == 0 && json["waiting"]?.integer == 599_999_774)
        #expect(json["ownChange"]?.integer == 599_999_774)
        #expect(json["accounts"]?.elements.first?["ownChange"]?.integer == 599_999_774)
        #expect(json["spendable"]?.integer == 599_999_774)
        // Exactly that is what the next payment can spend: 10 + 34 + 148 bytes cost 192.
        let all = try home.router(["pay", Self.paid, "all", "--dry-run"])
        #expect(
            all.output.contains("Pay 5.99999582 DASH") && all.output.contains("Total: 5.99999774 DASH"),
            "\(all.output)")
    }

    @Test("--gap looks further, and wants numbers that make sense")
    func gap() throws {
        let home = try home()
        for command in [["balance"], ["balance", "--account", "0"], ["history"]] {
            #expect(try home.router(["wallet"] + command + ["--gap", "100"]).status == 0)
        }
        #expect(try home.router(["wallet", "discover", "--gap", "100"], answers: [RouterHome.passcode]).status == 0)
        for gap in ["19", "10001", "-1", "many", "4294967296"] {
            for command in ["balance", "history", "discover"] {
                #expect(try home.router(["wallet", command, "--gap=\(gap)"]).status == 64)
            }
            #expect(try home.router(["wallet", "restore", "--words", "-", "--gap=\(gap)"]).status == 64)
        }
    }

    @Test("restored without a network, the words say how their accounts are found later")
    func discover() throws {
        let home = try RouterHome()
        try home.write("words", Self.words.joined(separator: " "))
        let restored = try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(restored.output.contains("router wallet discover"))
        #expect(try home.router(["wallet", "discover"]).status == 78)
        #expect(try home.router(["wallet", "discover", "dash"], answers: [RouterHome.passcode]).status == 78)
        try home.router(["sandbox", "on", "dash"])
        let nothing = try home.router(["wallet", "discover"], answers: [RouterHome.passcode])
        #expect(nothing.status == 0 && nothing.output.hasSuffix("Dash: no account was used.\n"))
        try home.router(["sandbox", "fund", "dash", "2", "--address", Self.oldAddress])
        let found = try home.router(["wallet", "discover", "dash"], answers: [RouterHome.passcode])
        #expect(found.output.hasSuffix("Dash, the old account (m/0'): 2 DASH, 1 used address.\n"), "\(found.errors)")
    }

    @Test("history tells what was received and sent, newest first, for one account or all")
    func history() throws {
        let home = try home()
        #expect(try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode]).status == 0)
        let lines = try home.router(["wallet", "history"]).output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5 && lines[0] == "PRACTICE – no real money")
        #expect(
            lines[1].hasPrefix("sent 0.5 DASH, fee 0.00000226 DASH  locked by InstantSend, waits for a block  txid "))
        #expect(
            zip(lines.dropFirst(2), [2, 3, 10]).allSatisfy { $0.hasPrefix("received \($1) DASH  confirmations: ") })
        #expect(try home.router(["wallet", "history", "-n", "1"]).output.split(separator: "\n").count == 2)
        let first = try json(home.router(["wallet", "history", "--account", "0", "--json"]))
        let transactions = first["transactions"]?.elements ?? []
        #expect(transactions.map { $0["received"]?.integer } == [949_999_774, 1_000_000_000])
        #expect(transactions.map { $0["spent"]?.integer } == [1_000_000_000, 0])
        #expect(transactions.map { $0["fee"] } == [.number(226), .null])
        #expect(try home.router(["wallet", "history", "-n", "0"]).status == 64)
    }

    @Test("what is printed as JSON is what the schemas beside these tests say", OutputSchema.needsPython)
    func schemas() throws {
        let home = try home()
        #expect(try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode]).status == 0)
        for arguments in [[], ["--account", "1"]] {
            let balance = try home.router(["wallet", "balance", "--json"] + arguments).output
            #expect(try OutputSchema.balance.mistakes(in: balance).isEmpty)
            let history = try home.router(["wallet", "history", "--json"] + arguments).output
            #expect(try OutputSchema.history.mistakes(in: history).isEmpty)
        }
        #expect(try !OutputSchema.balance.mistakes(in: "{}").isEmpty)
        #expect(try !OutputSchema.history.mistakes(in: "{}").isEmpty)
    }

    @Test("S8: the words are compared one by one, never shown, and that they were right is kept")
    func checkBackup() throws {
        let home = try RouterHome()
        try home.makeWallet()
        #expect(try home.router(["wallet", "info"]).output.contains("was never checked"))
        let all = try home.router(
            ["wallet", "check-backup", "--all"], answers: [RouterHome.passcode] + Self.words)
        #expect(all.status == 0 && all.output == "All 12 words are right.\n", "\(all.errors)")
        #expect(try json(home.router(["wallet", "info", "--json"]))["backupChecked"]?.integer != nil)
        _ = home.dialogue()

        // The third is typed wrongly twice, and then rightly.
        let typed = ["abandon", "abandon", "about", "secretword"] + Array(repeating: "abandon", count: 9) + ["about"]
        #expect(
            try home.router(["wallet", "check-backup", "--all"], answers: [RouterHome.passcode] + typed).status == 0)
        let dialogue = home.dialogue()
        #expect(dialogue.contains("That is not word 3.") && dialogue.contains("SETPROMPT Word 3:"))

        let wrong = try home.router(
            ["wallet", "check-backup"], answers: [RouterHome.passcode, "zoo", "zoo", "zoo"])
        #expect(wrong.status == 65 && wrong.errors.contains("is not the wallet's"))
        #expect(try home.router(["wallet", "check-backup"], answers: [RouterHome.passcode, "-"]).status == 130)
        let later = home.dialogue() + wrong.output + wrong.errors
        #expect(!later.contains("abandon") && !later.contains("about ") && !later.contains("zoo"))
        #expect(try home.router(["wallet", "check-backup"], answers: ["wrong passcode"]).status == 130)
    }

    @Test("S8: the passphrase is part of the backup, and another one is told by the wallet that it opens")
    func checkPassphrase() throws {
        let home = try RouterHome()
        try home.write("words", Self.words.joined(separator: " "))
        let restored = try home.router(
            ["wallet", "restore", "--passphrase", "--words", home.directory.path + "/words"],
            answers: ["TREZOR", "TREZOR", "", RouterHome.passcode, RouterHome.passcode])
        #expect(restored.output.contains("The wallet b4e3f5ed is in"), "\(restored.errors)")
        let words = [RouterHome.passcode] + Self.words
        let right = try home.router(["wallet", "check-backup", "--all"], answers: words + ["TREZOR"])
        #expect(right.status == 0 && right.output == "All 12 words and the passphrase are right.\n", "\(right.errors)")
        let second = try home.router(["wallet", "check-backup", "--all"], answers: words + ["trezor", "TREZOR"])
        #expect(second.status == 0)
        #expect(home.dialogue().contains("open another wallet, "))
        let wrong = try home.router(["wallet", "check-backup", "--all"], answers: words + ["x", "Trezor", "TREZOR "])
        #expect(wrong.status == 65 && wrong.errors.contains("passphrase is not the wallet's"), "\(wrong.errors)")
        let told = home.dialogue() + right.output + wrong.output + wrong.errors
        #expect(!told.lowercased().contains("trezor"))
    }

    @Test("Bitcoin and Litecoin receive at native segwit, and one payment spends outputs of all three kinds")
    func segwit() throws {
        let home = try RouterHome()
        try home.makeWallet()
        for (coin, start) in [("litecoin", "ltc1q"), ("bitcoin", "bc1q")] {
            #expect(try home.router(["sandbox", "on", coin]).status == 0)
            #expect(try home.router(["wallet", "address", coin]).output.hasPrefix(start))
        }
        for (path, start) in [("m/84h/0h/0h", "bc1q"), ("m/49h/0h/0H", "3"), ("m/44'/0'/0'", "1")] {
            let answers = path.hasPrefix("m/84") ? [] : [RouterHome.passcode]
            let address = try home.router(["wallet", "address", "bitcoin", "--path", path], answers: answers)
            #expect(address.status == 0 && address.output.hasPrefix(start), "\(address.errors)")
            let to = String(address.output.dropLast())
            #expect(try home.router(["sandbox", "fund", "bitcoin", "1", "--address", to]).status == 0)
            let balance = try home.router(["wallet", "balance", "bitcoin", "--path", path])
            #expect(balance.output == "PRACTICE – no real money\n1 BTC.\n", "\(balance.errors)")
        }
        let before = try home.router(["wallet", "balance", "bitcoin"])
        #expect(before.output == "PRACTICE – no real money\n3 BTC.\n")
        _ = home.dialogue()
        let link = "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=2.5"
        let paid = try home.router(["open", link], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(home.dialogue().contains("from account 0 "))
        let history = try json(home.router(["wallet", "history", "bitcoin", "--json"]))
        let payment = try #require(history["transactions"]?.elements.first)
        // 10 + 68 + 91 + 148 + 1 + 2 · 31 virtual bytes at 10,000 satoshis for 1,000.
        #expect(payment["spent"]?.integer == 300_000_000 && payment["fee"]?.integer == 3_800)
        let after = try json(home.router(["wallet", "balance", "bitcoin", "--json"]))
        #expect(after["ownChange"]?.integer == 49_996_200)
        #expect(after["accounts"]?.elements.map { $0["path"]?.text } == ["m/1886544227'/84'/0'/0'"])
        // What came back can be spent at once.
        let next = link.replacing("2.5", with: "0.4")
        #expect(try home.router(["open", next], answers: [RouterHome.passcode]).status == 0)
    }

    @Test("restored words find the money of all kinds of wallets, and say where they looked")
    func restoreAllKinds() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.router(["sandbox", "on", "bitcoin"])
        for (coin, path, amount) in [
            ("bitcoin", "m/49h/0h/0h", "1"), ("bitcoin", "m/44h/0h/3h", "2"), ("dash", "m/9h/5h/4h/0h", "4"),
        ] {
            let address = try home.router(["wallet", "address", coin, "--path", path], answers: [RouterHome.passcode])
            #expect(address.status == 0, "\(address.errors)")
            let to = String(address.output.dropLast())
            #expect(try home.router(["sandbox", "fund", coin, amount, "--address", to]).status == 0)
        }
        try FileManager.default.removeItem(atPath: home.directory.path + "/data/schemerouter/wallet")
        let restored = try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(restored.status == 0, "\(restored.errors)")
        for line in [
            "Bitcoin: searched m/84'/0'/account', m/49'/0'/account', m/44'/0'/account', each until 20 ",
            "Not searched: Taproot", "Bitcoin, account 0 (m/49'/0'/0'): 1 BTC, 1 used address.",
            "Dash: searched m/44'/5'/account', m/9'/5'/4'/account', m/0', each until 20 ",
            "Dash, account 0 (m/44'/5'/0'): 10 DASH, 1 used address.",
            "Dash, account m/9'/5'/4'/0' (m/9'/5'/4'/0'): 4 DASH, 1 used address.",
        ] { #expect(restored.output.contains(line), "\(line)") }
        #expect(!restored.output.contains("2 BTC"))
        let found = try home.router(
            ["wallet", "discover", "bitcoin", "--path", "m/44h/0h/3h"], answers: [RouterHome.passcode])
        #expect(found.output.hasSuffix("Bitcoin, account 3 (m/44'/0'/3'): 2 BTC, 1 used address.\n"), "\(found.errors)")
        let balance = try home.router(["wallet", "balance"]).output
        #expect(balance.contains("3 BTC.") && balance.contains("14 DASH."))
    }

    @Test("paths that no account has are refused with what is right")
    func noPaths() throws {
        let home = try RouterHome()
        try home.makeWallet()
        for path in [
            "m/44h/5h", "m/44/5/0", "44h/5h/0h", "m/44h/5h/2147483648h", "m/44h/5h/-1h", "m/44h/5h/0h/", "/", "m",
            "m/1h/2h/3h/4h/5h/6h/7h", "m/44h/5h/0hh",
        ] {
            let result = try home.router(["wallet", "address", "dash", "--path=\(path)"])
            #expect(result.status == 64 && result.errors.contains("3 to 6 hardened steps"), "\(path) \(result.errors)")
            #expect(result.errors.contains("2147483647"))
        }
        // S14: below 1886544227h lies practice; below m/9h/5h/3h the keys of masternodes, one of which could give all others.
        for path in [
            "m/44h/0h/0h", "m/84h/5h/0h", "m/86h/5h/0h", "m/1886544227h/5h/44h", "m/1886544227h/5h/5h/6h",
            "m/9h/5h/3h/2h",
        ] {
            let result = try home.router(
                ["wallet", "address", "dash", "--path", path], answers: [RouterHome.passcode])
            #expect(result.status == 77 && result.output.isEmpty, "\(path) \(result.errors)")
        }
        #expect(try home.router(["wallet", "info"]).status == 0)
        let both = try home.router(["wallet", "balance", "dash", "--account", "0", "--path", "m/44h/5h/0h"])
        #expect(both.status == 64)
        #expect(try home.router(["wallet", "discover", "--path", "m/44h/5h/0h"]).status == 64)
    }
}
