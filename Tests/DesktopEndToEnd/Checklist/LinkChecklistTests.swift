import RouterTestSupport
import Testing

/// Points 1–7 of the security checklist: what the real router refuses to read. Nobody is asked for anything and nothing is started.
@Suite struct LinkChecklistTests {
    private static let address = DesktopHome.address
    private static let pay = "dashwallet:pay=\(address)&sender=shop"

    @Test(
        "1: one link and nothing else; an argument that begins with “-” is not a link",
        arguments: [
            [pay, pay], ["--", pay, "x"], ["-dashwallet://x"], ["--", "-dashwallet://x"], ["--", "--help"], ["--"],
            ["--pay", pay], ["--json=1", pay], ["-c", pay],
        ])
    func arguments(_ arguments: [String]) throws {
        let home = try DesktopHome.ofRouter()
        #expect(try home.router(["open"] + arguments).status == 64)
        Self.expectNothingAsked(in: home)
    }

    @Test(
        "2: too long, or with bytes that no link has",
        arguments: [
            (pay + "&x=" + String(repeating: "a", count: 8_193), "urlTooLong"),
            (pay + "&message=a b", "malformedURL"), (pay + "&message=a\tb", "malformedURL"),
            (pay + "&message=a\nb", "malformedURL"), (pay + "&message=a\u{1B}[2Jb", "malformedURL"),
            (pay + "&message=a\u{7F}b", "malformedURL"), (pay + "&message=é", "malformedURL"),
            (pay + "&message=a\u{202E}b", "malformedURL"), (pay + "&message=%FF", "invalidEncoding"),
            (pay + "&message=%C3%28", "invalidEncoding"), (pay + "&message=%ED%A0%80", "invalidEncoding"),
        ])
    func bytes(_ link: String, _ code: String) throws { try Self.expectRefusal(of: link, code) }

    @Test("2: characters that are invisible or reorder others do not reach the question")
    func invisible() throws {
        let home = try DesktopHome.ofRouter(answers: ["-"])
        let hidden = "%E2%80%AE%E2%81%A6%E2%80%8B%EF%BB%BF"
        #expect(try home.router(["open", Self.pay + "&amount=1&message=one\(hidden)two"]).status == 130)
        #expect(home.dialogue.contains("onetwo"))
    }

    @Test(
        "3: only schemes that are registered, in any case",
        arguments: [
            "foowallet:pay=x", "http://dashwallet//pay=\(address)", "file:///etc/passwd", "dashwallets://pay=x",
            "dash-wallet:pay=\(address)&sender=shop", "javascript:alert(1)",
        ])
    func schemes(_ link: String) throws {
        try Self.expectRefusal(of: link, "unsupportedScheme")
        let home = try DesktopHome.ofRouter(answers: ["-"])
        #expect(try home.router(["open", Self.pay.replacingOccurrences(of: "dashw", with: "DASHw")]).status == 130)
    }

    @Test(
        "4: escapes are whole, decoded once, and never make a control character",
        arguments: ["%", "%4", "%zz", "%00", "%0B", "%1b", "%7F", "%+1"])
    func escapes(_ escape: String) throws {
        try Self.expectRefusal(of: Self.pay + "&message=a" + escape, "invalidEncoding")
        let home = try DesktopHome.ofRouter(answers: ["-"])
        #expect(try home.router(["open", Self.pay + "&amount=1&message=%2541"]).status == 130)
        #expect(home.dialogue.contains("%2541"), "the prompt encodes “%” for itself, so “%41” is shown")
        // Only in a message, and there as a mark.
        try Self.expectRefusal(of: Self.pay + "%0A&amount=1", "invalidEncoding")
        let lines = try DesktopHome.ofRouter(answers: ["-"])
        #expect(try lines.router(["open", Self.pay + "&amount=1&message=a%0Ab"]).status == 130)
        #expect(lines.dialogue.contains("“a⏎b”"))
    }

    @Test(
        "5: nothing twice, nothing required that is not understood, nothing empty",
        arguments: [
            (pay + "&pay=\(address)", "duplicateParameter"), (pay + "&SENDER=other", "duplicateParameter"),
            (pay + "&amount=1&%61mount=2", "duplicateParameter"),
            (pay + "&req-future=1", "unsupportedRequiredParameter"),
            ("dashwallet:pay=&sender=shop", "invalidAddress"), ("dashwallet:pay=\(address)", "missingParameter"),
            (pay + "&request=address", "ambiguousAction"),
        ])
    func parameters(_ link: String, _ code: String) throws { try Self.expectRefusal(of: link, code) }

    @Test(
        "6: amounts are decimal digits, above nothing and below everything",
        arguments: [
            ("-1", "invalidAmount"), ("+1", "invalidAmount"), ("1e3", "invalidAmount"), ("0x10", "invalidAmount"),
            ("1,5", "invalidAmount"), (".", "invalidAmount"), ("%D9%A1", "invalidAmount"), ("1_0", "invalidAmount"),
            ("0.000000001", "amountTooPrecise"), ("0", "amountOutOfRange"), ("21000001", "amountOutOfRange"),
            ("99999999999999999999", "amountOutOfRange"),
        ])
    func amounts(_ amount: String, _ code: String) throws {
        try Self.expectRefusal(of: Self.pay + "&amount=" + amount, code)
    }

    @Test(
        "7: an address has its checksum and is of this coin and network",
        arguments: [
            ("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab", "invalidAddress"),
            ("xiusexvljqhuz1gunbymtw7juwtkqxqhaa", "invalidAddress"),
            ("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "wrongNetwork"),
            ("XBKapk5oXFntVVxGHssjuaCvQYQ18KgWf68gsC2s2mVp5tquNQUf", "privateKeyInAddress"),
        ])
    func addresses(_ address: String, _ code: String) throws {
        try Self.expectRefusal(of: "dashwallet:pay=\(address)&amount=1&sender=shop", code)
    }

    /// The link ends 65 with that code, in print and in the log, and nothing else happened.
    static func expectRefusal(of link: String, _ code: String) throws {
        let home = try DesktopHome.ofRouter()
        let result = try home.router(["open", "--", link])
        #expect(result.status == 65, "\(link)")
        #expect(result.printed.contains("[\(code)]"), "\(result.printed)")
        #expect(try home.log().map { $0["reason"] } == [.string(code)])
        expectNothingAsked(in: home)
    }

    /// The person may be told something, but neither consent nor a passcode was asked for, and nothing was started.
    private static func expectNothingAsked(in home: DesktopHome) {
        #expect(!home.dialogue.contains("GETPIN") && !home.dialogue.contains("CONFIRM"))
        #expect(home.records(of: "receiver").isEmpty && home.records(of: "browser").isEmpty)
    }
}
