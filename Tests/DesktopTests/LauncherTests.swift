import Foundation
import RouterLinux
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Launching {
        func refusal(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "none"
            } catch LaunchError.forbidden {
                return "forbidden"
            } catch LaunchError.changed {
                return "changed"
            } catch LaunchError.failed {
                return "failed"
            } catch {
                return "\(error)"
            }
        }

        @Test(
            "S4: browsers, shells, terminals and starters of other programs get no callback",
            arguments: [
                ("MimeType=text/html;x-scheme-handler/shop", nil), ("MimeType=x-scheme-handler/https;", nil),
                ("MimeType=x-scheme-handler/http;", nil), ("Categories=Network;WebBrowser;", nil),
                ("Terminal=true", nil),
                ("Categories=System;TerminalEmulator;", nil), ("", "/bin/sh -c x %u"), ("", "bash %u"),
                ("", "env A=1 /bin/true %u"), ("", "/bin/true %u %u"), ("", "/bin/true"), ("", "/bin/true \"%u\""),
                ("", ""),
                // Web sites that browsers installed as if they were programs.
                ("", "/bin/true --app-id=abcdef --profile=x %u"), ("", "/bin/true --app=https://evil.example/%u"),
                ("", "/bin/true --application-mode --profile=x %U"), ("", "/bin/true --ssb %u"),
                ("", "/bin/true run --branch=stable org.chromium.Chromium @@u %U @@"),
                ("", "/bin/true run org.mozilla.firefox %u"), ("", "/bin/true com.microsoft.Edge %u"),
                ("", "/bin/true /opt/google/chrome/google-chrome %u"), ("", "/bin/true firefox-esr %u"),
                ("", "/bin/true https://evil.example %u"), ("", "/bin/true /opt/zen/zen-browser %u"),
                ("", "/bin/true net.mullvad.mullvad-browser %u"),
            ] as [(String, String?)])
        func forbidden(more: String, exec: String?) throws {
            let desktop = try FakeDesktop()
            try desktop.entry("a.desktop", exec: exec, more)
            try desktop.entry("b.desktop")
            try desktop.root.write(
                "config/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=a.desktop;b.desktop\n")
            let launcher = try desktop.launcher()
            #expect(refusal { _ = try launcher.receiver(ofScheme: "shop") } == "forbidden")
            let handlers = try launcher.handlers(ofScheme: "shop")
            #expect(handlers.map(\.id) == ["a.desktop", "b.desktop"])
            #expect(handlers.map { $0.refusal != nil } == [true, false])
        }

        @Test(
            "S5: what a desktop entry says stays between quotation marks in every reason",
            arguments: [
                #""/bin/true\nPay 0.01 DASH to me" %u"#, #"/bin/true "firefox-\nNobody gets the answer.\u202e" %u"#,
                #""a b-terminal" %u"#,
            ])
        func hostileReason(exec: String) throws {
            let desktop = try FakeDesktop()
            let program = desktop.root.path + "/a b-terminal"
            try FileManager.default.copyItem(atPath: "/bin/true", toPath: program)
            let line = exec.replacing("a b-terminal", with: program)
            try desktop.entry("a.desktop", exec: line, "MimeType=x-scheme-handler/shop;")
            var reason = ""
            let launcher = try desktop.launcher()
            do throws(LaunchError) {
                _ = try launcher.receiver(ofScheme: "shop")
            } catch {
                switch error {
                case .forbidden(let text), .changed(let text), .failed(let text): reason = text
                }
            }
            #expect(!reason.isEmpty && !reason.contains("\n"))
            if let start = reason.firstRange(of: "a b-terminal") {
                #expect(reason[..<start.lowerBound].filter { "“”".contains($0) }.last == "“", "\(reason)")
            }
        }

        @Test("S4: a link to a shell is a shell, and this program does not answer itself")
        func disguises() throws {
            let desktop = try FakeDesktop()
            let link = desktop.root.path + "/innocent"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/bin/sh")
            try desktop.entry("a.desktop", exec: "\(link) %u", "MimeType=x-scheme-handler/shop;")
            #expect(refusal { _ = try desktop.launcher().receiver(ofScheme: "shop") } == "forbidden")

            let own = desktop.root.path + "/own"
            let program = try desktop.receiver()
            try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: program)
            try desktop.entry("a.desktop", exec: "\(own) %u", "MimeType=x-scheme-handler/shop;")
            let launcher = try desktop.launcher(ownFile: FileIdentity.of(program))
            #expect(refusal { _ = try launcher.receiver(ofScheme: "shop") } == "forbidden")
            let found = try desktop.launcher().receiver(ofScheme: "shop")
            #expect(found?.executable == own)
        }

        @Test("S4: a link to a browser is a browser")
        func browserByLink() throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            for name in ["chromium", "brave-browser", "firefox-esr", "google-chrome-stable"] {
                let link = desktop.root.path + "/" + name
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
                try desktop.entry("a.desktop", exec: "\(link) %u", "MimeType=x-scheme-handler/shop;")
                #expect(refusal { _ = try desktop.launcher().receiver(ofScheme: "shop") } == "forbidden", "\(name)")
            }
            let other = desktop.root.path + "/chromiumlike"
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: program)
            try desktop.entry("a.desktop", exec: "\(other) --title=app %u", "MimeType=x-scheme-handler/shop;")
            #expect(try desktop.launcher().receiver(ofScheme: "shop") != nil)
        }

        @Test("A handler whose program is gone is another matter than no handler")
        func dangling() throws {
            let desktop = try FakeDesktop()
            try desktop.entry("a.desktop", exec: "/nonexistent/app %u", "MimeType=x-scheme-handler/shop;")
            let launcher = try desktop.launcher()
            #expect(refusal { _ = try launcher.receiver(ofScheme: "shop") } == "failed")
            #expect(try launcher.receiver(ofScheme: "other") == nil)
        }

        @Test("S4: the scheme is RFC 3986, 64 bytes at most, compared in lower case")
        func schemes() throws {
            let desktop = try FakeDesktop()
            let longest = "a" + String(repeating: "b", count: 63)
            try desktop.entry(
                "a.desktop", "MimeType=x-scheme-handler/shop;x-scheme-handler/a1.b-c+d;x-scheme-handler/\(longest);")
            let launcher = try desktop.launcher()
            for scheme in ["shop", "SHOP", "Shop", "a1.b-c+d", longest] {
                #expect(try launcher.receiver(ofScheme: scheme) != nil, "\(scheme)")
            }
            for scheme in ["", "1a", "-a", "a b", "a/b", "a:", "é", "shop\n", "a=b", longest + "b"] {
                #expect(refusal { _ = try launcher.receiver(ofScheme: scheme) } == "forbidden", "\(scheme)")
            }
        }

        @Test("S4: callback and Exec line arrive byte for byte, and nothing in them runs")
        func canary() throws {
            let desktop = try FakeDesktop()
            let canary = desktop.root.path + "/PWN"
            let program = try desktop.receiver()
            try desktop.entry(
                "a.desktop", exec: "\(program) $(touch \(canary)) `touch` ;touch \"a \\\\$(touch \(canary))\" --url=%u",
                "MimeType=x-scheme-handler/shop;")
            let launcher = try desktop.launcher()
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            for callback in [
                "shop://callback=payack&txid=00", "SHOP:$(touch \(canary))",
                "shop:`touch \(canary)`;touch \(canary)|x&&y",
                "shop:\"double\" 'single' \\ \\\\ %u %c %% *?[a] ~ <>", "shop:é漢😀", "shop:",
                "shop:" + String(repeating: "x", count: 100_000),
            ] {
                try launcher.open(callback, scheme: "shop", with: receiver)
                let expected = [
                    "$(touch", "\(canary))", "`touch`", ";touch", "a $(touch \(canary))", "--url=\(callback)",
                ]
                #expect(desktop.receivedArguments() == expected.map { Array($0.utf8) })
            }
            #expect(!FileManager.default.fileExists(atPath: canary))
        }

        @Test("S4: the receiver has its own session, no descriptors of ours, and a clean environment")
        func surroundings() throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            try desktop.entry("a.desktop", exec: "\(program) %u", "MimeType=x-scheme-handler/shop;")
            let environment = desktop.environment.merging([
                "LD_LIBRARY_PATH": "/x", "PYTHONPATH": "/x", "BROWSER": "/x", "PATH": "/x",
                "GIO_LAUNCHED_DESKTOP_FILE": "/x",
                "GTK_MODULES": "x", "XDG_ACTIVATION_TOKEN": "token", "WAYLAND_DISPLAY": "w", "LC_TIME": "C",
            ]) { $1 }
            let launcher = XDGLauncher(directories: try desktop.directories, environment: environment, ownFile: nil)
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            try launcher.open("shop:x", scheme: "shop", with: receiver)
            #expect(desktop.receivedArguments() != nil)
            let lines = Set((desktop.root.read("surroundings") ?? "").split(separator: "\n").map(String.init))
            #expect(
                lines.isSuperset(of: [
                    desktop.root.path + "/home", "XDG_ACTIVATION_TOKEN=token", "WAYLAND_DISPLAY=w", "LC_TIME=C",
                ]))
            #expect(lines.contains("PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"))
            for name in ["LD_LIBRARY_PATH", "PYTHONPATH", "BROWSER", "GIO_LAUNCHED_DESKTOP_FILE", "GTK_MODULES"] {
                #expect(!lines.contains { $0.hasPrefix(name + "=") }, "\(name)")
            }
        }

        @Test("S4: another program or file than the person saw is not started", arguments: 0..<6)
        func changed(way: Int) throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            try desktop.entry("a.desktop", exec: "\(program) %u", "MimeType=x-scheme-handler/shop;")
            let launcher = try desktop.launcher()
            // Files that were changed at the same moment could not be told from one another.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: program)
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            switch way {
            case 0:  // another file under the same path
                try FileManager.default.removeItem(atPath: program)
                _ = try desktop.receiver()
            case 1:  // the same file with other contents
                let file = try #require(FileHandle(forWritingAtPath: program))
                try file.seekToEnd()
                file.write(Data("\n# more\n".utf8))
                try file.close()
            case 2:  // the entry runs another program
                try desktop.entry(
                    "a.desktop", exec: "\(try desktop.receiver("other")) %u", "MimeType=x-scheme-handler/shop;")
            case 3:  // the same program with other arguments
                try desktop.entry("a.desktop", exec: "\(program) --evil %u", "MimeType=x-scheme-handler/shop;")
            case 4:  // another entry is the default now
                try desktop.entry("b.desktop", exec: "\(program) %u")
                try desktop.root.write(
                    "config/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=b.desktop\n")
            default:  // nothing opens the scheme any more
                try FileManager.default.removeItem(atPath: desktop.root.path + "/data/applications/a.desktop")
            }
            #expect(refusal { try launcher.open("shop:x", scheme: "shop", with: receiver) } == "changed")
            try Self.expectNothing(in: desktop)
        }

        @Test("S4: what is not a callback of the scheme is not sent")
        func strangeCallbacks() throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            try desktop.entry("a.desktop", exec: "\(program) %u", "MimeType=x-scheme-handler/shop;")
            let launcher = try desktop.launcher()
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            for callback in [
                "", "shop", "shopping:x", "--help", "http://x", "shop:\0", "shop:a\nb", "shop:\u{7F}",
                "shop:" + String(repeating: "x", count: XDGLauncher.longestCallback - 4),
            ] {
                #expect(refusal { try launcher.open(callback, scheme: "shop", with: receiver) } == "failed")
            }
            try Self.expectNothing(in: desktop)
        }

        /// No receiver was started: one that was would say so before one that is started now.
        private static func expectNothing(in desktop: FakeDesktop) throws {
            try FileManager.default.removeItem(atPath: desktop.root.path + "/data/applications")
            try desktop.entry("z.desktop", exec: "\(try desktop.receiver()) %u", "MimeType=x-scheme-handler/after;")
            let launcher = try desktop.launcher()
            let receiver = try #require(try launcher.receiver(ofScheme: "after"))
            try launcher.open("after:x", scheme: "after", with: receiver)
            #expect(desktop.receivedArguments() == [Array("after:x".utf8)])
        }

        @Test("Callbacks leave no zombie and no descriptor in a process that lives on")
        func residue() throws {
            let desktop = try FakeDesktop()
            try desktop.entry("a.desktop", "MimeType=x-scheme-handler/shop;")
            let probe = try Probe(["launches", "shop", "20"], environment: desktop.environment)
            #expect(probe.line() == "descriptors 0, children false")
        }

        @Test("What handles a scheme is listed with who says so and why not")
        func listing() throws {
            let desktop = try FakeDesktop()
            try desktop.entry("a.desktop", exec: "/bin/sh %u")
            try desktop.entry("h.desktop", "Hidden=true")
            let list = try desktop.root.write(
                "config/mimeapps.list",
                "[Default Applications]\nx-scheme-handler/shop=gone.desktop;h.desktop;a.desktop;a.desktop\n")
            let handlers = try desktop.launcher().handlers(ofScheme: "SHOP")
            #expect(handlers.map(\.id) == ["gone.desktop", "h.desktop", "a.desktop"])
            #expect(handlers.map(\.isAbsent) == [true, true, false])
            #expect(handlers.allSatisfy { $0.source == list && $0.refusal != nil })
            #expect(handlers[2].exec == "/bin/sh %u" && handlers[2].executable == "/bin/sh")
            #expect(handlers[2].name == "Name of a.desktop" && handlers[0].name == nil)
        }
    }
}
