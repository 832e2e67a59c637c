import Foundation
import RouterLinux
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Candidates {
        private static let key = "x-scheme-handler/bitcoin="

        @Test("The order: the first default that is there, added ones, each directory's own by name")
        func order() throws {
            let desktop = try FakeDesktop(desktop: "GNOME")
            for id in ["z", "a", "m", "added", "second"] { try desktop.wallet("\(id).desktop") }
            try desktop.wallet("b.desktop", in: "usr1")
            try desktop.wallet("c.desktop", in: "usr2")
            try desktop.wallet("a.desktop", in: "usr2")
            try desktop.wallet("lost.desktop", "TryExec=/nonexistent")
            try desktop.wallet("empty.desktop", exec: "/nonexistent/wallet %u")
            try desktop.list(
                """
                [Default Applications]
                \(Self.key)z.desktop;second.desktop;
                [Added Associations]
                \(Self.key)m.desktop;added.desktop;
                """)
            #expect(
                try desktop.offered()
                    == ["z default", "m added", "added added", "a entry", "second entry", "b entry", "c entry"])
            // A list of the desktop counts before the common one, and what is not there is passed over.
            try desktop.root.write(
                "config/gnome-mimeapps.list",
                """
                [Default Applications]
                \(Self.key)gone.desktop;lost.desktop;empty.desktop;c.desktop

                """)
            #expect(
                try desktop.offered()
                    == ["c default", "m added", "added added", "a entry", "second entry", "z entry", "b entry"])
        }

        @Test("What an index names comes in its order, and an entry that it does not know after all of them")
        func index() throws {
            let desktop = try FakeDesktop()
            for id in ["a", "b", "c", "d"] { try desktop.wallet("\(id).desktop") }
            try desktop.root.write(
                "data/applications/mimeinfo.cache", "[MIME Cache]\n\(Self.key)c.desktop;a.desktop;gone.desktop;\n")
            try desktop.wallet("e.desktop", in: "usr1")
            try desktop.root.write("usr1/applications/mimeinfo.cache", "[MIME Cache]\n\(Self.key)e.desktop;\n")
            #expect(try desktop.offered() == ["c entry", "a entry", "e entry", "b entry", "d entry"])
        }

        @Test("S15: a program must name the scheme itself, unless a list of the person's names it")
        func schemes() throws {
            let desktop = try FakeDesktop()
            try desktop.entry("other.desktop", "MimeType=x-scheme-handler/litecoin;x-scheme-handler/bitcoincash;")
            try desktop.entry("two.desktop", "MimeType=text/plain;x-scheme-handler/lightning;x-scheme-handler/bitcoin;")
            try desktop.root.write("data/applications/mimeinfo.cache", "[MIME Cache]\n\(Self.key)other.desktop;\n")
            #expect(try desktop.offered() == ["two entry"])
            #expect(
                try desktop.refusal(of: "other.desktop")?.contains("does not declare that it opens bitcoin:") == true)
            let wallet = try #require(try desktop.wallets().candidates(forScheme: "BITCOIN").first)
            #expect(wallet.schemes == ["lightning", "bitcoin"])
            try desktop.list("[Added Associations]\n\(Self.key)other.desktop;\n")
            #expect(try desktop.offered() == ["other added", "two entry"])
            // Others could have written it.
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o666], ofItemAtPath: desktop.root.path + "/config/mimeapps.list")
            #expect(try desktop.offered() == ["two entry"])
            for scheme in ["", "bit coin", "../x", "bitcoin\n", "-"] {
                #expect(try desktop.wallets().candidates(forScheme: scheme).isEmpty)
            }
        }

        @Test("S4, S15: what must not be given a link is named with its reason, and not offered")
        func refused() throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            let cases: [(exec: String?, more: String, reason: String)] = [
                (nil, "Hidden=true", "hidden"), (nil, "TryExec=/nonexistent", "TryExec"),
                ("/nonexistent/wallet %u", "", "which does not exist"),
                ("nowhere-wallet %u", "", "which does not exist"),
                ("./wallet %u", "", "not a program"), ("bin/wallet %u", "", "not a program"),
                (nil, "Categories=Network;WebBrowser;", "web browser"), (nil, "Terminal=true", "terminal"),
                ("/bin/sh -c \"x %u\"", "", "Exec=/full/path %u"), ("bash %u", "", "Exec=/full/path %u"),
                ("xdg-open %u", "", "Exec=/full/path %u"), ("env A=1 \(program) %u", "", "Exec=/full/path %u"),
                ("\(program) --app=https://evil.example %u", "", "shows a website"),
                ("\(program) %f", "", "a link is not a file"), ("\(program) %u %u", "", "more than one place"),
            ]
            for (number, entry) in cases.enumerated() {
                try desktop.wallet("a\(number).desktop", exec: entry.exec, entry.more)
            }
            try desktop.wallet("good.desktop", "NoDisplay=true\nOnlyShowIn=KDE;\nDBusActivatable=true")
            #expect(try desktop.offered() == ["good entry"])
            for (number, entry) in cases.enumerated() {
                let reason = try desktop.refusal(of: "a\(number).desktop") ?? "none"
                #expect(reason.contains(entry.reason), "\(entry): \(reason)")
            }
            let rows = try desktop.wallets().handlers(ofScheme: "bitcoin")
            #expect(rows.first?.id == "good.desktop" && rows.first?.isNatural == true && rows.first?.refusal == nil)
            #expect(rows.count == cases.count + 1)
            #expect(rows.dropFirst().allSatisfy { !$0.isNatural && $0.refusal != nil })
        }

        @Test("An entry without a name, or of another kind, is ignored")
        func broken() throws {
            let desktop = try FakeDesktop()
            for (id, text) in [
                ("a", "Type=Application\nExec=/bin/true %u"), ("b", "Type=Link\nName=b\nURL=x"), ("c", "Name=c"),
            ] {
                try desktop.root.write(
                    "data/applications/\(id).desktop",
                    "[Desktop Entry]\n\(text)\nMimeType=x-scheme-handler/bitcoin;\n")
            }
            try desktop.list("[Added Associations]\n\(Self.key)a.desktop;b.desktop;c.desktop;gone.desktop\n")
            #expect(try desktop.offered() == [])
            for id in ["a", "b", "c", "gone"] {
                #expect(try desktop.refusal(of: "\(id).desktop")?.contains("no desktop entry") == true)
            }
        }

        @Test("Removed and masked programs are out; a default is not")
        func removed() throws {
            let desktop = try FakeDesktop()
            for id in ["a", "b"] { try desktop.wallet("\(id).desktop") }
            try desktop.wallet("masked.desktop", in: "usr1")
            try desktop.entry("masked.desktop", "Hidden=true")
            try desktop.list("[Removed Associations]\n\(Self.key)a.desktop;\n")
            #expect(try desktop.offered() == ["b entry"])
            try desktop.list(
                "[Default Applications]\n\(Self.key)a.desktop\n[Removed Associations]\n\(Self.key)a.desktop;\n")
            #expect(try desktop.offered() == ["a default", "b entry"])
        }

        @Test("Entries in folders have a dash in their ids, and each program comes once")
        func folders() throws {
            let desktop = try FakeDesktop()
            try desktop.wallet("sub/deep.desktop")
            try desktop.wallet("sub/sub/deepest.desktop", in: "usr1")
            try desktop.wallet("sub-deep.desktop", in: "usr1")
            #expect(try desktop.offered() == ["sub-deep entry", "sub-sub-deepest entry"])
            let first = try #require(try desktop.wallets().candidates(forScheme: "bitcoin").first)
            #expect(first.program.desktopEntry == desktop.root.path + "/data/applications/sub/deep.desktop")
        }

        @Test("Flatpak's and snap's entries are found last where the session does not name their directories")
        func exports() throws {
            let desktop = try FakeDesktop()
            try desktop.wallet("z.desktop", in: "usr2")
            try desktop.wallet("a.desktop", in: "exports")
            let exports = desktop.root.path + "/exports"
            #expect(try desktop.offered() == ["z entry"])
            #expect(try desktop.offered(exports: [exports]) == ["z entry", "a entry"])
            // Where the session names one, its place there counts.
            try desktop.wallet("b.desktop", in: "usr1")
            #expect(
                try desktop.offered(exports: [desktop.root.path + "/usr1/", exports])
                    == ["b entry", "z entry", "a entry"])
            #expect(
                try desktop.directories.withData([desktop.root.path + "/usr1/"]).dataDirectories
                    == desktop.directories.dataDirectories)
        }

        @Test("What had the scheme before us comes first where it is there; we are never offered, by id or by file")
        func natural() throws {
            let desktop = try FakeDesktop()
            let ours = try desktop.receiver("ours")
            for id in ["a", "b", "c"] { try desktop.wallet("\(id).desktop") }
            try desktop.wallet("copy.desktop", exec: "\(ours) %u")
            try desktop.wallet(DesktopRegistrationPlan.entryName, exec: "\(ours) open -- %u")
            try desktop.list("[Default Applications]\n\(Self.key)schemerouter.desktop;b.desktop;\n")
            let own = FileIdentity.of(ours)
            func ids() throws -> [String] {
                try desktop.wallets(ownFile: own).candidates(forScheme: "bitcoin").map {
                    "\($0.id.dropLast(8)) \($0.origin.rawValue)"
                }
            }
            #expect(try ids() == ["b default", "a entry", "c entry"])
            #expect(try desktop.refusal(of: "copy.desktop", ownFile: own)?.contains("itself") == true)
            #expect(try desktop.refusal(of: "schemerouter.desktop")?.contains("itself") == true)
            try desktop.record(opener: "c.desktop")
            #expect(try ids() == ["c before", "b default", "a entry"])
            // What stands behind the default does not move up because the default was there before us.
            try desktop.list("[Default Applications]\n\(Self.key)schemerouter.desktop;c.desktop;b.desktop;\n")
            #expect(try ids() == ["c before", "a entry", "b entry"])
            try desktop.list("[Default Applications]\n\(Self.key)schemerouter.desktop;b.desktop;\n")
            // A program that does not name the scheme had it by a list.
            try desktop.entry("c.desktop")
            #expect(try ids() == ["c before", "b default", "a entry"])
            for opener in ["gone.desktop", "schemerouter.desktop", "copy.desktop"] {
                try desktop.record(opener: opener)
                #expect(try ids().first == "b default", "\(opener)")
            }
            try desktop.root.write("state/registration", "[Registration]\nVersion=99\n")
            #expect(try ids().first == "b default")
        }

        @Test("S7, S15: an entry, a program or a directory that others can change is named and not offered")
        func othersMayWrite() throws {
            let desktop = try FakeDesktop()
            let files = FileManager.default
            let shared = try desktop.root.write("shared/wallet", "#!/bin/sh\n", mode: 0o755)
            try desktop.wallet("a.desktop")
            try desktop.wallet("b.desktop", exec: "\(try desktop.root.write("loose", "#!/bin/sh\n", mode: 0o775)) %u")
            try desktop.wallet("c.desktop", exec: "\(shared) %u")
            try desktop.wallet("d.desktop")
            try desktop.wallet("e.desktop", in: "usr1")
            // What an interpreter runs.
            let interpreter = try desktop.root.write("interpreter", "#!/bin/sh\n", mode: 0o755)
            let script = try desktop.root.write("script", "", mode: 0o666)
            try desktop.wallet("f.desktop", exec: "\(interpreter) --run=\(script) %u")
            #expect(try desktop.offered() == ["a entry", "c entry", "d entry", "e entry"])
            for (path, mode) in [("shared", 0o777), ("data/applications/d.desktop", 0o664), ("usr1", 0o775)] {
                try files.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(desktop.root.path)/\(path)")
            }
            #expect(try desktop.offered() == ["a entry"])
            for id in ["b", "c", "d", "e", "f"] {
                #expect(try desktop.refusal(of: "\(id).desktop")?.contains("others could change it") == true, "\(id)")
            }
        }

        @Test("A program without a path is found where all programs are, and then in the person's own directory")
        func ownPrograms() throws {
            let desktop = try FakeDesktop()
            let name = "wallet-\(UUID().uuidString)"
            try desktop.wallet("a.desktop", exec: "\(name) %u")
            #expect(try desktop.offered() == [])
            let path = try desktop.root.write("home/.local/bin/\(name)", "#!/bin/sh\n", mode: 0o755)
            #expect(try desktop.wallets().candidates(forScheme: "bitcoin").first?.program.executable == path)
            let directory = desktop.root.path + "/home/.local/bin"
            try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: directory)
            #expect(try desktop.offered() == [])
            // Nobody's own program takes the place of a system's.
            try desktop.root.write("home/.local/bin/true", "#!/bin/sh\n", mode: 0o755)
            try desktop.wallet("a.desktop", exec: "true %u")
            let system = try #require(try desktop.wallets().candidates(forScheme: "bitcoin").first)
            #expect(["/usr/bin/true", "/bin/true"].contains(system.program.executable))
        }

        @Test(
            "S5: names of programs say nothing that is not theirs",
            arguments: ["--help", "_", "<b>bold</b>", "&", "a\\nb", "\u{202E}evil", String(repeating: "x", count: 300)])
        func names(name: String) throws {
            let desktop = try FakeDesktop()
            let program = try desktop.receiver()
            for id in ["a", "b"] {
                try desktop.root.write(
                    "data/applications/\(id).desktop",
                    "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(program) %u\n"
                        + "MimeType=x-scheme-handler/bitcoin;\n")
            }
            let twins = try desktop.wallets().candidates(forScheme: "bitcoin")
            #expect(twins.count == 2 && twins[0] != twins[1])
            #expect(twins[0].program.name.unicodeScalars.allSatisfy { $0 == "\n" || $0.isUnambiguouslyVisible })
            try desktop.root.write(
                "data/applications/a.desktop",
                "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/sh %u\nMimeType=x-scheme-handler/bitcoin;\n"
            )
            let reason = try #require(try desktop.refusal(of: "a.desktop"))
            #expect(reason.hasPrefix("“") && !reason.contains("\n") && !reason.contains("\u{202E}"))
        }
    }
}
