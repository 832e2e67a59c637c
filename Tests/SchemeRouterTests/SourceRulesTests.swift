import Foundation
import Testing

/// Rules that hold for every line of `Sources`.
@Suite struct SourceRulesTests {
    static let files: [(path: String, text: String)] = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appendingPathComponent("Sources")
        let paths = FileManager.default.subpaths(atPath: sources.path) ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            (try? String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)).map { (path, $0) }
        }
    }()

    /// The words of a line, without its comment.
    private static func words(_ line: Substring) -> [String] {
        let code = line.components(separatedBy: "//").first ?? ""
        return code.components(separatedBy: CharacterSet.alphanumerics.union(["_"]).inverted)
    }

    @Test("S9: no amount can ever meet a binary fraction, and nothing drags in Foundation")
    func forbiddenWords() {
        #expect(Self.files.count > 200)
        for file in Self.files {
            for line in file.text.split(separator: "\n") {
                let words = Self.words(line)
                let found = words.filter { ["Double", "Float", "Float32", "Float64", "CGFloat"].contains($0) }
                #expect(found.isEmpty, "\(file.path): \(line)")
                #expect(!(words.contains("import") && words.contains { $0.hasPrefix("Foundation") }), "\(file.path)")
            }
        }
    }

    @Test("only courier opens sockets to networks; the demo page listens, on loopback, and is no part of the router")
    func sockets() {
        let allowed = ["courier/", "DemoPage/HTTP/LoopbackListener.swift"]
        let found = Self.files.filter { file in
            file.text.split(separator: "\n").contains { line in
                !Set(Self.words(line)).isDisjoint(with: ["CCurl", "socket", "getaddrinfo", "AF_INET", "AF_INET6"])
            }
        }.map(\.path)
        #expect(found.contains { $0.hasPrefix("courier/") })
        let others = found.filter { path in !allowed.contains { path.hasPrefix($0) } }
        #expect(others.isEmpty, "\(others)")
    }

    @Test("files stay small enough to be read at one sitting")
    func lengths() {
        for file in Self.files {
            #expect(file.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(file.path)")
        }
    }
}
