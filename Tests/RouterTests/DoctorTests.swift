import Foundation
import RouterTestSupport
import Testing

/// `router doctor`: whether a click would be answered, and `--click`, which tries one.
@Suite struct DoctorTests {
    private static let hasOpener = FileManager.default.isExecutableFile(atPath: "/usr/bin/xdg-open")

    /// A registered router with a wallet, whose prompt says that it is `flavour`, and does `message` where it should show
    /// something.
    private func home(_ flavour: String = "gnome3", message: String = "echo OK; continue") throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        let text = """
            #!/bin/sh
            echo OK
            while IFS= read -r line; do
                echo "$line" >>"\(home.directory.path)/shown"
                case $line in
                    MESSAGE*) \(message) ;;
                    *flavor) [ -z "\(flavour)" ] || echo "D \(flavour)" ;;
                    BYE) echo OK; exit 0 ;;
                esac
                echo OK
            done

            """
        try home.write("own-prompt", text)
        let path = home.directory.path + "/own-prompt"
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try home.configure("pinentry: \(path)\n")
        #expect(try home.run(["register"]).status == 0)
        return home
    }

    private static let desktop = ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "X-Generic"]

    private func checks(
        _ home: RouterHome, _ more: [String] = [], _ environment: [String: String] = desktop
    ) throws -> (status: Int32, result: [String: String], text: [String: String]) {
        let result = try home.run(["doctor", "--json"] + more, environment: environment)
        let all = try JSONValue(parsing: Data(result.output.utf8))["checks"]?.elements ?? []
        var (results, texts): ([String: String], [String: String]) = ([:], [:])
        for check in all {
            let name = check["name"]?.text ?? ""
            (results[name], texts[name]) = (check["result"]?.text, check["text"]?.text)
        }
        return (result.status, results, texts)
    }

    @Test(
        "a prompt program that shows no window is a failure where a desktop needs one",
        arguments: [
            ("gnome3", "good", "warning"), ("qt", "good", "warning"), ("fltk", "good", "warning"),
            ("curses", "failure", "warning"), ("tty", "failure", "warning"), ("gtk2:curses", "failure", "warning"),
            ("", "warning", "warning"), ("efl", "warning", "warning"),
        ])
    func window(_ flavour: String, _ onDesktop: String, _ elsewhere: String) throws {
        let home = try home(flavour)
        let desktop = try checks(home)
        #expect(desktop.result["prompt"] == onDesktop && (desktop.status == 1) == (onDesktop == "failure"))
        #expect(try checks(home, [], [:]).result["prompt"] == elsewhere)
    }

    @Test("a prompt program that does not start, or ends at once, is a failure")
    func broken() throws {
        let home = try home()
        for text in ["#!/bin/sh\nexit 1\n", "#!/nonexistent\n", "#!/bin/sh\necho ERR 1 no\n"] {
            try home.write("own-prompt", text)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: home.directory.path + "/own-prompt")
            let found = try checks(home)
            #expect(found.status == 1 && found.result["prompt"] == "failure", "\(text): \(found)")
        }
    }

    @Test("doctor says if nothing shows notifications")
    func notifications() throws {
        let home = try home()
        let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/notify-send")
        let without = try checks(home, [], Self.desktop.merging(["DBUS_SESSION_BUS_ADDRESS": "disabled:"]) { $1 })
        #expect(without.result["notifications"] == "warning")
        let text = without.text["notifications"] ?? ""
        #expect(isInstalled ? text.contains("session bus") : text.contains("notify-send is not installed"), "\(text)")
        if isInstalled {
            // A bus on which nobody is.
            let with = try checks(home, [], Self.desktop.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) { $1 })
            #expect(with.result["notifications"] == "warning")
        }
    }

    @Test("for someone who only hands links over, no wallet and no network are no failure")
    func handsOver() throws {
        let home = try RouterHome()
        try home.configure("pinentry: \(home.directory.path)/prompt\n")
        #expect(try home.run(["register", "--scheme", "bitcoin"]).status == 0)
        let alone = try checks(home)
        #expect(alone.status == 1 && alone.result["wallet"] == "failure" && alone.result["networks"] == "failure")
        try home.write(
            "data/applications/purse.desktop",
            "[Desktop Entry]\nType=Application\nName=Purse\nExec=\(home.directory.path)/receiver %u\n"
                + "MimeType=x-scheme-handler/bitcoin;\n")
        let found = try checks(home)
        #expect(found.status == 0 && found.result["networks"] == "warning", "\(found)")
        #expect(found.text["wallet"] == "There is no wallet here; links are handed to “Purse”.")
        #expect(found.text["networks"] == "No coin has a network.")
    }

    @Test("a node or server that never answers is waited for five seconds, by name")
    func slow() throws {
        let home = try home()
        // It accepts connections, and says nothing.
        let silent = LoopbackListener { descriptor in
            var byte: UInt8 = 0
            while unsafe read(descriptor, &byte, 1) > 0 {}
        }
        try home.write(
            "config/schemerouter/config.yaml",
            "networks: { dash: { use: electrum, network: regtest, servers: [\"tcp://127.0.0.1:\(silent.port)\"] } }\n"
                + "pinentry: \(home.directory.path)/own-prompt\n")
        let found = try checks(home)
        #expect(found.status == 1 && found.result["server"] == "failure", "\(found)")
        #expect(
            found.text["server"]
                == "127.0.0.1:\(silent.port), which config.yaml lists for Dash, did not answer in time.")
    }

    @Test("doctor names the coins whose addresses are not checked because a library is missing, and what to install")
    func checksums() throws {
        let home = try home()
        let good = try checks(home)
        #expect(good.result["checksums"] == "good", "\(good)")
        #expect(good.text["checksums"] == "The checksums in addresses of all coins are checked.")
        // A file in its place that is no library, for this program alone.
        try FileManager.default.createDirectory(
            atPath: home.directory.path + "/lib", withIntermediateDirectories: false)
        for name in ["libnettle.so.8", "libcrypto.so.3"] { try home.write("lib/\(name)", "none\n") }
        let environment = Self.desktop.merging(["LD_LIBRARY_PATH": home.directory.path + "/lib"]) { $1 }
        let without = try checks(home, [], environment)
        #expect(without.result["checksums"] == "warning" && without.status == 0, "\(without)")
        let text = try #require(without.text["checksums"])
        #expect(
            text.hasPrefix("The checksums in addresses of ") && text.contains("Ethereum") && text.contains("Monero")
                && text.hasSuffix(
                    " are not checked, so a mistyped address is not noticed: no library here has Keccak-256."),
            "\(text)")
    }

    @Test("a mistyped address of Monero and of Ethereum is refused")
    func mistyped() throws {
        let home = try RouterHome()
        for (right, wrong) in [
            (
                "monero:42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm",
                "monero:42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDn"
            ),
            (
                "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"
            ),
        ] {
            let good = try home.run(["explain", "--json", right])
            #expect(good.status == 0 && good.output.contains(#""checked":"checksum""#), "\(good.output)")
            let bad = try home.run(["explain", "--json", wrong])
            #expect(bad.status == 65 && bad.output.contains(#""code":"invalidAddress""#), "\(bad.output)")
        }
    }

    @Test(
        "--click: the link goes through the desktop's opener to the registered program, which shows a window",
        .enabled(if: hasOpener))
    func click() throws {
        let home = try home()
        let before = try home.run(["history", "--json"]).output
        let found = try checks(home, ["--click", "--wait", "3600"])
        #expect(found.result["click"] == "good" && found.result["click-window"] == "good", "\(found)")
        #expect(found.result["click-notification"] != "failure" && found.status == 0, "\(found)")
        let shown = try home.text(of: "shown")
        #expect(shown.contains("MESSAGE") && shown.contains("Nothing was requested") && !shown.contains("GETPIN"))
        // It leaves a line of the log, and nothing else.
        #expect(try home.run(["history", "--json"]).output == before)
        let log = try home.text(of: "state/schemerouter/router.log")
        #expect(log.contains(#""exit":0"#) && log.contains(#""reason":"test""#))
        let left = try FileManager.default.contentsOfDirectory(atPath: home.directory.path + "/run/schemerouter")
        #expect(!left.contains { $0.hasPrefix("click-") })
    }

    @Test(
        "--click: a window that cannot be shown is a failure, with the reason", .enabled(if: hasOpener),
        arguments: [
            ("exit 1", "the prompt program failed: it exited"),
            ("echo 'ERR 83886166 no display'; continue", "no display"),
        ])
    func noWindow(_ message: String, _ reason: String) throws {
        let home = try home(message: message)
        let found = try checks(home, ["--click", "--wait", "3600"])
        #expect(found.status == 1 && found.result["click"] == "good", "\(found)")
        #expect(found.result["click-window"] == "failure", "\(found)")
        #expect(found.text["click-window"]?.contains(reason) == true, "\(found)")
    }

    @Test("--click: a window that waits behind another question is no missing program", .enabled(if: hasOpener))
    func otherQuestion() throws {
        let home = try home(message: "echo 'ERR 83886142 Timeout'; continue")
        let found = try checks(home, ["--click", "--wait", "3600"])
        #expect(found.status == 0 && found.result["click-window"] == "warning", "\(found)")
        #expect(
            found.text["click-window"]?.hasPrefix("The click opened a window, but nobody closed it within ") == true,
            "\(found)")
    }

    @Test("--click: a prompt program without a window shows none, and nobody closed it", .enabled(if: hasOpener))
    func textProgram() throws {
        let home = try home("tty", message: "echo 'ERR 83886194 Not confirmed'; continue")
        let found = try checks(home, ["--click", "--wait", "3600"])
        #expect(found.status == 1 && found.result["click-window"] == "failure", "\(found)")
        #expect(found.text["click-window"]?.contains("only in a terminal") == true, "\(found)")
    }

    @Test("--click: a signal before the click ends it with 130, and its pipe is gone", .enabled(if: hasOpener))
    func stopped() throws {
        let home = try home()
        let folder = home.directory.path + "/run/schemerouter"
        func pipes() -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("click-") }
        }
        // Without a display xdg-open knows no program for schemes, so the link never arrives.
        let doctor = try home.start(["doctor", "--click", "--wait", "3600"])
        while pipes().isEmpty, doctor.isRunning { usleep(5_000) }
        #expect(pipes().count == 1)
        // Not the one of Ctrl-C: where tests run in the background of a shell, that is ignored.
        doctor.terminate()
        doctor.waitUntilExit()
        #expect(doctor.terminationStatus == 130 && doctor.terminationReason == .exit)
        #expect(pipes().isEmpty)
    }

    @Test("LXQt and KDE are named with what becomes of links there")
    func desktops() throws {
        let home = try home()
        for (desktop, text) in [
            (
                "LXQt",
                "The desktop is LXQt. LXQt's opener starts the wallet for links of the form scheme://key=value, but without the "
                    + "link, because Qt takes them for no address."
            ),
            (
                "KDE",
                "The desktop is KDE. Under KDE links of the form scheme://key=value reach no wallet: a web browser opens them as "
                    + "the address of a web site."
            ),
        ] {
            let found = try checks(home, [], ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": desktop])
            #expect(found.result["desktop"] == "warning" && found.text["desktop"] == text, "\(found.text)")
        }
    }

    @Test("--click: a link that goes nowhere, and a scheme that is not ours, are failures")
    func lost() throws {
        let home = try home()
        #expect(try home.run(["unregister"]).status == 0)
        let unregistered = try checks(home, ["--click"])
        #expect(unregistered.result["click"] == "failure" && unregistered.text["click"]?.contains("no scheme") == true)
        #expect(try home.run(["doctor", "--click", "--pinentry", "/x"]).status == 64)
        #expect(try home.run(["doctor", "--click", "--wait", "0"]).status == 64)
    }

    @Test("a page cannot make a test: without one that runs, such a link is a bad link like any other")
    func forged() throws {
        let home = try home()
        let token = String(repeating: "0a", count: 16)
        for link in ["dashwallet:router-doctor=\(token)", "bitcoin:router-doctor=\(token)"] {
            let result = try home.run(["open", link])
            #expect(result.status == 65, "\(result)")
        }
        // A file of that name is no test.
        try home.write("run/schemerouter/click-\(token)", "")
        #expect(try home.run(["open", "dashwallet:router-doctor=\(token)"]).status == 65)
        #expect(try home.run(["explain", "dashwallet:router-doctor=\(token)"]).status == 65)
    }
}
