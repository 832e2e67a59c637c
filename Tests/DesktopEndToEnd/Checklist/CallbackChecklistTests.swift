import RouterTestSupport
import Testing

/// Points 8–10 and 20 of the security checklist: where answers go, what they say, and what the person is told of it.
@Suite struct CallbackChecklistTests {
    @Test(
        "8: no answer goes to a scheme of browsers, files, shells and the desktop, nor to our own",
        arguments: [
            "http", "HTTPS", "https", "file", "ftp", "JavaScript", "javascript", "data", "mailto", "ssh", "smb",
            "x-man-page", "ms-settings", "MS-Settings", "web+shop", "ext+shop",
            "dashwallet", "DashWallet", "axewallet", "mykey", "bitcoin", "view-source", "trash", "appstream",
        ])
    func forbiddenSchemes(_ scheme: String) throws {
        let link = "dashwallet:pay=\(DesktopHome.address)&amount=0.5&sender=\(scheme)"
        try LinkChecklistTests.expectRefusal(of: link, "forbiddenSender")
    }

    @Test(
        "8: no answer goes to a shell, a starter of programs, a terminal, a web browser or this program",
        arguments: [
            ("/bin/sh", "-c %u", ""), ("/usr/bin/env", "PROGRAMS/receiver %u", ""), ("/usr/bin/xdg-open", "%u", ""),
            ("PROGRAMS/receiver", "%u", "Terminal=true"), ("PROGRAMS/receiver", "%u", "Categories=WebBrowser;"),
            ("PROGRAMS/browser", "%u", "MimeType=x-scheme-handler/https;"), ("PROGRAMS/router", "open -- %u", ""),
        ])
    func forbiddenReceivers(_ program: String, _ arguments: String, _ line: String) throws {
        let home = try DesktopHome.ofRouter(answers: [DesktopHome.passcode, "ok", "ok"])
        let exec = "\(program) \(arguments)".replacingOccurrences(of: "PROGRAMS", with: home.path + "/programs")
        try home.write(
            "data/applications/receiver.desktop",
            "[Desktop Entry]\nType=Application\nName=Test receiver\nExec=\(exec)\n\(line)\n")
        let result = try home.router(["open", "--json", DesktopHome.pay])
        #expect(result.status == 0, "\(result.printed)")
        #expect(result.printed.contains("\"callback\":\"none\""))
        #expect(home.records(of: "receiver").isEmpty && home.records(of: "browser").isEmpty)
        // The person knew before the passcode was typed.
        let question = home.dialogue.components(separatedBy: "GETPIN").first ?? ""
        #expect(question.contains("The result cannot be sent back: “Test receiver”"))
    }

    @Test("9: the callback is built by us: nothing of the link but its sender and its address is in it")
    func builtByUs() throws {
        let home = try DesktopHome.ofRouter()
        let more = "&callback=http%3A%2F%2Fevil.example&url=x&redirect=x&x-success=x&message=hello&txid=00"
        try #require(try home.router(["open", DesktopHome.pay + more]).status == 0)
        try OpenerTests.expectPayment(in: home)
    }

    @Test("10: an answer is an address and a transaction, and a refusal answers nothing")
    func contents() throws {
        let home = try DesktopHome.ofRouter(answers: [DesktopHome.passcode, "-", "-"])
        #expect(try home.router(["open", DesktopHome.pay]).status == 0)
        let callback = try #require(home.records(of: "receiver", count: 1).first?.arguments.first)
        let names = callback.drop { $0 != "/" }.dropFirst(2).split(separator: "&").map { $0.prefix { $0 != "=" } }
        #expect(names == ["callback", "address", "txid"])
        for link in [DesktopHome.pay + "&message=2", "dashwallet:request=masterPublicKey&sender=shop"] {
            #expect(try home.router(["open", link]).status == 130)
        }
        #expect(home.records(of: "receiver").count == 1)
    }

    @Test("20: the sender is shown as a claim, with the program and the path that get the answer")
    func claim() throws {
        let home = try DesktopHome.ofRouter(answers: ["-"])
        #expect(try home.router(["open", DesktopHome.pay]).status == 130)
        let shown = home.dialogue.replacing("%0A", with: " ")
        #expect(shown.contains("It calls itself “shop”; nobody has verified that."))
        #expect(shown.contains("“Test receiver” (\(home.path)/programs/receiver)"))
    }
}
