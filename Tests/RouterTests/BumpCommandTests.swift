import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

/// `router bump`, and `--fee`, on the practice network of a coin without locks.
@Suite struct BumpCommandTests {
    private static let address = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"

    private static func home() throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        #expect(try home.router(["sandbox", "on", "litecoin"]).status == 0)
        #expect(try home.router(["sandbox", "fund", "litecoin", "10"]).status == 0)
        let paid = try home.router(
            ["pay", address, "0.5", "--coin", "litecoin", "--fee", "slow"], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.errors)")
        #expect(home.dialogue().contains("You chose this fee: “slow”"))
        return home
    }

    private static func history(_ home: RouterHome) throws -> [JSONValue] {
        try JSONValue(lines: home.router(["history", "--json"]).output).elements
    }

    @Test("S14: it replaces the first, which is shown as replaced; the money is spent once; a confirmed one stays")
    func bumps() throws {
        let home = try Self.home()
        let preview = try home.router(["bump", "1", "--dry-run"])
        #expect(preview.status == 0 && preview.output.hasPrefix("PRACTICE – no real money"), "\(preview.errors)")
        #expect(home.dialogue().isEmpty)
        let result = try home.router(["bump", "1", "--json"], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(home.dialogue().contains("Raise the fee of payment #1: 0.5 LTC"))
        let rows = try Self.history(home)
        let (second, first) = (try #require(rows.first), try #require(rows.last))
        #expect(first["state"] == .string("replaced") && second["state"] == .string("waiting"))
        #expect(first["replacedBy"] == second["txid"] && second["bumps"] == .number(1))
        #expect(result.output.contains(try #require(second["txid"]?.text)))
        #expect(result.output.contains("\"replaces\":\"\(try #require(first["txid"]?.text))\""))
        let fees = [first, second].compactMap { $0["fee"]?.integer }
        let balance = try JSONValue(
            parsing: Data(home.router(["wallet", "balance", "litecoin", "--json"]).output.utf8))
        #expect(fees.count == 2 && fees[1] > fees[0])
        #expect(balance["spendable"]?.integer == 950_000_000 - fees[1])
        let text = try home.router(["history"]).output
        #expect(text.contains("with a higher fee than #1") && text.contains("replaced by"), "\(text)")

        let twice = try home.router(["bump", "1"])
        #expect(twice.status == 77 && twice.errors.contains("“router bump 2”"), "\(twice.errors)")
        try home.router(["sandbox", "mine", "litecoin"])
        let late = try home.router(["bump", "2"])
        #expect(late.status == 77 && late.errors.contains("is already confirmed"), "\(late.errors)")
        #expect(late.errors.contains("[notReplaceable]"))
    }

    @Test("the second can be raised again; what it pays is more each time")
    func again() throws {
        let home = try Self.home()
        for entry in 1...3 {
            let result = try home.router(
                ["bump", "\(entry)", "--fee", "\(50_000 * entry)"], answers: [RouterHome.passcode])
            #expect(result.status == 0, "\(result.errors)")
        }
        let rows = try Self.history(home)
        #expect(rows.map { $0["state"]?.text } == ["waiting", "replaced", "replaced", "replaced"])
    }

    @Test("refusing keeps the first, and bad input gets an error that says what is right")
    func refused() throws {
        let home = try Self.home()
        #expect(try home.router(["bump", "1"], answers: ["-"]).status == 130)
        #expect(try Self.history(home).count == 1)
        for (words, status, text) in [
            (["bump", "7"], 77, "no entry #7"), (["bump", "x"], 64, ""), (["bump"], 64, ""),
            (["bump", "1", "--fee", "quick"], 64, "slow, normal, fast"), (["bump", "1", "--fee", "5"], 77, "1000 to"),
            (["pay", Self.address, "1", "--coin", "litecoin", "--fee", "5"], 64, "Litecoin allows 1000 to"),
            (["pay", Self.address, "1", "--coin", "litecoin", "--fee", "cheap"], 64, "slow, normal, fast"),
            (["open", "--fee"], 64, "--fee needs"),
            (["open", "--fee", "slow", "dashwallet://request=address&sender=shop"], 64, "not for a payment"),
        ] as [([String], Int32, String)] {
            let result = try home.router(words)
            #expect(
                result.status == status && (text.isEmpty || result.errors.contains(text)),
                "\(words): \(result.status) \(result.errors)")
        }
        #expect(try Self.history(home).count == 1)
    }

    @Test("a coin whose network locks payments has none that can be replaced")
    func locked() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let paid = try home.router(
            ["pay", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "0.5"], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.errors)")
        let result = try home.router(["bump", "1"])
        #expect(result.status == 77 && result.errors.contains("BIP125"), "\(result.errors)")
    }

    @Test("“fees” in the settings counts for links, and what stands before a link counts more; mistakes are told")
    func settings() throws {
        let home = try Self.home()
        try home.configure("fees: { litecoin: 25000 }\n")
        let link = "litecoin:\(Self.address)?amount=0.25"
        #expect(try home.router(["open", "--dry-run", link]).output.contains("You chose this rate: 25000"))
        #expect(
            try home.router(["open", "--dry-run", "--fee", "fast", link]).output.contains("You chose this fee: “fast”"))
        for (text, words) in [
            ("5", "Litecoin allows 1000 to"), ("cheap", "is not a fee"), ("[]", "expected"),
        ] {
            let other = try RouterHome()
            try other.configure("fees: { litecoin: \(text) }\n")
            let result = try other.router(["wallet", "info"])
            #expect(result.status == 78 && result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.contains("config.yaml:1:"), "\(result.errors)")
        }
    }

    @Test("if the fee is high for the amount, a lower one is taken from a list, and the consent has it")
    func choice() throws {
        let home = try Self.home()
        // Each another amount, because the same link soon after another is asked about.
        let words = { ["pay", Self.address, $0, "--coin", "litecoin"] }
        let preview = try home.router(["open", "--dry-run", "litecoin:\(Self.address)?amount=0.0002"])
        #expect(preview.output.contains("• “slow” for a fee of"), "\(preview.output)\(preview.errors)")
        _ = home.dialogue()
        let slow = try home.router(words("0.0002"), answers: ["2", RouterHome.passcode])
        #expect(slow.status == 0, "\(slow.output)\(slow.errors)")
        let shown = home.dialogue()
        #expect(
            shown.contains("Which fee do you want to pay?") && shown.contains("You chose this fee: “slow”"), "\(shown)")
        #expect(try home.router(words("0.00021"), answers: ["-"]).status == 130)
        let usual = try home.router(words("0.00022"), answers: ["1", RouterHome.passcode])
        #expect(usual.status == 0, "\(usual.output)\(usual.errors)")
        let fees = try Self.history(home).filter { $0["end"]?.text == "done" }.compactMap { $0["fee"]?.integer }
        #expect(fees.count == 3 && fees[0] > 5 * fees[1], "\(fees)")
        // Whoever names it is not asked.
        let named = try home.router(words("0.00023") + ["--fee", "normal"], answers: [RouterHome.passcode])
        #expect(named.status == 0, "\(named.errors)")
    }

    @Test("S6: wherever the disk fills up, the fee is raised whole or not at all, and all is finished later")
    func full() throws {
        let home = try Self.home()
        var ends: Set<Int32> = []
        var entry = 1
        for limit in [1, 16, 32, 48, 56, 64, 72, 80, 96, 128] {
            let limited = ["/bin/bash", "-c", "trap '' XFSZ; ulimit -f \(limit); exec \"$@\"", "limited"]
            let result = try home.router(["bump", "\(entry)"], answers: [RouterHome.passcode], through: limited)
            ends.insert(result.status)
            #expect([0, 73, 74].contains(result.status), "\(limit) KiB: \(result.status) \(result.errors)")
            let resumed = try home.router(["resume"], answers: ["ok", "ok"])
            #expect(resumed.status == 0, "\(limit) KiB: \(resumed.output)\(resumed.errors)")
            let waiting = try Self.history(home).filter { $0["state"] == .string("waiting") }
            #expect(waiting.count == 1, "\(limit) KiB: \(waiting)")
            entry = try #require(waiting.first?["id"]?.integer.map { Int($0) })
        }
        #expect(ends.contains(0) && ends.contains(73), "\(ends)")
        let spent = try JSONValue(parsing: Data(home.router(["wallet", "balance", "litecoin", "--json"]).output.utf8))
        #expect((spent["spendable"]?.integer ?? 0) > 940_000_000)
    }
}
