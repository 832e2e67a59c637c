import Foundation
import Testing

/// The sample's own files, by their paths from its folder.
enum SampleTree {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let repository = root.deletingLastPathComponent().deletingLastPathComponent()
    static let paths = FileManager.default.subpaths(atPath: root.path) ?? []

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}

/// Whatever is added takes one folder, and at most two lines outside it.
@Suite struct LinesOutsideTests {
    /// A file of Swift.
    private struct File {
        let path: String
        let text: String

        init(_ path: String, in root: URL) throws {
            self.path = path
            text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        }

        /// Its lines, without comments.
        var lines: [String] {
            text.components(separatedBy: "\n").map { line in
                line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? line
            }
        }

        /// The types that it declares for others.
        var types: [String] {
            let kinds = ["struct", "enum", "class", "actor", "protocol"]
            return lines.filter { !$0.hasPrefix(" ") }.compactMap { line in
                let words = Self.words(line)
                return words.firstIndex(where: kinds.contains).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
            }
        }

        /// The lines that have one of these words.
        func naming(_ names: Set<String>) -> [String] {
            guard names.contains(where: text.contains) else { return [] }
            return lines.filter { !names.isDisjoint(with: Self.words($0)) }.map { "\(path): \($0)" }
        }

        private static func words(_ line: String) -> [String] {
            line.components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }
        }
    }

    /// Files of the sample that are no tests.
    private static func sample() throws -> [File] {
        try SampleTree.paths.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Tests.swift") }
            .map { try File($0, in: SampleTree.root) }
    }

    private static let sources: [File] = {
        let root = SampleTree.repository.appendingPathComponent("Sources")
        let paths = (FileManager.default.subpaths(atPath: root.path) ?? []).filter { $0.hasSuffix(".swift") }
        return paths.compactMap { try? File($0, in: root) }
    }()

    @Test(
        "the sample's folders need no more lines than README says",
        arguments: [("Coin", 0), ("Wallet", 0), ("Family", 1), ("Network", 1), ("Command", 1), ("ReplyForm", 2)])
    func sample(folder: String, count: Int) throws {
        let files = try Self.sample()
        var words = Set(files.filter { $0.path.hasPrefix("\(folder)/") }.flatMap(\.types))
        // What is only YAML has no types: its coins and schemes are its names.
        if words.isEmpty { words = folder == "Coin" ? ["pebble", "Pebble"] : ["opal", "opalpurse"] }
        let outside = files.filter { !$0.path.hasPrefix("\(folder)/") } + Self.sources
        let lines = outside.flatMap { $0.naming(words) }
        #expect(lines.count == count && count <= 2, "\(lines)")
    }

    @Test(
        "in the program each entry of a list is named there once, and nowhere else outside its folder",
        arguments: [
            ("Coins/List/PluginList.swift", 4), ("Networks/List/NetworkList.swift", 5),
            ("router/Commands/CommandList.swift", 18),
        ])
    func lists(path: String, least: Int) throws {
        let files = Self.sources
        let list = try #require(files.first { $0.path == path })
        // `Name.self,` or `.init(Name.name, …`.
        let entries = list.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        let names = entries.filter { $0.hasSuffix(".self,") || $0.contains(".name,") }.map { entry in
            String(entry.trimmingPrefix(".init(").prefix { $0 != "." })
        }
        #expect(names.count >= least)
        #expect(files.count > 200)
        for name in names {
            let declaring = files.filter { $0.text.contains(" \(name):") && $0.types.contains(name) }
            let home = Self.home(of: try #require(declaring.first, "\(name)").path)
            let lines = files.filter { !$0.path.hasPrefix(home) }.flatMap { $0.naming([name]) }
            #expect(lines.count == 1, "\(lines)")
        }
    }

    @Test("a coin of another wallet program takes two folders of 1,500 lines at most, and two lines outside them")
    func otherWallet() throws {
        let folders = ["Networks/MoneroRPC/", "Coins/Monero/"]
        let (inside, outside) = (
            Self.sources.filter { file in folders.contains { file.path.hasPrefix($0) } },
            Self.sources.filter { file in !folders.contains { file.path.hasPrefix($0) } }
        )
        let count = inside.reduce(0) { $0 + $1.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
        #expect((500...1_500).contains(count))
        let lines = outside.flatMap { $0.naming(Set(inside.flatMap(\.types))) }
        #expect(lines == ["Networks/List/NetworkList.swift:         MoneroWalletUse.self,"])
        // The other line is the dependency of the networks on the code that reads transactions.
        let package = try String(
            contentsOf: SampleTree.repository.appendingPathComponent("Package.swift"), encoding: .utf8)
        #expect(!package.contains("Monero"))
    }

    /// The folder that is all of a plugin or network; of a command its file, or its folder where it has one.
    private static func home(of path: String) -> String {
        let parts = path.split(separator: "/")
        return parts.prefix(path.hasPrefix("router/Commands/") ? 3 : 2).joined(separator: "/")
    }
}
