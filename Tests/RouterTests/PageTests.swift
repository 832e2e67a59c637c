import Foundation
import Glibc
import RouterTestSupport
import Testing

/// What a page may cause, with the real program, and what becomes of a link whose prompt or notification fails.
@Suite struct PageTests {
    /// A request of a dapp that cannot be read: it wants to be told by `shop:`.
    private static func malformed(_ number: Int) -> String {
        "mykey://mykey.org/protocol?param=%7B%22action%22%3A%22nothing\(number)%22%2C%22callback%22%3A%22shop%3A%2F%2Fx"
            + "%22%2C%22protocol%22%3A%22MYKEY%22%7D&appKey=a&userId=u"
    }

    private static func home() throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [shop]\n")
        _ = home.dialogue()
        return home
    }

    /// Has the links of a scheme owe so many seconds. From the future, so that no time that passes pays anything off.
    private static func owe(_ seconds: Int, _ scheme: String, _ home: RouterHome) throws {
        // No link was opened before, which would have made it.
        try FileManager.default.createDirectory(
            atPath: home.directory.path + "/run/schemerouter", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try home.write("run/schemerouter/links", "\(scheme) \(seconds) \(time(nil) + 3_600) counted\n")
    }

    /// What the file says: scheme, seconds, since when, and whether links are refused.
    private static func owed(_ home: RouterHome) throws -> [Substring] {
        let path = home.directory.path + "/run/schemerouter/links"
        return try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    }

    @Test(
        "S4: a bad link starts no program and opens no window; too many of them, and no link of the scheme is answered")
    func malformed() throws {
        let home = try Self.home()
        try Self.owe(270, "mykey", home)
        let bad = try home.router(["open", "--json", Self.malformed(0)])
        let error = try JSONValue(parsing: Data(bad.output.utf8))["error"]
        #expect(bad.status == 65 && error?["mykeyCode"]?.integer == 10012, "\(bad.output)")
        #expect(try Self.owed(home).prefix(2) == ["mykey", "280"])
        // Explaining is not opening.
        #expect(try home.router(["explain", Self.malformed(1)]).status == 65)
        #expect(try Self.owed(home).prefix(2) == ["mykey", "280"])
        try Self.owe(295, "mykey", home)
        let flooded = try home.router(["open", Self.malformed(2)])
        #expect(flooded.status == 77 && flooded.errors.contains("[tooManyRefusals]"), "\(flooded.errors)")
        #expect(home.dialogue().isEmpty)
        // The receiver is started in the background: what another link has it do comes after all that went before.
        #expect(try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode]).status == 0)
        #expect(try home.received().filter { $0.hasPrefix("shop:") }.allSatisfy { $0.contains("callback=payack") })
    }

    @Test(
        "mal-flood: a refusal costs a minute whoever is named, an agreement forgives, and who owes too much is not shown"
    )
    func pace() throws {
        let home = try Self.home()
        func open(_ sender: String, _ answer: String) throws -> Int32 {
            try home.router(["open", "dashwallet://request=address&sender=\(sender)"], answers: [answer]).status
        }
        let start = time(nil)
        try Self.owe(100, "dashwallet", home)
        #expect(try open("s1", "-") == 130)
        let owed = try Self.owed(home)
        let (seconds, at) = (try #require(Int(owed[1])), try #require(Int(owed[2])))
        #expect(seconds <= 170 && seconds + at - start >= 170, "\(owed)")
        #expect(try open("s2", "yes") == 0)
        #expect(try Self.owed(home).isEmpty)
        try Self.owe(295, "dashwallet", home)
        _ = home.dialogue()
        #expect(try open("s3", "yes") == 77)
        #expect(home.dialogue().isEmpty)
    }

    @Test("a prompt that dies in the middle ends 69 with the reason, is no refusal, and nothing is paid or told")
    func dyingPrompt() throws {
        let home = try Self.home()
        let path = home.directory.path + "/prompt"
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        for (number, place) in ["GETPIN", "SETDESC", "SETPROMPT"].enumerated() {
            for death in ["exit 0", "kill -9 $$", "echo nonsense"] {
                let dying = whole.replacingOccurrences(
                    of: "case $line in\n", with: "case $line in\n        \(place)*) \(death);;\n")
                try Data(dying.utf8).write(to: URL(fileURLWithPath: path))
                let link = "\(OpenTests.pay)&message=\(number)\(death.count)"
                let result = try home.router(["open", "--json", link], answers: [RouterHome.passcode])
                #expect(result.status == 69, "\(place) \(death): \(result.output)")
                let json = try JSONValue(parsing: Data(result.output.utf8))
                #expect(json["outcome"] == .string("failed") && json["error"]?["code"] == .string("noPrompt"))
                #expect(json["error"]?["message"]?.text?.contains("exited before you answered") == true)
                // So that it does not count as a link that the person did not want.
                try? FileManager.default.removeItem(atPath: home.directory.path + "/run/schemerouter/links")
            }
        }
        try Data(whole.utf8).write(to: URL(fileURLWithPath: path))
        let history = try JSONValue(lines: home.router(["history", "--json"]).output)
        #expect(history.elements.count == 9 && history.elements.allSatisfy { $0["end"] == .string("failed") })
        #expect(try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode]).status == 0)
        #expect(try home.received().filter { $0.hasPrefix("shop:") }.count == 1)
    }

    @Test(
        "S7: settings that others can change or take away are refused as a whole, with what to do",
        arguments: [0, 1, 2])
    func settingsOfOthers(_ place: Int) throws {
        let home = try Self.home()
        let config = home.directory.path + "/config"
        try home.configure("limits: { dash: { payment: 0.1 } }\n")
        // Who may write there could rename config.d or config.yaml, and with it a limit, away.
        let directory = ["\(config)/schemerouter", config, "\(config)/schemerouter/config.d"][place]
        try FileManager.default.createDirectory(
            atPath: "\(config)/schemerouter/config.d", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        #expect(try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode]).status == 77)
        for mode in [0o770, 0o777] as [mode_t] {
            unsafe #expect(chmod(directory, mode) == 0)
            for words in [["open", OpenTests.pay], ["check"], ["wallet", "balance", "dash"]] {
                let result = try home.router(words, answers: [RouterHome.passcode])
                #expect(result.status == 78, "\(words) \(result.output) \(result.errors)")
                #expect(result.errors.contains("other users may write to \(directory)"), "\(result.errors)")
                #expect(result.errors.contains("run: chmod go-w \(directory)"))
            }
        }
        unsafe #expect(chmod(directory, 0o700) == 0)
        #expect(try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode]).status == 77)
    }

    @Test("S7: so is a directory of --config")
    func configDirectoryOfOthers() throws {
        let home = try RouterHome()
        let directory = home.directory.path + "/other"
        unsafe #expect(mkdir(directory, 0o777) == 0 && chmod(directory, 0o777) == 0)
        for words in [["open", OpenTests.pay], ["explain", OpenTests.pay], ["sandbox", "on", "dash"], ["check"]] {
            let result = try home.router(["--config", directory] + words)
            #expect(result.status == 78 && result.errors.contains("other users may write to \(directory)"), "\(words)")
        }
    }
}
