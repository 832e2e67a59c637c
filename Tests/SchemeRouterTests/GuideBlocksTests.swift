import Foundation
import Testing

/// The Swift of guides and of DocC's articles stands in programs and tests that CI builds and runs.
@Suite struct GuideBlocksTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func blocks(_ document: String) throws -> [String] {
        try text(document).components(separatedBy: "```swift\n").dropFirst().map { rest in
            rest.components(separatedBy: "\n```")[0]
        }
    }

    /// Articles and landing pages, in the catalogs of all targets.
    private static let articles = (FileManager.default.subpaths(atPath: root.appending(path: "Sources").path) ?? [])
        .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.map { "Sources/\($0)" }.sorted()

    /// What is not there of a document's Swift. The first line of each block names the file in which it stands, word for word.
    private static func missing(in document: String, below folder: String) throws -> [String] {
        try blocks(document).filter { block in
            let lines = block.components(separatedBy: "\n")
            guard let first = lines.first, first.hasPrefix("// ") else { return true }
            let file = try text(folder + first.dropFirst(3))
            return !file.contains(lines.dropFirst().joined(separator: "\n"))
        }
    }

    @Test("each piece of Swift in the guide to plugins is in its example, word for word")
    func plugins() throws {
        let guide = "Documentation/writing-a-plugin.md"
        #expect(try Self.missing(in: guide, below: "Examples/plugin/") == [])
        let blocks = try Self.blocks(guide)
        #expect(blocks.count >= 9)
        // The program is as short as it is said to be.
        let program = try #require(blocks.first { $0.contains("@main") })
        #expect(program.components(separatedBy: "\n").count <= 15)
    }

    @Test("each piece of Swift in an article of DocC is in a file that CI compiles, word for word")
    func docC() throws {
        #expect(Self.articles.count >= 11)
        var count = 0
        for article in Self.articles {
            #expect(try Self.missing(in: article, below: "") == [], "\(article)")
            count += try Self.blocks(article).count
        }
        #expect(count >= 10)
    }

    @Test("the pieces in the guide to embedding are in the files that they name")
    func embedding() throws {
        let named = try Self.missing(in: "Documentation/embedding.md", below: "").filter { $0.hasPrefix("// ") }
        #expect(named == [])
    }

    @Test("what articles cite of the repository is there")
    func citations() throws {
        for article in Self.articles {
            for match in try Self.text(article).matches(of: /`((?:Documentation|Examples|Scripts|Tests)\/[\w\/.-]+)`/) {
                let path = Self.root.appending(path: String(match.1)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(article): \(match.1)")
            }
        }
    }

    @Test("every library product has a catalog of at least one of its targets, and .spi.yml names the catalogs")
    func products() throws {
        let catalogs = Set(Self.articles.compactMap { $0.firstMatch(of: /(\w+)\.docc\//).map { String($0.1) } })
        let package = try Self.text("Package.swift")
        // Those of the list: the fuzz targets' own is added below it, and no other package sees it.
        let libraries = package.matches(of: /\n        \.library\(name: "(\w+)"/).map { String($0.1) }
        // A product without one of its name is made of parts, of which the first is documented.
        let named = ["LinkReading": "SchemeRouter", "MYKEYLinks": "RouterMYKEY"]
        #expect(libraries.count >= 9)
        for product in libraries { #expect(catalogs.contains(named[product] ?? product), "\(product)") }
        let listed = try #require(try Self.text(".spi.yml").firstMatch(of: /documentation_targets: \[([^\]]*)\]/)?.1)
        #expect(Set(listed.matches(of: /\w+/).map { String($0.output) }) == catalogs)
    }
}
