import Foundation
import Testing

/// All tests of the target, one after the other: a script that one test writes must not be held open for writing by a
/// child that another one starts (`ETXTBSY`).
@Suite(.serialized) struct DesktopTests {}

/// A directory that is removed with its owner.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "desktop-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with its directories. Returns its path.
    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        try write(name, Data(text.utf8), mode: mode)
    }

    @discardableResult
    func write(_ name: String, _ bytes: Data, mode: Int = 0o644) throws -> String {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        return url.path
    }

    func read(_ name: String) -> String? {
        try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}

/// Times for a test of what happens when time runs out in the middle of something: the first is enough on an idle computer,
/// and where a program did not come so far in it the test tries the next.
enum Growing {
    /// In milliseconds.
    static let times = [400, 4_000, 40_000, 400_000]
}
