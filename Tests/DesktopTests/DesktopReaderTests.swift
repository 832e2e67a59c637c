import Foundation
import Testing

@testable import RouterDesktop

/// Which program each opener starts, compared with the real `gio`, `xdg-mime` and KDE.
@Suite struct DesktopReaderTests {
    static let key = "x-scheme-handler/foo"

    struct List: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// What GLib says of a line that it cannot parse; nil if it can parse the file.
        var problem: String?
        var hidden: String?
        var testDescription: String { name }

        init(_ name: String, _ text: String, problem: String? = nil, hidden: String? = nil) {
            self.name = name
            self.text = text.replacing("D\n", with: "[Default Applications]\n").replacing(
                "K=", with: DesktopReaderTests.key + "=")
            self.problem = problem
            self.hidden = hidden
        }
    }

    static let lists = [
        List("plain", "D\nK=ours.desktop;other.desktop;\n"),
        List("nothing", ""),
        List(
            "a comment with a semicolon", "; c\nD\nK=ours.desktop\n",
            problem: "1 has no “=”, and comments begin with “#”"),
        List("one after it", "D\nK=ours.desktop\n; c\n", problem: "3 has no “=”, and comments begin with “#”"),
        List("an open bracket", "D\nK=ours.desktop\n[Foo\n", problem: "3 is not the name of a group in brackets"),
        List("a word", "D\nK=ours.desktop\nword\n", problem: "3 has no “=”, and comments begin with “#”"),
        List(
            "a word before the group", "word\nD\nK=ours.desktop\n", problem: "1 has no “=”, and comments begin with “#”"
        ),
        List("a line before the group", "a=b\nD\nK=ours.desktop\n", problem: "1 stands before the first group"),
        List("a comment", "# c\nD\nK=ours.desktop\n"),
        List("spaces around items", "D\nK= ours.desktop ; other.desktop\n"),
        List("a space before the key", "D\n K=ours.desktop\n"),
        List("spaces around the sign", "D\nx-scheme-handler/foo = ours.desktop\n"),
        List("a doubled group", "D\nK=other.desktop\n[Added Associations]\nD\nK=ours.desktop\n"),
        List("a doubled line", "D\nK=other.desktop\nK=ours.desktop\n"),
        List("the first is missing", "D\nK=gone.desktop;ours.desktop\n"),
        List("only a missing one", "D\nK=gone.desktop\n"),
        List("the first is an empty item", "D\nK=;ours.desktop\n"),
        List("added", "[Added Associations]\nK=ours.desktop;other.desktop\n"),
        List("removed and default", "D\nK=ours.desktop\n[Removed Associations]\nK=ours.desktop\n"),
        List("removed and added", "[Removed Associations]\nK=other.desktop\n[Added Associations]\nK=ours.desktop;\n"),
        List("two removed", "[Removed Associations]\nK=other.desktop;third.desktop;\n"),
        List("carriage returns", "D\r\nK=ours.desktop\r\n".replacing("D\r\n", with: "[Default Applications]\r\n")),
        List("no name", "D\n=x\nK=ours.desktop\n", problem: "2 has no valid name before its “=”"),
        List("no last line feed", "D\nK=ours.desktop"),
        List("spaces around the header", " [Default Applications] \nK=ours.desktop\n"),
        List(
            "text after the header", "[Default Applications] x\nK=ours.desktop\n",
            problem: "1 is not the name of a group in brackets"),
        List("a bracket in a name", "D\na[b=c\nK=ours.desktop\n", problem: "2 has no valid name before its “=”"),
        List("a space in a name", "D\na b=c\nK=ours.desktop\n"),
        List("a language", "D\na[de_DE.UTF-8@x]=c\nK=ours.desktop\n"),
        List("an empty header", "[]\nD\nK=ours.desktop\n", problem: "1 is not the name of a group in brackets"),
        List(
            "a byte order mark", "\u{FEFF}[Default Applications]\nK=ours.desktop\n",
            problem: "1 has no “=”, and comments begin with “#”"),
        List("tabs", "D\n\tK=\tours.desktop\n"),
        List("a control character", "[a\tb]\nD\nK=ours.desktop\n", problem: "1 is not the name of a group in brackets"),
        List(
            "a bracket in a header", "[a[b]\nD\nK=ours.desktop\n", problem: "1 is not the name of a group in brackets"),
        List("a space at the end", "D\nK=ours.desktop \n"),
        List("an escaped space", "D\nK=ours.desktop\\s\n"),
        List("an unknown escape", "D\nK=ours.desktop\\q;ours.desktop\n"),
        List("hidden and default", "D\nK=ours.desktop\n", hidden: "ours"),
        List("hidden and added", "[Added Associations]\nK=ours.desktop\n", hidden: "ours"),
        List("hidden and named by itself", "[Removed Associations]\nK=third.desktop\n", hidden: "other"),
        List("a type in capitals", "D\nX-Scheme-Handler/foo=ours.desktop\n"),
    ]

    /// The desktop of a test: three programs that open the type, and a list.
    private static func desktop(_ list: List) throws -> FakeDesktop {
        let desktop = try FakeDesktop()
        for id in ["other", "ours", "third"] {
            try desktop.entry(
                "\(id).desktop", "MimeType=\(key);" + (list.hidden == id ? "\nHidden=true" : ""))
        }
        try desktop.root.write("config/mimeapps.list", list.text)
        // GLib needs an index, and the others use it if there is one.
        let shown: [String] = ["other", "ours", "third"].filter { (id: String) in list.hidden != id }
        let ids = shown.map { $0 + ".desktop;" }.joined()
        try desktop.root.write("data/applications/mimeinfo.cache", "[MIME Cache]\n\(key)=\(ids)\n")
        try desktop.root.write(
            "etc/menus/kf5-applications.menu",
            "<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>")
        return desktop
    }

    private static func run(_ words: [String], _ desktop: FakeDesktop) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = desktop.environment.merging([
            "LC_ALL": "C", "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen",
            "XDG_CACHE_HOME": desktop.root.path + "/cache",
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    private static func find(_ reader: DesktopReader, _ desktop: FakeDesktop) throws -> DesktopReaders.Found {
        let id = try #require(DesktopEntryID("ours.desktop"))
        return DesktopReaders(directories: try desktop.directories, ownID: id).find(key, reader)
    }

    private static func id(_ found: DesktopReaders.Found) -> String? {
        if case .program(let id, _) = found { return id.text }
        return nil
    }

    private static func isThere(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    @Test("GLib: what gio says", .enabled(if: isThere("/usr/bin/gio"), "gio is not installed"), arguments: lists)
    func glib(_ list: List) throws {
        let desktop = try Self.desktop(list)
        let text = try Self.run(["/usr/bin/gio", "mime", Self.key], desktop)
        let theirs = text.split(separator: "\n").first.flatMap { line in
            line.hasPrefix("Default application") ? line.split(separator: " ").last.map(String.init) : nil
        }
        #expect(Self.id(try Self.find(.glib, desktop)) == theirs, Comment(rawValue: text))
    }

    @Test(
        "xdg-mime: what it says", .enabled(if: isThere("/usr/bin/xdg-mime"), "xdg-mime is not installed"),
        arguments: lists)
    func xdgMime(_ list: List) throws {
        let desktop = try Self.desktop(list)
        let text = try Self.run(["/usr/bin/xdg-mime", "query", "default", Self.key], desktop)
        #expect(Self.id(try Self.find(.xdgMime, desktop)) ?? "" == text.split(separator: "\n").first ?? "")
    }

    @Test(
        "KDE: what its services say",
        .enabled(
            if: isThere("/usr/bin/kbuildsycoca5") && isThere("/usr/bin/ktraderclient5"),
            "KDE's services are not installed"), arguments: lists)
    func kde(_ list: List) throws {
        let desktop = try Self.desktop(list)
        _ = try Self.run(["/usr/bin/kbuildsycoca5", "--noincremental"], desktop)
        let text = try Self.run(["/usr/bin/ktraderclient5", "--mimetype", Self.key, "--short"], desktop)
        let theirs = text.split(separator: "\n").filter { $0.hasSuffix(".desktop") }
            .map { String($0.split(separator: "/").last ?? "") }
        switch try Self.find(.kde, desktop) {
        case .program(let id, _): #expect(id.text == theirs.first, "\(text)")
        case .none: #expect(theirs.isEmpty, "\(text)")
        case .several: #expect(theirs.count > 1, "\(text)")
        }
    }

    @Test("the line that GLib cannot parse is named", arguments: lists)
    func problems(_ list: List) throws {
        var problem: String?
        do throws(GLibKeyFile.Problem) {
            _ = try GLibKeyFile(Array(list.text.utf8))
        } catch {
            problem = "\(error.line) \(error.text)"
        }
        #expect(problem == list.problem)
    }

    @Test("every opener that is installed is named, with what it starts")
    func findings() throws {
        let desktop = try Self.desktop(List("", "D\nK=ours.desktop\n; c\n"))
        let id = try #require(DesktopEntryID("ours.desktop"))
        let readers = DesktopReaders(directories: try desktop.directories, ownID: id)
        let all = readers.findings(for: Self.key) { _ in true }
        #expect(all.map(\.opener) == ["gio open", "xdg-open", "exo-open", "kde-open", "kde-open5", "qtxdg-mat"])
        #expect(all.map { $0.program?.isOurs } == [false, true, false, true, true, false])
        #expect(all.allSatisfy { $0.doubt == nil })
        #expect(readers.findings(for: Self.key) { $0 == "/usr/bin/kde-open" }.map(\.opener) == ["kde-open"])
        // Without lists, KDE's order is not defined.
        let open = try Self.desktop(List("", ""))
        let found = DesktopReaders(directories: try open.directories, ownID: id).findings(for: Self.key) { _ in true }
        #expect(found.map { $0.program == nil } == [false, false, false, true, true, false])
        #expect(found[3].doubt == "no list says which of several programs comes first")
    }
}
