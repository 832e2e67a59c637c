import Foundation

/// A directory that is removed with its owner.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "courier-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, in place where it is there already. Returns its path.
    @discardableResult
    func write(_ name: String, _ text: String, atomically: Bool = false) throws -> String {
        let file = path + "/" + name
        try text.write(toFile: file, atomically: atomically, encoding: .utf8)
        return file
    }
}
