import Foundation
import RouterDesktop
import RouterNetworkBackend
import RouterTestSupport
import Testing

@testable import RouterProgram

/// What `router doctor` says of desktops, prompt programs and slow checks, word for word.
@Suite struct DoctorTextTests {
    private static let script = "/usr/bin/script"

    /// A prompt program that says that it is `flavour`, or nothing.
    private static func prompt(_ home: RouterHome, _ name: String, flavour: String?) throws -> String {
        let path = home.directory.path + "/" + name
        try home.write(
            name,
            """
            #!/bin/sh
            echo OK
            while IFS= read -r line; do
                case $line in
                    *flavor) \(flavour.map { "echo D \($0)" } ?? "exec sleep 3600") ;;
                    BYE) echo OK; exit 0 ;;
                esac
                echo OK
            done

            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try home.configure("pinentry: \(path)\n")
        return path
    }

    private static func checks(_ home: RouterHome, _ environment: [String: String]) throws -> [String: JSONValue] {
        let result = try home.run(["doctor", "--json"], environment: environment)
        let all = try JSONValue(parsing: Data(result.output.utf8))["checks"]?.elements ?? []
        return Dictionary(all.map { ($0["name"]?.text ?? "", $0) }) { first, _ in first }
    }

    @Test("browsers that are snaps are named with what their snapd does, by its version")
    func snaps() throws {
        for (info, expected) in [
            (
                "VERSION=2.54.4\n",
                HealthCheck(
                    "snap", .warning,
                    "These browsers are snaps: firefox. snapd 2.54.4 drops their links of all schemes but a few, so a click in them "
                        + "reaches no wallet.",
                    advice: "Update snapd to 2.55 or newer, or install the browser in another way.")
            ),
            (
                "VERSION=2.61\n",
                HealthCheck(
                    "snap", .good, "These browsers are snaps: firefox. snapd 2.61 passes their links on to xdg-open.")
            ),
            (
                "nothing\n",
                HealthCheck(
                    "snap", .warning,
                    "These browsers are snaps: firefox. The version of snapd is unknown; before 2.55 it drops links of wallets.",
                    advice: "“snap version” shows it. “router open -” in a terminal takes a link that you paste.")
            ),
        ] {
            let root = FileManager.default.temporaryDirectory.appendingPathComponent("snap-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: root) }
            for (name, text) in [
                ("var/lib/snapd/desktop/applications/firefox_firefox.desktop", ""), ("usr/lib/snapd/info", info),
            ] {
                let file = root.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            let browsers = try #require(SnapBrowsers(root: root.path))
            #expect(DoctorExamination.check(browsers) == expected)
        }
    }

    @Test("a list of one desktop that gives a scheme to another program is named, under that desktop and under others")
    func desktopList() throws {
        let home = try RouterHome()
        #expect(try home.run(["register", "--scheme", "dashwallet"]).status == 0)
        let path = home.directory.path
        try home.write(
            "data/applications/other.desktop",
            "[Desktop Entry]\nType=Application\nName=Other\nExec=/bin/true %u\n")
        try home.write(
            "config/gnome-mimeapps.list", "[Default Applications]\nx-scheme-handler/dashwallet=other.desktop\n")
        let other = "Other (other.desktop, by \(path)/config/gnome-mimeapps.list)"
        let elsewhere = try Self.checks(home, ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "XFCE"])["override"]
        #expect(
            elsewhere?["text"]
                == .string(
                    "dashwallet: another default under GNOME: \(other). Only you or that program can change that file."),
            "\(elsewhere as Any)")
        let there = try Self.checks(home, ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "GNOME"])["default"]
        #expect(
            there?["text"] == .string("dashwallet: links are opened by \(other), although it is registered."),
            "\(there as Any)")
    }

    @Test("pinentry-gnome3 without a prompter on the session's bus is said to need one")
    func gnome() throws {
        let home = try RouterHome()
        let path = try Self.prompt(home, "pinentry-gnome3", flavour: "gnome3:curses")
        let found = try Self.checks(home, ["DISPLAY": ":99"])["prompt"]
        #expect(found?["result"] == .string("failure"))
        #expect(
            found?["text"]
                == .string(
                    "\(path) found no prompter on this session's bus and falls back to a terminal, so every click ends "
                        + "without a question."), "\(found as Any)")
        #expect(
            found?["advice"] == .string("Install gcr, whose prompter it needs, or a pinentry such as pinentry-qt."))
    }

    @Test(
        "what a slow check waits for is said at a terminal",
        .enabled(if: FileManager.default.isExecutableFile(atPath: script)))
    func waiting() throws {
        let home = try RouterHome()
        let path = try Self.prompt(home, "own-prompt", flavour: nil)
        let shown = try home.run(
            [], environment: ["DISPLAY": ":99", "TERM": "dumb"],
            through: ["/bin/sh", "-c", "exec \(Self.script) -qec \"$0 doctor\" /dev/null"]
        ).output
        #expect(shown.contains("Waiting for the prompt program \(path), at most 5 seconds."), "\(shown)")
        #expect(
            shown.contains("After a click you cannot be asked: \(path) did not say in time what it is."), "\(shown)")
    }

    @Test(
        "a window that does not start is waited for no longer, by name",
        .enabled(if: FileManager.default.isExecutableFile(atPath: script)))
    func slowWindow() throws {
        let home = try RouterHome()
        let path = home.directory.path + "/own"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(atPath: BuiltPrograms.router, toPath: path + "/router")
        try home.write("own/router-window", "#!/bin/sh\nexec sleep 3600\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path + "/router-window")
        let shown = try home.run(
            [], environment: ["DISPLAY": ":99", "TERM": "dumb"],
            through: ["/bin/sh", "-c", "exec \(Self.script) -qec \"\(path)/router doctor\" /dev/null"]
        ).output
        #expect(shown.contains("Waiting for the window \(path)/router-window, at most 5 seconds."), "\(shown)")
        #expect(shown.contains("note  \(path)/router-window: "), "\(shown)")
        #expect(shown.contains("it did not respond"), "\(shown)")
    }
}
