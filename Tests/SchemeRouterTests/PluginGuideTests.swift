import Foundation
import Testing

/// The Swift of Documentation/writing-a-plugin.md stands in Examples/plugin, which CI builds and tests.
@Suite struct PluginGuideTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("each piece of Swift stands in the file that its first line names, word for word")
    func blocks() throws {
        let guide = try String(
            contentsOf: Self.root.appending(path: "Documentation/writing-a-plugin.md"), encoding: .utf8)
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { rest in
            rest.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count >= 9)
        for block in blocks {
            let lines = block.components(separatedBy: "\n")
            let path = try #require(lines.first.flatMap { $0.hasPrefix("// ") ? String($0.dropFirst(3)) : nil })
            let file = try String(
                contentsOf: Self.root.appending(path: "Examples/plugin").appending(path: path), encoding: .utf8)
            #expect(file.contains(lines.dropFirst().joined(separator: "\n")), "\(path) has not: \(block)")
        }
        // The program is as short as it is said to be.
        let program = try #require(blocks.first { $0.contains("@main") })
        #expect(program.components(separatedBy: "\n").count <= 15)
    }
}
