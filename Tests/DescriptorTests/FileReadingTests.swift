import Foundation
import Glibc
import Testing

@testable import SchemeRouter

/// A folder of its own, removed at the end.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "descriptors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, _ name: String, mode: mode_t) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        unsafe #expect(chmod(path(name), mode) == 0)
        return path(name)
    }
}

@Suite struct FileReadingTests {
    private func refusal(_ path: String, _ trust: DescriptorFile.Trust) -> DescriptorDiagnostic? {
        do throws(DescriptorErrors) {
            _ = try DescriptorFile.read(path: path, trust: trust)
            return nil
        } catch {
            return error.diagnostics.first
        }
    }

    @Test("A file is read whole, and its absence is no mistake")
    func reads() throws {
        let scratch = try Scratch()
        let path = try scratch.write("version: 1\n", "a.yaml", mode: 0o600)
        for trust in DescriptorFile.Trust.allCases {
            #expect(try DescriptorFile.read(path: path, trust: trust) == file("version: 1\n", name: path))
            #expect(try DescriptorFile.read(path: path + "x", trust: trust) == nil)
            #expect(try DescriptorFile.read(path: path + "/x", trust: trust) == nil)
        }
    }

    @Test(
        "S7: who else may read or write a file decides whether it is trusted",
        arguments: [
            (0o600, []), (0o400, []), (0o640, [.ownedPrivate]), (0o604, [.ownedPrivate]), (0o644, [.ownedPrivate]),
            (0o610, [.ownedPrivate]),
            (0o620, [.ownedPrivate, .notWritableByOthers]), (0o602, [.ownedPrivate, .notWritableByOthers]),
        ] as [(mode_t, [DescriptorFile.Trust])])
    func permissions(mode: mode_t, refused: [DescriptorFile.Trust]) throws {
        let scratch = try Scratch()
        let path = try scratch.write("", "it's.yaml", mode: mode)
        for trust in DescriptorFile.Trust.allCases {
            let mistake = refusal(path, trust)
            #expect((mistake?.code == .insecureFile) == refused.contains(trust))
            guard let mistake else { continue }
            let command = trust == .ownedPrivate ? "chmod 600" : "chmod go-w"
            #expect(mistake.hint == "run: \(command) '\(path.replacing("'", with: #"'\''"#))'")
            #expect(mistake.text.hasPrefix("\(path): error: other users may "))
            #expect(mistake.line == 0)
        }
    }

    @Test("A file of another user is not trusted", .enabled(if: geteuid() == 0))
    func owner() throws {
        let scratch = try Scratch()
        let path = try scratch.write("", "a.yaml", mode: 0o600)
        unsafe #expect(chown(path, 12_345, 0) == 0)
        #expect(refusal(path, .ownedPrivate)?.code == .insecureFile)
        #expect(refusal(path, .notWritableByOthers)?.code == .insecureFile)
        #expect(refusal(path, .anyone) == nil)
    }

    @Test("Folders, pipes and devices are no descriptors, and a pipe does not make us wait")
    func irregular() throws {
        let scratch = try Scratch()
        unsafe #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
        for path in [scratch.url.path, scratch.path("pipe"), "/dev/zero"] {
            #expect(refusal(path, .anyone)?.code == .unreadable)
        }
    }

    @Test("256 KiB are read, a byte more is refused")
    func size() throws {
        let scratch = try Scratch()
        let path = try scratch.write(String(repeating: "#", count: 262_144), "a.yaml", mode: 0o600)
        #expect(try DescriptorFile.read(path: path, trust: .anyone)?.bytes.count == 262_144)
        let large = try scratch.write(String(repeating: "#", count: 262_145), "b.yaml", mode: 0o600)
        #expect(refusal(large, .anyone)?.code == .tooLarge)
    }

    @Test("The owner's command for a plain path needs no quotes")
    func plainPath() throws {
        let scratch = try Scratch()
        let path = try scratch.write("", "config.yaml", mode: 0o644)
        #expect(refusal(path, .ownedPrivate)?.hint == "run: chmod 600 \(path)")
    }
}
