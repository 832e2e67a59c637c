import Foundation
import RouterLinux
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct HandOver {
        private func error(_ body: () async throws(LaunchError) -> HandOverEnd) async -> String {
            do throws(LaunchError) {
                return "\(try await body())"
            } catch {
                switch error {
                case .forbidden: return "forbidden"
                case .changed: return "changed"
                case .failed: return "failed"
                }
            }
        }

        @Test("S15: the link arrives byte for byte as one argument, and nothing in it runs")
        func verbatim() async throws {
            let desktop = try FakeDesktop()
            let canary = desktop.root.path + "/PWN"
            try desktop.wallet("a.desktop", exec: "\(try desktop.receiver()) --flag %u")
            let wallets = try desktop.wallets()
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            for link in [
                "bitcoin:1A?amount=0.5&label=a%20b", "BITCOIN:1A", "bitcoin:$(touch \(canary))",
                "bitcoin:`touch \(canary)`;touch \(canary)|x&&y", "bitcoin:\"a\" 'b' \\ %u %% *?[a] ~ <b> @@u é漢😀",
                "bitcoin:", "bitcoin:" + String(repeating: "x", count: 100_000),
            ] {
                #expect(try await wallets.open(link, scheme: "bitcoin", with: wallet) == .started)
                #expect(desktop.receivedArguments() == [Array("--flag".utf8), Array(link.utf8)])
            }
            #expect(!FileManager.default.fileExists(atPath: canary))
        }

        @Test("S15: a text that is not a link of the scheme starts nothing")
        func strangeLinks() async throws {
            let desktop = try FakeDesktop()
            let program = try desktop.root.write(
                "p", "#!/bin/sh\n: > '\(desktop.root.path)/started'\n", mode: 0o755)
            try desktop.wallet("a.desktop", exec: "\(program) %u")
            let wallets = try desktop.wallets()
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            for link in [
                "", "bitcoin", "1A", "litecoin:1A", "--help", "bitcoin:\0", "bitcoin:a\nb", "bitcoin:\u{7F}",
                "bitcoin:" + String(repeating: "x", count: 131_064),
            ] {
                let end = await error { () throws(LaunchError) in
                    try await wallets.open(link, scheme: "bitcoin", with: wallet)
                }
                #expect(end == "failed")
            }
            let end = await error { () throws(LaunchError) in
                try await wallets.open("-x:1", scheme: "-x", with: wallet)
            }
            #expect(end == "failed")
            #expect(!FileManager.default.fileExists(atPath: desktop.root.path + "/started"))
        }

        @Test("S4, S15: another program or file than the person saw is not started", arguments: 0..<8)
        func changed(way: Int) async throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            try desktop.wallet("a.desktop", exec: "\(program) %u")
            // Files that were changed at the same moment could not be told from one another.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: program)
            let wallets = try desktop.wallets()
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            let entry = desktop.root.path + "/data/applications/a.desktop"
            switch way {
            case 0:  // another file under the same path
                try FileManager.default.removeItem(atPath: program)
                _ = try desktop.receiver()
            case 1:  // another program
                try desktop.wallet("a.desktop", exec: "\(try desktop.receiver("other")) %u")
            case 2:  // other arguments
                try desktop.wallet("a.desktop", exec: "\(program) --evil %u")
            case 3:  // another entry that hides it
                try desktop.wallet("a.desktop", in: "usr1", exec: "\(program) %u")
                try FileManager.default.removeItem(atPath: entry)
            case 4:  // none any more
                try FileManager.default.removeItem(atPath: entry)
            case 5:  // for other links
                try desktop.entry("a.desktop", exec: "\(program) %u", "MimeType=x-scheme-handler/litecoin;")
            case 6:  // others can change it now
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: program)
            default:  // the person took it off their list
                try desktop.list("[Removed Associations]\nx-scheme-handler/bitcoin=a.desktop;")
            }
            let end = await error { () throws(LaunchError) in
                try await wallets.open("bitcoin:1A", scheme: "bitcoin", with: wallet)
            }
            #expect(end == "changed")
            #expect(!FileManager.default.fileExists(atPath: desktop.root.path + "/partial"))
        }

        @Test("Only the order may change between the look and the start")
        func order() async throws {
            let desktop = try FakeDesktop()
            try desktop.wallet("b.desktop", exec: "\(try desktop.receiver()) %u")
            let wallets = try desktop.wallets()
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            try desktop.wallet("a.desktop")
            try desktop.record(opener: "a.desktop")
            try desktop.list("[Added Associations]\nx-scheme-handler/bitcoin=b.desktop;")
            #expect(try await wallets.open("bitcoin:1A", scheme: "bitcoin", with: wallet) == .started)
        }

        @Test("S15: a program of Flatpak that became another one keeps its file, and is not started")
        func container() async throws {
            let desktop = try FakeDesktop()
            let flatpak = try desktop.root.write("bin/flatpak", "#!/bin/sh\n", mode: 0o755)
            try desktop.wallet("a.desktop", exec: "\(flatpak) run org.x.W @@u %u @@")
            let wallets = try desktop.wallets()
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            let other = WalletProgram(
                id: wallet.id, program: wallet.program, container: "Flatpak org.x.W", schemes: wallet.schemes,
                origin: wallet.origin, source: wallet.source)
            let end = await error { () throws(LaunchError) in
                try await wallets.open("bitcoin:1A", scheme: "bitcoin", with: other)
            }
            #expect(end == "changed")
        }

        @Test("The end within the first moments is told by status or signal; otherwise the program was started")
        func ends() async throws {
            for (script, expected) in [
                ("exit 1", HandOverEnd.ended(1)), ("exit 255", .ended(255)), ("exit 0", .started),
                ("kill -KILL $$", .ended(137)), ("kill -TERM $$", .ended(143)),
            ] {
                let desktop = try FakeDesktop()
                let program = try desktop.root.write("bin/p", "#!/bin/sh\n\(script)\n", mode: 0o755)
                try desktop.wallet("a.desktop", exec: "\(program) %u")
                let wallets = try desktop.wallets()
                let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
                #expect(try await wallets.open("bitcoin:1", scheme: "bitcoin", with: wallet) == expected, "\(script)")
            }
        }

        @Test("A program that runs on is not waited for, and outlives the look")
        func running() async throws {
            let desktop = try FakeDesktop()
            let path = desktop.root.path
            try #require(unsafe mkfifo(path + "/go", 0o600) == 0)
            // It ends when the test lets it.
            let program = try desktop.root.write(
                "bin/p", "#!/bin/sh\nread line < '\(path)/go'\necho $line > '\(path)/done'\nexit 9\n", mode: 0o755)
            try desktop.wallet("a.desktop", exec: "\(program) %u")
            let wallets = try desktop.wallets(watch: .zero)
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            #expect(try await wallets.open("bitcoin:1", scheme: "bitcoin", with: wallet) == .started)
            try Data("on\n".utf8).write(to: URL(fileURLWithPath: path + "/go"))
            let deadline = Deadline(in: .seconds(3_600))
            while desktop.root.read("done") != "on\n", !deadline.isOver { usleep(5_000) }
            #expect(desktop.root.read("done") == "on\n")
        }

        @Test("Links handed over leave no zombie and no descriptor in a process that lives on")
        func residue() throws {
            let desktop = try FakeDesktop()
            try desktop.wallet("a.desktop")
            let probe = try Probe(["handovers", "bitcoin", "20"], environment: desktop.environment)
            #expect(probe.line() == "descriptors 0, children false")
        }

        @Test("A program that does not start is an error, and not an end")
        func noStart() async throws {
            let desktop = try FakeDesktop()
            let program = try desktop.root.write("bin/p", "#!/nonexistent/interpreter\n", mode: 0o755)
            try desktop.wallet("a.desktop", exec: "\(program) %u")
            let wallets = try desktop.wallets()
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            let end = await error { () throws(LaunchError) in
                try await wallets.open("bitcoin:1A", scheme: "bitcoin", with: wallet)
            }
            #expect(end == "failed")
        }

        @Test("S15: the program gets the desktop's variables, and those of windows only in the form they have there")
        func environment() async throws {
            let desktop = try FakeDesktop()
            try desktop.wallet("a.desktop", exec: "\(try desktop.receiver()) %u")
            let mine = desktop.root.path + "/tmp"
            try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
            let wallets = try desktop.wallets(more: [
                "TMPDIR": mine, "DESKTOP_STARTUP_ID": "shell/1-host_TIME5", "LANGUAGE": "de_DE:de",
                "GTK_IM_MODULE": "fcitx", "QT_IM_MODULE": "fcitx", "XMODIFIERS": "@im=fcitx",
                "QT_QPA_PLATFORM": "wayland;xcb", "GDK_BACKEND": "wayland,x11", "DISPLAY": ":7", "LD_PRELOAD": "/x",
                "QT_PLUGIN_PATH": "/x", "GTK_MODULES": "x", "PATH": "/x", "SCHEMEROUTER_DEPTH": "1",
            ])
            let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
            _ = try await wallets.open("bitcoin:1", scheme: "bitcoin", with: wallet)
            #expect(desktop.receivedArguments() != nil)
            let lines = Set((desktop.root.read("surroundings") ?? "").split(separator: "\n").map(String.init))
            #expect(
                lines.isSuperset(of: [
                    "TMPDIR=\(mine)", "DESKTOP_STARTUP_ID=shell/1-host_TIME5", "LANGUAGE=de_DE:de",
                    "GTK_IM_MODULE=fcitx", "QT_IM_MODULE=fcitx", "XMODIFIERS=@im=fcitx", "QT_QPA_PLATFORM=wayland;xcb",
                    "GDK_BACKEND=wayland,x11", "DISPLAY=:7", "SCHEMEROUTER_DEPTH=2", desktop.root.path + "/home",
                    "PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games",
                ]))
            for name in ["LD_PRELOAD", "QT_PLUGIN_PATH", "GTK_MODULES"] {
                #expect(!lines.contains { $0.hasPrefix(name + "=") })
            }
        }

        @Test("S15: a value that no desktop sets does not reach the program")
        func hostileEnvironment() throws {
            let directory = try TemporaryDirectory()
            let file = try directory.write("file", "")
            try directory.write("open/x", "")
            let open = directory.path + "/open"
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
            try directory.write("sticky/x", "")
            let sticky = directory.path + "/sticky"
            try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: sticky)
            let cases: [(String, String, Bool)] = [
                ("TMPDIR", directory.path, true), ("TMPDIR", sticky, true), ("TMPDIR", open, false),
                ("TMPDIR", file, false), ("TMPDIR", "tmp", false), ("TMPDIR", "", false),
                ("TMPDIR", directory.path + "/none", false), ("LANGUAGE", "../../evil", false),
                ("LANGUAGE", "de:en_GB.UTF-8@x", true), ("GTK_IM_MODULE", "/tmp/evil.so", false),
                ("QT_IM_MODULE", "a b", false), ("XMODIFIERS", "@im=ibus", true), ("XMODIFIERS", "x", false),
                ("XMODIFIERS", "@im=a\nb", false), ("QT_QPA_PLATFORM", "vnc:port=5900", false),
                ("QT_QPA_PLATFORM", "offscreen", false), ("QT_QPA_PLATFORM", "xcb", true),
                ("GDK_BACKEND", "broadway", false), ("GDK_BACKEND", "x11,*", true),
                ("DESKTOP_STARTUP_ID", "a b", false), ("DESKTOP_STARTUP_ID", "é", false),
                ("DESKTOP_STARTUP_ID", String(repeating: "x", count: 257), false),
            ]
            for (name, value, passes) in cases {
                #expect(WalletEnvironment.variables([name: value])[name] == (passes ? value : nil), "\(name)=\(value)")
                #expect(ProcessEnvironment.clean([name: value])[name] == nil)
            }
        }
    }
}
