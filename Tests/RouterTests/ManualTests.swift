import Foundation
import RouterConfiguration
import RouterNetworkBackend
import RouterNetworks
import RouterTestSupport
import Testing

/// The manual pages, as the program writes them, and its version.
@Suite struct ManualTests {
    /// Where the source is.
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A page as a reader sees its words: without requests for fonts, and hyphens as they are typed.
    private static func page(_ name: String) throws -> String {
        let result = try RouterHome().run(["manual", name, "--date", "2026-01-31"])
        #expect(result.status == 0, "\(result.errors)")
        return ["\\fB", "\\fI", "\\fR"].reduce(result.output) { $0.replacingOccurrences(of: $1, with: "") }
            .replacingOccurrences(of: "\\-", with: "-")
    }

    /// All commands below one that are not hidden, by their whole names.
    private static func commands(_ command: JSONValue, _ path: String) -> [(name: String, command: JSONValue)] {
        let nested = (command["subcommands"]?.elements ?? [])
            .filter { $0["shouldDisplay"] == .bool(true) && $0["commandName"]?.text != "help" }
        return nested.flatMap { command -> [(name: String, command: JSONValue)] in
            let name = path + " " + (command["commandName"]?.text ?? "")
            return [(name, command)] + commands(command, name)
        }
    }

    @Test("every command, with all that it takes and what each means, is in router(1)")
    func everything() throws {
        let dump = try RouterHome().run(["--experimental-dump-help"]).output
        let root = try #require(try JSONValue(parsing: Data(dump.utf8))["command"])
        let page = try Self.page("router.1")
        let commands = Self.commands(root, "router")
        #expect(commands.count > 40)
        for (name, command) in commands {
            let start = try #require(page.range(of: "\n.SS \(name)\n"), "\(name)")
            let rest = page[start.upperBound...]
            let section = rest[..<(rest.range(of: "\n.S")?.lowerBound ?? rest.endIndex)]
            #expect(section.contains(try #require(command["abstract"]?.text)), "\(name)")
            for argument in command["arguments"]?.elements ?? [] {
                let shown = argument["shouldDisplay"] == .bool(true)
                for word in (argument["names"]?.elements ?? []).compactMap({ $0["name"]?.text })
                where shown && !["h", "help", "version"].contains(word) {
                    #expect(section.contains("\n" + (word.count == 1 ? "-" : "--") + word), "\(name): \(word)")
                    let text = try #require(argument["abstract"]?.text).replacingOccurrences(of: "\n", with: " ")
                    #expect(section.contains(text), "\(name): \(word)")
                }
            }
        }
        for option in ["--config dir", "--schemes file", "--pinentry program", "--version", "-h, --help"] {
            #expect(page.contains("\n.TP\n\(option)\n"), "\(option)")
        }
        #expect(page.hasPrefix(".TH ROUTER 1 \"2026-01-31\" \"SchemeRouter "))
    }

    @Test("every key of descriptors is in schemerouter-schemes(5)")
    func keys() throws {
        let page = try Self.page("schemerouter-schemes.5")
        let schema = JSONValue.file("../../schemes.schema.json")
        for definition in ["coin", "scheme", "links", "link-parameter", "network", "example"] {
            let properties = try #require(schema["definitions"]?[definition]?["properties"])
            guard case .object(let members) = properties else {
                Issue.record("\(definition) has no properties")
                continue
            }
            #expect(!members.isEmpty)
            for name in members.keys where definition != "link-parameter" {
                #expect(page.contains("\n.TP\n\(name)\n"), "\(definition): \(name)")
            }
        }
    }

    @Test("every key of config.yaml, and every kind of network, is in schemerouter-config(5)")
    func settings() throws {
        let page = try Self.page("schemerouter-config.5")
        func check(_ keys: [SettingKey], in title: String) throws {
            let start = try #require(page.range(of: "\n.SH \(title)\n"), "\(title)")
            let rest = page[start.upperBound...]
            let section = rest[..<(rest.range(of: "\n.SH ")?.lowerBound ?? rest.endIndex)]
            for key in keys {
                #expect(
                    "\n\(section)".contains("\n.TP\n\(key.name): \(key.form)\n\(key.text)"), "\(title): \(key.name)")
                if !key.keys.isEmpty { try check(key.keys, in: "KEYS OF \(key.name)") }
            }
        }
        try check(SettingTable.file, in: "KEYS")
        for kind in NetworkList.all {
            #expect(page.contains("\n.TP\nuse: \(kind.name)\n"), "\(kind.name)")
            for key in kind.keys { #expect(page.contains("\n\(key): "), "\(kind.name): \(key)") }
        }
    }

    @Test("no page has two sections of one name, and the files that it names are below the prefix")
    func sections() throws {
        for name in ["router.1", "schemerouter-schemes.5", "schemerouter-config.5"] {
            let page = try Self.page(name)
            let titles = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") || $0.hasPrefix(".SS ") }
            #expect(titles.count > 4 && Set(titles).count == titles.count, "\(name): \(titles)")
            let moved = try RouterHome().run(["manual", name, "--date", "2026-01-31", "--prefix", "/opt/x"]).output
            #expect(moved.contains("/opt/x/share/doc/schemerouter/") && !moved.contains("/usr/share/doc"), "\(name)")
            let rest = moved.replacing("/opt/x/share/doc/schemerouter/Documentation", with: "")
            #expect(!rest.contains("Documentation/") && !rest.contains("share/doc/schemerouter/D"), "\(name)")
        }
    }

    @Test("README and the guide to the desktop name the schemes that register takes, and no others")
    func registered() throws {
        let told = try RouterHome().run(["register", "--dry-run"]).output
        let line = try #require(told.split(separator: "\n").first { $0.hasPrefix("Would be registered: ") })
        let names = Set(
            line.dropFirst("Would be registered: ".count).dropLast().split(separator: ", ").map(String.init))
        for file in ["README.md", "Documentation/desktop.md"] {
            let page = try String(contentsOf: Self.source.appendingPathComponent(file), encoding: .utf8)
            let command = try #require(
                page.split(separator: "\n").first { $0.contains(/^router register +# .*dashwallet:/) })
            #expect(Set(command.matches(of: /([a-z]+):/).map { String($0.output.1) }) == names, "\(file): \(command)")
        }
    }

    @Test("guides name the version that the changelog begins with")
    func versions() throws {
        let version = try RouterHome().run(["--version"]).output.trimmingCharacters(in: .newlines)
        for (file, text) in [
            ("README.md", "schemerouter_\(version)_"), ("Documentation/installing.md", "schemerouter_\(version)_"),
            ("Documentation/embedding.md", "exact: \"\(version)\""), ("CONTRIBUTING.md", "git tag -s \(version)`"),
        ] {
            let page = try String(contentsOf: Self.source.appendingPathComponent(file), encoding: .utf8)
            #expect(page.contains(text), "\(file)")
        }
    }

    @Test("a page has no day but one that there is")
    func day() throws {
        for day in ["yesterday", "2026-02-30", "2026-01-31\" \"x"] {
            #expect(try RouterHome().run(["manual", "router.1", "--date", day]).status == 64)
        }
    }

    @Test("the program is of the version that the changelog begins with")
    func version() throws {
        let changelog = try String(contentsOf: Self.source.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
        let words = heading.split(separator: " ")
        #expect(words.count == 4 && words[2] == "-", "\(heading)")
        #expect(try RouterHome().run(["--version"]).output == "\(words[1])\n")
    }
}
