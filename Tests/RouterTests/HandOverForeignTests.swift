import Foundation
import RouterTestSupport
import Testing

/// Links of another grammar that share our schemes, and what must never leave this wallet.
@Suite struct HandOverForeignTests {
    private static let login = "dashwallet://brokers/coinbase/connect?code=SECRET&state=SECRET"

    /// Zeal, whose queries are `dash:` links, or a program of that wallet's own links.
    private static func desk(_ scheme: String = "dash") throws -> HandOverHome {
        try HandOverHome.withDefault("zeal", for: scheme)
    }

    @Test(
        "what is none of our links goes verbatim to the program that had the scheme, after one question",
        arguments: [("dash", "dash:python:os"), ("dash", "dash://ruby:Array"), ("dashwallet", login)])
    func verbatim(_ scheme: String, _ link: String) throws {
        let desk = try Self.desk(scheme)
        let result = try desk.open(link, ["--json"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(desk.got(by: "zeal") == ["1", link])
        let json = try JSONValue(parsing: Data(result.output.utf8))
        #expect(json["outcome"] == .string("handed-over") && json["program"] == .string("zeal.desktop"))
        if OutputSchema.hasPython { #expect(try OutputSchema.open.mistakes(in: result.output) == "") }
        let dialogue = desk.home.dialogue()
        #expect(dialogue.components(separatedBy: "\nSETPROMPT Type yes to agree:").count == 2)
        #expect(dialogue.components(separatedBy: "\nGETPIN").count == 2)
        #expect(dialogue.contains("It was not read and is passed on unchanged."))
        #expect(!dialogue.contains("SECRET"))
        // Only the program itself has it. Nothing is kept of a link that was not read, and so nothing is in the history.
        try FileManager.default.removeItem(atPath: desk.path + "/got-zeal")
        #expect(desk.files(with: "SECRET").isEmpty && desk.files(with: "python:os").isEmpty)
        #expect(try desk.rows(["history", "--json"]).isEmpty)
    }

    @Test("refused, or failed, the link is nowhere either")
    func secretsAfterFailure() throws {
        let desk = try Self.desk("dashwallet")
        #expect(try desk.open(Self.login, answers: ["-"]).status == 130)
        try desk.write(file: "zeal", "#!/bin/sh\nexit 3\n")
        let failed = try desk.open(Self.login)
        #expect(failed.status == 70 && failed.errors.contains("exited at once with status 3"), "\(failed.errors)")
        for result in [failed, try desk.home.run(["why", Self.login]), try desk.open(Self.login, ["--dry-run"])] {
            #expect(!(result.output + result.errors).contains("SECRET"))
        }
        #expect(desk.files(with: "SECRET").isEmpty)
    }

    @Test("a rule with ask: no gives it over without a question, and why says where it stands")
    func withoutQuestion() throws {
        let desk = try Self.desk()
        try desk.configure("hand-over:\n  - { scheme: dash, grammar: other, to: zeal, ask: no }\n")
        #expect(try desk.open("dash:python:os", answers: []).status == 0)
        #expect(desk.got(by: "zeal") == ["1", "dash:python:os"])
        #expect(desk.home.dialogue().isEmpty)
        let why = try desk.home.run(["why", "dash:python:os"]).output
        #expect(why.contains("The rule at \(desk.path)/config/schemerouter/config.yaml:2 says so."), "\(why)")
        // It is no rule for payments: these are asked about.
        let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=1"
        #expect(try desk.open(link, answers: ["-"]).status == 130)
        #expect(desk.got(by: "zeal")?.count == 2)
    }

    @Test(
        "without a program that had the scheme before, such a link is explained as ever",
        arguments: [("dash:python:os", "[malformedURL]"), (login, "[unknownAction]")])
    func nobody(_ link: String, _ code: String) throws {
        let home = try RouterHome()
        let result = try home.router(["open", link], answers: ["ok"])
        #expect(result.status == 65 && result.errors.contains(code), "\(result.errors)")
        #expect(!result.errors.contains("SECRET"))
        #expect(home.dialogue().isEmpty)
        #expect(try home.run(["why", link]).status == 65)
    }

    @Test(
        "what looks like a payment and is refused never goes over, whatever the rules say",
        arguments: [
            "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=1&amount=2", "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab",
            "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab?amount=1", "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?req-x=1",
            "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=-1", "dash:?amount=1", "dash:?AMOUNT=1", "dash:a?pay=1",
            "dash:%58iUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab", "dash:?r=https://shop.example/r",
            "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.123456789", "dash:?lightning=lnbc1", "dash:a?re%71-x=1",
        ])
    func neverOver(_ link: String) throws {
        let desk = try Self.desk()
        for rule in ["", "hand-over: [{ scheme: dash, grammar: other, to: zeal, ask: no }]\n"] {
            try desk.configure(rule)
            let result = try desk.open(link)
            #expect(result.status == 65, "\(result.errors)")
            #expect(desk.got(by: "zeal") == nil)
        }
        #expect(desk.home.dialogue().isEmpty)
    }

    @Test("such a link that comes back at once is refused")
    func loop() throws {
        let desk = try Self.desk()
        let command =
            "\"\(BuiltPrograms.router)\" open -- \"$1\" >/dev/null 2>&1; echo $? >\"\(desk.path)/loop-status\""
        try desk.write(program: "zeal", script: command)
        try desk.configure("hand-over: [{ scheme: dash, grammar: other, to: zeal, ask: no }]\n")
        #expect(try desk.open("dash:python:os").status == 0)
        let status = try desk.home.text(of: "loop-status")
        #expect(["75\n", "77\n"].contains(status), "\(status)")
        #expect(desk.got(by: "zeal")?.count == 2)

        // In the future it stays “a moment ago” for as long as this test can take.
        try desk.moveHandedOver(by: 4)
        let result = try desk.home.router(["open", "dash:python:os"])
        #expect(result.status == 77 && result.errors.contains("[tooManyHops]"), "\(result.errors)")
        #expect(desk.got(by: "zeal")?.count == 2)
    }
}
