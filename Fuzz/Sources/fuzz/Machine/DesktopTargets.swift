@testable import RouterDesktop
@testable import SchemeRouter

extension Target {
    /// The desktop's files: entries with their command lines, and lists of programs. Invariants:
    /// - a link is inserted into a command line whole, as an argument or within one, and nowhere else;
    /// - no command line that begins with a shell or another starter gets a link (S4, S15);
    /// - adding a program to a list and removing it restores the bytes, whatever else is in the list;
    /// - both readers of the list find a program that was added.
    static let desktop = Target("desktop", longest: 4_096) { bytes in
        let file = KeyFile(bytes)
        if let entry = DesktopEntry(file, path: "/usr/share/applications/a.desktop") {
            check(entry)
        }
        lists(bytes)
    }

    private static func check(_ entry: DesktopEntry) {
        let link = "dash:X'\"\\$(reboot)`%u%f;|&\n--x y"
        if let exec = entry.exec, let line = try? ExecLine(exec) {
            expect(line.arguments.joined().count { $0 == .link } == 1, "a link has one place")
            let arguments = line.arguments(opening: link, of: entry)
            expectEqual(arguments.first, line.program, "the program comes first")
            // The entry's own name and path may contain anything, even this link.
            if !entry.name.contains("reboot"), !exec.contains("reboot"), entry.icon?.contains("reboot") != true {
                expect(arguments.dropFirst().count { $0.contains(link) } == 1, "a link stands whole in one argument")
            }
            expect(arguments.dropFirst().contains { $0.utf8.firstRange(of: link.utf8) != nil }, "a link is whole")
        }
        for scheme in ["dash"] + entry.schemes.prefix(2) {
            guard let line = try? CommandLine(entry, appending: scheme) else { continue }
            expect(line.line.arguments.joined().count { $0 == .link } == 1, "a link has one place")
            let program = line.line.program
            guard (try? ProgramFiles(of: line.line, entry, executable: program, in: "/")) != nil else { continue }
            let name = program.split(separator: "/").last.map { $0.lowercased() } ?? ""
            expect(!Starters.contain(name), "no starter gets a link: \(name)")
        }
        for scheme in entry.schemes { expect(!scheme.isEmpty, "a scheme has a name") }
    }

    private static func lists(_ bytes: [UInt8]) {
        guard let own = DesktopEntryID("org.example.Own.desktop") else { fatalError("an id") }
        let key = "x-scheme-handler/dash"
        var document = MimeAppsDocument(bytes, item: own)
        expectEqual(document.bytes, bytes, "a list that is not changed stays as it is")
        guard !document.ownKeys().contains(key), bytes.firstRange(of: Array("org.example.Own".utf8)) == nil else {
            return
        }
        let groups = [MimeAppsDocument.Group.defaults, .added]
        let before = groups.map { ($0, document.has($0), document.value(of: key, in: $0) != nil) }
        for group in groups {
            document.add(to: key, in: group)
            expectEqual(document.ownKeys(group).contains(key), true, "what was added is there")
        }
        let found = KeyFile(document.bytes).list(key, in: "Default Applications").first
        expectEqual(found, own.text, "what was added is what other readers find first")
        let again = document.bytes
        document.add(to: key)
        expectEqual(document.bytes, again, "nothing is added twice")
        for (group, hadGroup, hadLine) in before.reversed() {
            document.remove(from: key, in: group, hadLine: hadLine)
            if !hadGroup { document.removeEmpty(group) }
        }
        expectEqual(document.bytes, bytes, "taking out what was added gives the same bytes")
    }
}
