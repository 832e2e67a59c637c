import Foundation
import Testing

/// Rules that hold for every line of `Sources`.
@Suite struct SourceRulesTests {
    static let files = swiftFiles(in: "Sources")

    private static func swiftFiles(in folder: String) -> [(path: String, text: String)] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appendingPathComponent(folder)
        let paths = FileManager.default.subpaths(atPath: sources.path) ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            (try? String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)).map { (path, $0) }
        }
    }

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

    @Test("no text of a library names a command of “router”: those are behind Remedy, whose names each program sets")
    func commands() {
        var texts = 0
        // The table of settings is a page of that program's manual.
        let own = ["router/", "Configuration/SettingTable.swift"]
        for file in Self.files where !own.contains(where: file.path.hasPrefix) {
            for line in file.text.split(separator: "\n") {
                let code = line.replacing(/(^|\s)\/\/.*/, with: "")
                texts += code.contains("Remedy.") ? 1 : 0
                #expect(!code.contains(/(^|[^\w\/.-])router [a-z-]+|“router($| |")/), "\(file.path): \(line)")
            }
        }
        #expect(texts > 40)
    }

    @Test("only courier opens sockets to networks")
    func sockets() {
        // Addresses are read without a socket, and settings name one.
        let allowed = ["CourierProgram/", "Connections/IPAddress.swift", "Configuration/SettingTable.swift"]
        let found = Self.files.filter { file in
            file.text.split(separator: "\n").contains { line in
                !Set(Self.words(line)).isDisjoint(with: ["CCurl", "socket", "getaddrinfo", "AF_INET", "AF_INET6"])
            }
        }.map(\.path)
        #expect(found.contains { $0.hasPrefix("CourierProgram/") })
        let others = found.filter { path in !allowed.contains { path.hasPrefix($0) } }
        #expect(others.isEmpty, "\(others)")
    }

    @Test("Sources has no file that nothing reads, such as one that a merge left")
    func kinds() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appendingPathComponent("Sources")
        let known: Set = ["swift", "c", "h", "modulemap", "md", "yaml", "json", "txt", "compiled"]
        for path in FileManager.default.subpaths(atPath: sources.path) ?? [] {
            let url = sources.appendingPathComponent(path)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            #expect(known.contains(url.pathExtension), "\(path)")
        }
    }

    @Test("files stay small enough to be read at one sitting")
    func lengths() {
        for file in Self.files + Self.swiftFiles(in: "Tests") {
            #expect(file.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(file.path)")
        }
    }

    @Test("a file has at least 15 lines, unless it is all of its module")
    func fragments() {
        let alone: Set = ["router/Main/Main.swift", "courier/Main.swift"]
        let tests = Self.swiftFiles(in: "Tests").filter { !$0.path.hasPrefix("ForeignPackage/") }
        for file in Self.files + tests where !alone.contains(file.path) {
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(count >= 15, "\(file.path)")
        }
    }

    /// The `withUnsafe…` calls of a text whose closure is one expression and gives out memory that is only lent: the
    /// pointer itself, its address, or a slice of it. `Array`, `String` and the like copy.
    private static func escapes(in text: String) -> [Substring] {
        let call =
            /withUnsafe\w+(?:\([^{}]*\))?\s*\{\s*(?:(?<name>\w+)\s+in\s+)?(?:return\s+)?(?:unsafe\s+)?(?<result>[^{}]*(?:\{[^{}]*\})?[^{}]*)\}/
        return text.matches(of: call).filter { match in
            let name = match.output.name.map(String.init) ?? "$0"
            let result = match.output.result.trimmingCharacters(in: .whitespacesAndNewlines)
            guard result.hasPrefix(name) else { return false }
            let rest = result.dropFirst(name.count)
            let members = [".prefix", ".suffix", ".drop", ".lazy", ".split", ".advanced", ".baseAddress"]
            let isSlice = rest.hasPrefix("[") && rest.contains("..")
            return rest.isEmpty || isSlice || members.contains { rest.hasPrefix($0) }
        }.map(\.output.0)
    }

    @Test("no pointer and no slice of lent memory leaves its closure")
    func lentMemory() {
        for file in Self.files {
            let found = Self.escapes(in: file.text)
            #expect(found.isEmpty, "\(file.path): \(found)")
        }
    }

    @Test(
        "the rule for lent memory finds what the release build once read after it was gone, and lets copies pass",
        arguments: [
            ("withUnsafeBytes(of: code.littleEndian) { $0.prefix { $0 != 0 } }", true),
            ("bytes.withUnsafeBytes { $0.baseAddress }", true),
            ("bytes.withUnsafeBufferPointer { buffer in buffer[2..<4] }", true),
            ("text.withUnsafeBufferPointer { $0 }", true),
            ("unsafe bytes.withUnsafeBytes { unsafe $0.suffix(4) }", true),
            ("bytes.withUnsafeBytes { Array($0.prefix(3)) }", false), ("bytes.withUnsafeBytes { $0[0] }", false),
            ("bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }", false),
        ])
    func lentMemoryRule(code: String, escapes: Bool) {
        #expect(Self.escapes(in: code).isEmpty != escapes)
    }
}
