import Foundation
import MYKEYWalletLib
import Testing

@Suite struct UserIDFileTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("id-\(UUID().uuidString)")
        .path

    private func removeAll() { try? FileManager.default.removeItem(atPath: directory) }

    @Test("the same id every time, whoever comes first, readable by the person only")
    func kept() async throws {
        defer { removeAll() }
        let file = UserIDFile(path: directory + "/a/b/dapp")
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try file.read() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(ids.first?.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/a/b") == ["dapp"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try UserIDFile(path: directory + "/other").read() != ids.first)
    }

    @Test("what is no id is not replaced", arguments: ["", "x", String(repeating: "G", count: 36)])
    func foreign(content: String) throws {
        defer { removeAll() }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let path = directory + "/dapp"
        _ = FileManager.default.createFile(atPath: path, contents: Data(content.utf8))
        let error = #expect(throws: MYKEYError.self) { try UserIDFile(path: path).read() }
        #expect(error?.parameter == "UUID")
        #expect(error?.message.contains(path) == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }

    @Test("a place where no file can be")
    func noPlace() throws {
        let error = #expect(throws: MYKEYError.self) { try UserIDFile(path: "/dev/null/x").read() }
        #expect(error?.number == 10012)
    }
}
