import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct HandOverLines {
        private static func entry(_ exec: String, _ more: String) throws -> DesktopEntry {
            // As a file has it: a backslash is written as two.
            let written = exec.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            let text = "[Desktop Entry]\nType=Application\nName=W\nIcon=i\nExec=\(written)\n\(more)\n"
            return try #require(DesktopEntry(KeyFile(Array(text.utf8)), path: "/e.desktop"))
        }

        private static let named = "MimeType=x-scheme-handler/bitcoin;"
        private static let link = "bitcoin:1%20%u?label=\"%c\" '$(id)' @@ \\ é"

        @Test(
            "S15: the link is one argument, byte for byte, where the line has a place or was made for it",
            arguments: [
                ("p %u", named, ["p", link]), ("p %U", named, ["p", link]), ("p", named, ["p", link]),
                ("p --testnet -- ", named, ["p", "--testnet", "--", link]),
                ("p --uri=%u", named, ["p", "--uri=" + link]),
                ("p %i %c %k %u", "", ["p", "--icon", "i", "W", "/e.desktop", link]), ("p %u", "", ["p", link]),
                (
                    "env BAMF_DESKTOP_FILE_HINT=/var/lib/snapd/x.desktop /snap/bin/p %u", named,
                    ["/snap/bin/p", link]
                ),
                ("/usr/bin/env BAMF_DESKTOP_FILE_HINT=x /snap/bin/p.tool", named, ["/snap/bin/p.tool", link]),
                (
                    "/usr/bin/flatpak run --branch=stable --arch=x86_64 --command=w --file-forwarding org.x.W "
                        + "@@u %u @@",
                    named + "\nX-Flatpak=org.x.W",
                    [
                        "/usr/bin/flatpak", "run", "--branch=stable", "--arch=x86_64", "--command=w",
                        "--file-forwarding", "org.x.W", "@@u", link, "@@",
                    ]
                ),
                ("flatpak --user run org.x.W", named, ["flatpak", "--user", "run", "org.x.W", link]),
            ])
        func accepted(exec: String, more: String, expected: [String]) throws {
            let entry = try Self.entry(exec, more)
            let command = try CommandLine(entry, appending: "bitcoin")
            let arguments = command.line.arguments(opening: Self.link, of: entry)
            #expect(arguments.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }

        @Test(
            "S15: a line that would lose the link, take it for a file, or run it is refused",
            arguments: [
                ("p", "", "without a place"), ("p", "MimeType=x-scheme-handler/lightning;", "without a place"),
                ("p %f", named, "not a file"), ("p %F", named, "not a file"), ("p %u %U", named, "more than one"),
                ("p \"%u\"", named, "inside quotes"), ("", named, "no program"),
                ("sh -c \"PATH=\\\"\\$HOME/.local/bin:\\$PATH\\\"; p %u\"", named, "Exec=/full/path %u"),
                ("/bin/bash -c p %u", named, "Exec=/full/path %u"), ("SH -c p %u", named, "Exec=/full/path %u"),
                ("env p %u", named, "Exec=/full/path %u"), ("env A=1 /snap/bin/p %u", named, "Exec=/full/path %u"),
                ("env BAMF_DESKTOP_FILE_HINT=x /usr/bin/p %u", named, "Exec=/full/path %u"),
                ("env BAMF_DESKTOP_FILE_HINT=x A=1 /snap/bin/p %u", named, "Exec=/full/path %u"),
                ("env BAMF_DESKTOP_FILE_HINT=x /snap/bin/../../bin/sh %u", named, "Exec=/full/path %u"),
                ("env -i BAMF_DESKTOP_FILE_HINT=x /snap/bin/p %u", named, "Exec=/full/path %u"),
                ("/opt/env BAMF_DESKTOP_FILE_HINT=x /snap/bin/p %u", named, "Exec=/full/path %u"),
                ("env BAMF_DESKTOP_FILE_HINT=%u /snap/bin/p", named, "Exec=/full/path %u"),
                ("flatpak run --file-forwarding org.x.W @@ %f @@", named, "not a file"),
                ("flatpak run --file-forwarding org.x.W @@ %u @@", named, "not a file"),
                ("flatpak run org.x.W @@u %u @@", named + "\nX-Flatpak=org.y.Other", "that differs"),
                ("flatpak enter 12 %u", named, "does not name the Flatpak app"),
                ("flatpak run --branch stable org.x.W %u", named, "does not name the Flatpak app"),
                ("flatpak run %u", named, "does not name the Flatpak app"),
                ("flatpak run --command org.x.W com.evil.App %u", named, "does not name the Flatpak app"),
                ("flatpak run --branch a.b com.evil.App %u", named, "does not name the Flatpak app"),
                ("flatpak run \"org.x.W (Snap w)\" %u", named, "does not name the Flatpak app"),
                ("flatpak run --command=sh org.x.W -c %u", named, "Exec=/full/path %u"),
            ])
        func refused(exec: String, more: String, reason: String) throws {
            let entry = try Self.entry(exec, more)
            #expect {
                let command = try CommandLine(entry, appending: "bitcoin")
                let program = command.line.program
                _ = try ProgramFiles(of: command.line, entry, executable: program, in: "/nonexistent")
            } throws: {
                ($0 as? ExecLine.Problem)?.text.contains(reason) ?? false
            }
        }

        @Test("The container is the one that runs the program, not one that the entry or a name claims")
        func containers() throws {
            for (exec, more, expected) in [
                ("flatpak run org.x.W %u", "", "Flatpak org.x.W"),
                ("/usr/bin/flatpak run --branch=x org.x.W %u", "X-Flatpak=org.x.W", "Flatpak org.x.W"),
                ("/home/evil/flatpak run org.x.W %u", "X-Flatpak=org.x.W", nil), ("p %u", "X-Flatpak=org.x.W", nil),
                ("/snap/bin/w.tool %u", "", "Snap w"), ("/home/snap/bin/w %u", "", nil),
                ("env BAMF_DESKTOP_FILE_HINT=x /snap/bin/w %u", "", "Snap w"),
            ] {
                let command = try CommandLine(try Self.entry(exec, more), appending: "bitcoin")
                #expect(command.container == expected, "\(exec)")
                #expect(command.variables == (exec.hasPrefix("env") ? ["BAMF_DESKTOP_FILE_HINT": "x"] : [:]))
            }
        }
    }
}
