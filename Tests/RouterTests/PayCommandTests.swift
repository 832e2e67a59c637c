import Foundation
import RouterTestSupport
import Testing

/// `router pay`: an address and an amount, answered as a link is.
@Suite struct PayCommandTests {
    private static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    private static let outcome = #""outcome":"pay""#

    private static func home() throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        _ = home.dialogue()
        return home
    }

    @Test("S5: it pays after the consent and the passcode, and the journal has it")
    func pays() throws {
        let home = try Self.home()
        let result = try home.router(["pay", Self.address, "0.5"], answers: [RouterHome.passcode])
        #expect(result.status == 0 && result.output.contains("PRACTICE"), "\(result.errors)")
        let dialogue = home.dialogue()
        #expect(dialogue.contains("Pay 0.5 DASH") && dialogue.contains(Self.address.inFours))
        let history = try home.router(["history"]).output
        #expect(history.contains("pay 0.5 DASH to \(Self.address)"), "\(history)")
        let balance = try JSONValue(parsing: Data(home.router(["wallet", "balance", "--json"]).output.utf8))
        #expect((balance["spendable"]?.integer ?? 0) < 950_000_000)
    }

    @Test(
        "S5: refusing, or typing a wrong passcode, pays nothing, and the two are told apart",
        arguments: [(["-"], 130, "cancelled"), (["a", "b", "c"], 77, "locked")] as [([String], Int32, String)])
    func refuses(answers: [String], status: Int32, outcome: String) throws {
        let home = try Self.home()
        let result = try home.router(["pay", Self.address, "0.5", "--json"], answers: answers)
        #expect(result.status == status && result.output.contains("\"outcome\":\"\(outcome)\""), "\(result.output)")
        let balance = try home.router(["wallet", "balance"]).output
        #expect(balance == "PRACTICE – no real money\n10 DASH.\n")
    }

    @Test("“all” leaves nothing behind, and is one JSON object as of “open”")
    func all() throws {
        let home = try Self.home()
        let result = try home.router(["pay", Self.address, "all", "--json"], answers: [RouterHome.passcode])
        #expect(result.status == 0 && result.output.contains(Self.outcome), "\(result.output)\(result.errors)")
        #expect(home.dialogue().contains("Pay 9.99999808 DASH"))
        #expect(try home.router(["wallet", "balance"]).output == "PRACTICE – no real money\n0 DASH.\n")
        let again = try home.router(["pay", Self.address, "all"], answers: [RouterHome.passcode])
        #expect(again.status == 77 && again.errors.contains("[insufficientFunds]"), "\(again.errors)")
        // What there is not is said, too.
        let more = try home.router(["pay", Self.address, "1"])
        #expect(more.status == 77 && !more.errors.contains("at most"))
    }

    @Test("too much says how much can be paid, and that is paid")
    func most() throws {
        let home = try Self.home()
        let result = try home.router(["pay", Self.address, "10"])
        #expect(
            result.status == 77 && result.errors.contains("You can pay at most 9.99999808 DASH."), "\(result.errors)")
        #expect(try home.router(["pay", Self.address, "9.99999809"]).status == 77)
        let paid = try home.router(["pay", Self.address, "9.99999808"], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.errors)")
    }

    @Test(
        "amounts are read as those of links, and nothing gets past them into the link",
        arguments: [
            ("0,5", "invalidAmount"), ("1e2", "invalidAmount"), ("+1", "invalidAmount"), ("0x1", "invalidAmount"),
            ("ALL", "invalidAmount"), ("1&label=x", "invalidAmount"), ("0.123456789", "amountTooPrecise"),
            ("0", "amountOutOfRange"), ("99999999999", "amountOutOfRange"), ("0.00000001", "dust"),
        ])
    func amounts(amount: String, code: String) throws {
        let home = try Self.home()
        let result = try home.router(["pay", Self.address, amount])
        #expect(result.status == 65 && result.errors.contains("[\(code)]"), "\(result.errors)")
        #expect(home.dialogue().contains("Pay ") == false)
    }

    @Test(
        "an argument must be an address, and not empty",
        arguments: [
            ["dash:\(address)", "1"], ["\(address)?amount=2", "1"], ["", "1"], [address, ""], [address],
            [address, "1", "--coin", "nocoin"], [address, "-1"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try RouterHome().router(["pay"] + arguments).status == 64)
    }

    @Test("the address decides the coin; where several coins have it, --coin does")
    func coins() throws {
        let home = try RouterHome()
        let axe = "PRDaW3aPHTpzJRyQwY3Wn2u8KYTG1EVrnJ"
        #expect(try home.router(["pay", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "1"]).errors.contains("Bitcoin"))
        #expect(try home.router(["pay", axe, "1", "--coin", "dash"]).status == 65)
        let wrong = try home.router(["pay", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab", "1"])
        #expect(wrong.status == 65 && wrong.errors.contains("[invalidAddress]"), "\(wrong.errors)")
    }

    @Test(
        "S10: an error is about what was typed, not about a link",
        arguments: [
            ("nonsense", "1", "invalidAddress"), ("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab", "1", "invalidAddress"),
            (address, "0,5", "invalidAmount"), (address, "1\u{1}", "invalidAmount"), (address, "0", "amountOutOfRange"),
            (address, String(repeating: "1", count: 9_000), "urlTooLong"),
            (String(repeating: "1", count: 9_000), "1", "urlTooLong"),
        ])
    func typedErrors(typed: String, amount: String, code: String) throws {
        let home = try RouterHome()
        for coin in [[], ["--coin", "dash"]] {
            let result = try home.router(["pay", typed, amount] + coin)
            let isNonsense = coin.isEmpty && typed.utf8.count > 100
            #expect(
                result.status == 65 && result.errors.contains("[\(isNonsense ? "invalidAddress" : code)]"),
                "\(result.errors)")
            for word in ["link", "scheme", "bytes"] { #expect(!result.errors.contains(word), "\(result.errors)") }
            let json = try home.router(["pay", typed, amount, "--json"] + coin).output
            #expect(json.contains(#""range":null"#) && !json.contains("link"), "\(json)")
        }
    }

    @Test("S5: the consent and the end name what started the payment, and no link")
    func typedWords() throws {
        let home = try Self.home()
        let result = try home.router(["pay", Self.address, "0.5"], answers: [RouterHome.passcode])
        let dialogue = home.dialogue().replacing("\n", with: " ")
        #expect(dialogue.contains("“router pay” started this payment") && !dialogue.contains("The link"), "\(dialogue)")
        #expect(dialogue.contains("There is no app to notify."), "\(dialogue)")
        #expect(result.status == 0 && !result.output.contains("link"), "\(result.output)")
        let link = try home.router(["open", "--dry-run", "dash:\(Self.address)?amount=0.4"]).output
        #expect(link.contains("The link does not say who is asking."), "\(link)")
    }

    @Test("S15: a wallet that is to pay what was typed is named without a word about a link of somebody else")
    func handedOver() throws {
        let desk = try HandOverHome.withDefault()
        let arguments = ["pay", HandOverHome.address, "0.5", "--to", "electrum"]
        #expect(try desk.home.router(arguments, answers: ["ok"]).status == 0)
        #expect(desk.got() == ["1", "bitcoin:\(HandOverHome.address)?amount=0.5"])
        let question = desk.questions().first ?? ""
        #expect(
            question.hasPrefix("Let “Electrum” pay this? Payment of 0.5 BTC to \(HandOverHome.address.inFours)"),
            "\(question)")
        #expect(question.contains("“router pay” started this payment") && !question.contains("The link"), "\(question)")
        let again = try desk.home.router(arguments + ["--dry-run"]).output.replacing("\n", with: " ")
        #expect(again.contains("Warning: you handed this payment to “Electrum”"), "\(again)")
        try desk.install("sparrow", for: ["bitcoin"])
        try desk.configure("hand-over: [{ coin: bitcoin, to: ask }]\n")
        let list = try desk.home.router(["pay", HandOverHome.address, "0.4", "--dry-run"]).output
        #expect(list.hasPrefix("Which wallet should make this payment?"), "\(list)")
    }

    @Test("paid before is said in the consent, also days later")
    func paidBefore() throws {
        let home = try Self.home()
        #expect(try home.router(["pay", Self.address, "0.5"], answers: [RouterHome.passcode]).status == 0)
        let preview = try home.router(["pay", Self.address, "0.5", "--dry-run"]).output.replacing("\n", with: " ")
        #expect(
            preview.contains("Warning: you already paid this recipient the same amount on 20"),
            "\(preview)")
        let link = "dashwallet:pay=\(Self.address)&amount=0.5&sender=shop"
        let other = try home.router(["open", "--dry-run", link]).output.replacing("\n", with: " ")
        #expect(other.contains("already paid this recipient the same amount"), "\(other)")
        #expect(
            try home.router(["pay", Self.address, "0.6", "--dry-run"]).output.contains("Warning: you already") == false)
    }
}

/// `router wallet address --qr`.
@Suite struct AddressCodeTests {
    @Test("the address is printed above its code, and --invert needs --qr")
    func drawn() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let plain = try home.router(["wallet", "address", "dash"]).output
        let drawn = try home.router(["wallet", "address", "dash", "--qr"])
        #expect(drawn.status == 0 && drawn.output.hasPrefix(plain), "\(drawn.errors)")
        #expect(drawn.output.split(separator: "\n").count > 10)
        #expect(try home.router(["wallet", "address", "dash", "--invert"]).status == 64)
    }

    @Test(
        "the code reads back as a link to the address",
        .enabled(if: DrawnCode.canBeRead, "zbarimg is not installed (zbar-tools)"), arguments: [false, true])
    func code(_ isInverted: Bool) throws {
        let home = try RouterHome()
        try home.makeWallet()
        let plain = try home.router(["wallet", "address", "dash"]).output
        let drawn = try home.router(["wallet", "address", "dash", "--qr"] + (isInverted ? ["--invert"] : [])).output
        let code = try DrawnCode(drawn.split(separator: "\n").dropFirst(), isInverted: isInverted)
        #expect(try code.read(in: home) + "\n" == "dash:" + plain)
    }
}
