import Foundation
import RouterTestSupport
import Testing

/// Repeated, insistent and looping links, with the real program.
@Suite struct RateLimitTests {
    static let address = "dashwallet://request=address&sender=shop"

    private static func home(senders: String = "shop") throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [\(senders)]\n")
        _ = home.dialogue()
        return home
    }

    /// The last descriptions that were shown before each kind of question: what the person saw, decoded.
    private static func shown(_ home: RouterHome) -> [String] {
        home.dialogue().questions
    }

    private static func log(_ home: RouterHome) throws -> [JSONValue] {
        let path = home.directory.path + "/state/schemerouter/router.log"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { try JSONValue(parsing: Data($0.utf8)) }
    }

    @Test("the same link again shows what became of it, with the transaction, before it is asked about anew")
    func replay() throws {
        let home = try Self.home()
        let first = try home.router(["open", "--json", OpenTests.pay], answers: [RouterHome.passcode])
        let txid = try #require(try JSONValue(parsing: Data(first.output.utf8))["txid"]?.text)
        _ = home.dialogue()

        let stopped = try home.router(["open", OpenTests.pay], answers: ["-"])
        #expect(stopped.status == 130)
        let shown = Self.shown(home)
        #expect(shown.count == 1)
        for text in ["PRACTICE", "opened before", "Paid 0.5 DASH", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa".inFours, txid] {
            #expect(shown.first?.contains(text) == true, "\(text)")
        }

        // The newest end is shown: the person just stopped.
        let again = try home.router(["open", OpenTests.pay], answers: ["go on", RouterHome.passcode])
        #expect(again.status == 0, "\(again.errors)")
        let both = Self.shown(home)
        // Without notifications a dialogue says how it ended.
        #expect(both.count == 3 && both.last?.contains("Paid 0.5 DASH") == true)
        #expect(both.first?.contains("You refused; nothing was done.") == true)
        #expect(both[1].contains("Pay 0.5 DASH"))
    }

    @Test("mal-flood: the fourth link of a sender that was refused three times ends 77 and asks nobody")
    func flood() throws {
        let home = try Self.home(senders: "shop, other")
        for number in 1...3 {
            let link = "\(OpenTests.pay)&message=\(number)"
            #expect(try home.router(["open", link], answers: ["-"]).status == 130)
        }
        _ = home.dialogue()
        let blocked = try home.router(["open", Self.address], answers: ["yes"])
        #expect(blocked.status == 77)
        #expect(blocked.errors.contains("[tooManyRefusals]") && blocked.errors.contains(" UTC"))
        #expect(home.dialogue().isEmpty)
        let other = try home.router(["open", "dashwallet://request=address&sender=other"], answers: ["yes"])
        #expect(other.status == 0, "\(other.errors)")
        let log = try Self.log(home)
        #expect(log.map { $0["exit"] } == [.number(130), .number(130), .number(130), .number(77), .number(0)])
        #expect(log[3]["reason"] == .string("tooManyRefusals"))
        #expect(log[3]["sender"] == .string("shop"))
    }

    @Test("router unlock asks, and ends the lock")
    func unlock() throws {
        let home = try Self.home(senders: "shop, other")
        for number in 1...3 {
            #expect(try home.router(["open", "\(OpenTests.pay)&message=\(number)"], answers: ["-"]).status == 130)
        }
        let blocked = try home.router(["open", Self.address], answers: ["yes"])
        #expect(
            blocked.errors.contains(
                "after that, you will be asked again. “router unlock” ends that now, and a link that you type after "
                    + "“router open” in a terminal is always asked about."), "\(blocked.errors)")
        _ = home.dialogue()

        let refused = try home.router(["unlock"], answers: ["-"])
        #expect(refused.status == 130 && refused.errors == "You refused; nothing was done.\n")
        #expect(home.dialogue().contains("End the locks after links that you refused?"))
        #expect(try home.router(["open", Self.address], answers: ["yes"]).status == 77)

        let ended = try home.router(["unlock", "--json"], answers: ["yes"])
        #expect(ended.status == 0)
        #expect(try OutputSchema(name: "unlock").mistakes(in: ended.output) == "", "\(ended.output)")
        #expect(try home.router(["open", Self.address], answers: ["yes"]).status == 0)
        #expect(
            try home.router(["unlock"], answers: ["yes"]).output
                == "The locks are ended: you will be asked about every link again.\n")
    }

    @Test("three refusals of links without a sender lock none but the same link")
    func withoutSender() throws {
        let home = try Self.home()
        let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5"
        for number in 1...3 {
            #expect(try home.router(["open", "\(link)&message=\(number)"], answers: ["-"]).status == 130)
        }
        #expect(try home.router(["open", "\(link)&message=4"], answers: [RouterHome.passcode]).status == 0)
        for _ in 1...3 { _ = try home.router(["open", "\(link)&message=5"], answers: ["-", "-"]) }
        let locked = try home.router(["open", "\(link)&message=5"], answers: ["-"])
        #expect(locked.status == 77)
        #expect(
            locked.errors.contains("error: You refused this link 3 times within a minute. Until "), "\(locked.errors)")
        #expect(locked.errors.contains(" UTC it is refused without asking you. [tooManyRefusals]"))
    }

    /// A receiver that opens one more link with everything it inherited, and notes how that ended.
    private static func looping(_ home: RouterHome) throws {
        let path = home.directory.path
        try home.write(
            "receiver",
            """
            #!/bin/sh
            echo "$SCHEMEROUTER_DEPTH" >>"\(path)/depths"
            echo yes >"\(path)/answers"
            # The router that started this may still hold the lock.
            status=75
            while [ $status = 75 ]; do
                status=0
                "\(BuiltPrograms.router)" --pinentry "\(path)/prompt" open \\
                    "dashwallet://request=address&sender=shop&n=$SCHEMEROUTER_DEPTH" >>"\(path)/loop" 2>&1 || status=$?
                sleep 0.1
            done
            echo "ended $status" >>"\(path)/depths"
            """)
        unsafe #expect(chmod(path + "/receiver", 0o700) == 0)
    }

    @Test("loop guard: a receiver that opens a link with every answer is stopped at the second")
    func loop() throws {
        let home = try Self.home()
        try Self.looping(home)
        #expect(try home.router(["open", Self.address], answers: ["yes"]).status == 0)
        let lines = try home.text(of: "depths") { $0.hasSuffix("\n") && $0.split(separator: "\n").count >= 4 }
            .split(separator: "\n")
        // The answer to the first link leads to a second, which is answered; the answer to that one to a third, which
        // is not. How the second ended may be noted before or after the third was opened.
        #expect(lines.sorted() == ["1", "2", "ended 0", "ended 77"])
        let errors = try String(contentsOf: home.directory.appendingPathComponent("loop"), encoding: .utf8)
        #expect(errors.contains("[tooManyHops]"))
        let log = try Self.log(home).filter { $0["exit"] != .number(75) }
        #expect(log.count == 3 && log.contains { $0["reason"] == .string("tooManyHops") && $0["exit"] == .number(77) })
        #expect(home.dialogue().components(separatedBy: "\nGETPIN").count == 3)
    }

    @Test("S4: the first receiver of a sender, then another program, are pointed out; the same one is not")
    func receivers() throws {
        let home = try Self.home()
        func open(_ number: Int) throws -> String {
            let result = try home.router(["open", "\(Self.address)&n=\(number)"], answers: ["yes"])
            #expect(result.status == 0, "\(result.errors)")
            return Self.shown(home).joined()
        }
        #expect(try open(1).contains("This is the first answer to “shop”"))
        let second = try open(2)
        #expect(!second.contains("first answer") && !second.contains("Warning"))

        let path = home.directory.path
        try FileManager.default.moveItem(atPath: path + "/receiver", toPath: path + "/receiver2")
        let entry = path + "/data/applications/receiver-shop.desktop"
        let text = try String(contentsOfFile: entry, encoding: .utf8)
        try home.write(
            "data/applications/receiver-shop.desktop",
            text.replacingOccurrences(of: "/receiver %u", with: "/receiver2 %u")
                .replacingOccurrences(of: "Test Receiver", with: "Impostor"))
        let third = try open(3)
        #expect(third.contains("“Impostor” (\(path)/receiver2)"))
        #expect(
            // Where a line ends depends on how long the path is.
            third.replacing("\n", with: " ").contains(
                "Warning: until now another program received the answers of “shop”: “Test Receiver” (\(path)/receiver)."
            ))
        #expect(try !open(4).contains("Warning"))
    }

    @Test("S4: without a handler the answer is shown and printed whole, for copying")
    func forCopying() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.configure("sandbox:\n  senders: [shop]\n")
        _ = home.dialogue()
        let result = try home.router(["open", Self.address], answers: ["yes"])
        #expect(result.status == 0)
        let callback = try #require(result.output.split(separator: "\n").last)
        #expect(callback.hasPrefix("shop://callback=address&address=X") && callback.hasSuffix("&source=dashwallet"))
        #expect(Self.shown(home).last?.contains(callback) == true)

        let keys = try home.router(
            ["open", "dashwallet://request=masterPublicKey&account=0&sender=shop"], answers: [RouterHome.passcode])
        #expect(keys.status == 0)
        let told = Self.shown(home).joined(separator: "\n")
        #expect(told.contains("shop://callback=masterPublicKey&masterPublicKeyBIP32=xpub"))
        // What programs of a desktop print ends up in logs.
        #expect(!(keys.output + keys.errors).contains("xpub"))
    }

    @Test("S10: every open leaves one line in the log, whatever stops it; a dry run none")
    func oneLine() throws {
        let home = try RouterHome()
        func check(_ arguments: [String], _ status: Int32, _ reason: String, answers: [String] = []) throws {
            let before = try Self.log(home).count
            let result = try home.router(arguments, answers: answers)
            #expect(result.status == status, "\(arguments) \(result.errors)")
            let log = try Self.log(home)
            #expect(log.count == before + 1, "\(arguments)")
            #expect(log.last?["exit"] == .number(Int64(status)), "\(arguments)")
            #expect(log.last?["reason"] == .string(reason), "\(arguments)")
        }
        try check(["open", "dashwallet://pay=x&sender=shop"], 65, "invalidAddress")
        try check(["open", "a:1", "b:2"], 64, "usage")
        try check(["open", "--nonsense", OpenTests.pay], 64, "usage")
        try check(["open", OpenTests.pay], 78, "noNetwork")
        try home.router(["sandbox", "on", "dash"])
        try check(["open", OpenTests.pay], 66, "noWallet")
        try home.makeWallet()
        try check(["open", OpenTests.pay + "&message=1"], 130, "refused", answers: ["-"])

        let lock = unsafe open(home.directory.path + "/state/schemerouter/prompt.lock", O_RDWR)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        try check(["open", OpenTests.pay], 75, "busy")
        close(lock)
        let before = try Self.log(home).count
        _ = try home.router(["open", "--dry-run", OpenTests.pay])
        _ = try home.router(["open", "--dry-run"])
        #expect(try Self.log(home).count == before)

        let broken = try home.run(["--pinentry", "/nonexistent", "open", OpenTests.pay])
        #expect(broken.status == 69)
        #expect(try Self.log(home).last?["reason"] == .string("noPrompt"))
        try home.configure("limitz: {}\n")
        try check(["open", OpenTests.pay], 78, "badConfiguration")
        try check(["--schemes", "/nonexistent", "open", OpenTests.pay], 78, "badConfiguration")
    }

    @Test("S10: a person without a wallet, or with broken settings, is told what to do by a dialogue")
    func toldByDialogue() throws {
        let home = try RouterHome()
        try home.router(["sandbox", "on", "dash"])
        _ = try home.router(["open", OpenTests.pay])
        let noWallet = home.dialogue()
        #expect(noWallet.contains("router wallet create") && noWallet.contains("MESSAGE"))

        let other = try RouterHome()
        try other.configure("limitz: {}\n")
        let result = try other.router(["open", "--json", OpenTests.pay])
        #expect(result.status == 78)
        let error = try JSONValue(parsing: Data(result.output.utf8))["error"]
        #expect(error?["code"] == .string("badConfiguration"))
        let broken = other.dialogue()
        #expect(broken.contains("limitz") && broken.contains("MESSAGE"))
        // A page that opens link after link opens no window after window: as if the first had been just now.
        try FileManager.default.setAttributes(
            [.modificationDate: Date()], ofItemAtPath: other.directory.path + "/run/schemerouter/last-notice")
        _ = try other.router(["open", OpenTests.pay])
        #expect(other.dialogue().isEmpty)
    }

    @Test("a click without wallet and program is told once, in a window, with both ways on")
    func nobody() throws {
        let home = try RouterHome()
        let result = try home.router(["open", "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5"])
        #expect(result.status == 78)
        #expect(
            result.errors.hasSuffix(
                """
                error: No program here pays Dash links. [noNetwork]
                  To pay from here: “router sandbox on dash” lets you practise without real money; config.yaml names other \
                networks, such as your own node. Or install a wallet program that opens “dash:” links, and open this one again.

                """))
        #expect(home.dialogue().components(separatedBy: "\nMESSAGE").count == 2)
    }

    @Test("a click on a link of a coin that only other programs hold is told all ways on, too")
    func nobodyElse() throws {
        let monero = "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"
        for (scheme, address, more) in [
            (
                "monero", monero,
                " In config.yaml, “use: monero-rpc” names your own wallet program, which then pays from here."
            ), ("zcash", "t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs", ""),
        ] {
            let home = try RouterHome()
            let result = try home.router(["open", "\(scheme):\(address)"])
            #expect(result.status == 77)
            #expect(
                result.errors.hasSuffix(
                    """
                    error: No wallet here supports “\(scheme):” links. [unsupported]
                      Install a program that opens such links, then open this one again; “router handlers \(scheme)” lists \
                    suitable programs.\(more)

                    """), "\(result.errors)")
            #expect(home.dialogue().components(separatedBy: "\nMESSAGE").count == 2)
        }
    }

    @Test("a rejected link opens no window, however often it comes")
    func rejected() throws {
        let home = try RouterHome()
        for _ in 0..<3 { #expect(try home.router(["open", "dashwallet://pay=x&sender=shop"]).status == 65) }
        #expect(home.dialogue().isEmpty)
    }

    @Test("receivers get the umask of whoever opened the link; files of ours are private all the same")
    func umaskStays() throws {
        let home = try Self.home()
        let path = home.directory.path
        try home.write("receiver", "#!/bin/sh\numask >\"\(path)/mask.new\"\nmv \"\(path)/mask.new\" \"\(path)/mask\"\n")
        unsafe #expect(chmod(path + "/receiver", 0o700) == 0)
        #expect(try home.router(["open", Self.address], answers: ["yes"]).status == 0)
        let mask = try home.text(of: "mask").trimmingCharacters(in: .newlines)
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let own = try #require(
            status.split(separator: "\n").first { $0.hasPrefix("Umask:") }?.split(separator: "\t").last)
        #expect(mode_t(mask, radix: 8) == mode_t(own, radix: 8))

        let made = home.files().filter { $0.contains("schemerouter") && !$0.hasSuffix("config.yaml") }
        #expect(made.count >= 6)
        for file in made {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + file)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
    }
}
