import Foundation
import RouterTestSupport
import Testing

/// The exit codes of the command contract, each by a real run.
@Suite struct ExitCodeTests {
    static let pay = OpenTests.pay

    @Test(
        "arguments that make no sense end 64",
        arguments: [
            ["open"], ["open", "a", "b"], ["open", "--nonsense", pay], ["open", "-x"], ["open", "--", "--help"],
            ["explain"], ["explain", "--batch", pay], ["nonsense"], ["--config"], ["history", "-n", "0"],
            ["sandbox", "on", "nocoin"], ["handlers", "no scheme"],
        ])
    func usage(_ arguments: [String]) throws {
        let result = try RouterHome().router(arguments)
        #expect(result.status == 64, "\(result.output)\(result.errors)")
        #expect(!result.errors.isEmpty)
    }

    @Test(
        "help is given on standard output and ends 0",
        arguments: [
            [], ["--help"], ["help"], ["help", "sandbox"], ["open", "--help"], ["explain", "-h"], ["wallet"],
            ["wallet", "create", "--help"], ["--version"], ["--generate-completion-script", "bash"],
        ])
    func help(_ arguments: [String]) throws {
        let result = try RouterHome().run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.isEmpty)
        #expect(result.errors.isEmpty)
    }

    @Test("a bad link ends 65, from an argument and from standard input")
    func badLink() throws {
        let home = try RouterHome()
        #expect(try home.router(["explain", "foowallet://pay=x"]).status == 65)
        #expect(try home.router(["open", "-"], input: "dashwallet://pay=x&sender=shop\n").status == 65)
        #expect(try home.router(["open", "mykey://mykey.org/protocol"]).errors.contains("missingParameter"))
    }

    @Test("no wallet ends 66, no network 78, no way to ask 69")
    func missingParts() throws {
        let home = try RouterHome()
        let noNetwork = try home.router(["open", Self.pay])
        #expect(noNetwork.status == 78)
        #expect(noNetwork.errors.contains("router sandbox on dash"))
        try home.router(["sandbox", "on", "dash"])
        #expect(try home.router(["open", Self.pay]).status == 66)
        try home.makeWallet()
        #expect(try home.run(["--pinentry", "/nonexistent", "open", Self.pay]).status == 69)
    }

    @Test("not enough money ends 77 and sends nothing")
    func insufficientFunds() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let result = try home.router(
            ["open", "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=11&sender=shop"])
        #expect(result.status == 77)
        #expect(result.errors.contains("[insufficientFunds]"))
    }

    @Test("mal-flood: a second link while one waits ends 75")
    func busy() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let path = home.directory.path + "/state/schemerouter"
        _ = try home.router(["open", Self.pay], answers: ["-"])
        let descriptor = unsafe open(path + "/prompt.lock", O_RDWR)
        #expect(descriptor >= 0)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(try home.router(["open", Self.pay], answers: [RouterHome.passcode]).status == 75)
    }

    @Test("broken settings and broken descriptors end 78 with every mistake; a file given to check ends 65")
    func brokenConfiguration() throws {
        let home = try RouterHome()
        try home.configure("networks:\n  dash: { use: sandbocks }\nlimitz: {}\n")
        let settings = try home.router(["open", Self.pay])
        #expect(settings.status == 78)
        #expect(settings.errors.contains("config.yaml:2:16: error:"))
        #expect(settings.errors.contains("did you mean “limits”?"))

        let other = try RouterHome()
        try other.write("broken.yaml", "version: 1\ncoinz: {}\nschemes:\n  a: { titel: x }\n")
        let path = other.directory.path + "/broken.yaml"
        let schemes = try other.router(["--schemes", path, "schemes"])
        #expect(schemes.status == 78)
        #expect(schemes.errors.contains("did you mean “coins”?"))
        #expect(schemes.errors.contains("did you mean “title”?"))
        #expect(try other.router(["check", path]).status == 65)
        #expect(try other.router(["check"]).status == 0)
    }

    @Test("a read-only state directory ends 73 and nothing is asked")
    func readOnlyState() throws {
        // Root may write everywhere, so a file stands where the directory should be.
        let home = try RouterHome()
        try home.makeWallet()
        _ = home.dialogue()
        try? FileManager.default.removeItem(atPath: home.directory.path + "/state")
        try home.write("state", "")
        let result = try home.router(["open", Self.pay], answers: [RouterHome.passcode])
        #expect(result.status == 73)
        let dialogue = home.dialogue()
        #expect(dialogue.contains("MESSAGE"))
        #expect(!dialogue.contains("GETPIN") && !dialogue.contains("CONFIRM"))
    }

    @Test("a damaged keystore is said to be and stays as it is")
    func damagedKeystore() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let path = "data/schemerouter/wallet/keystore"
        try home.write(path, "not a keystore")
        let result = try home.router(["open", Self.pay], answers: [RouterHome.passcode])
        #expect(result.status == 78)
        let created = try home.router(["wallet", "create"], answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(created.status == 77)
        let kept = try String(contentsOfFile: home.directory.path + "/" + path, encoding: .utf8)
        #expect(kept == "not a keystore")
    }
}
