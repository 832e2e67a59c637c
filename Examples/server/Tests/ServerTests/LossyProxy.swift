import Foundation

/// A socket between a program and PostgreSQL that breaks connections at commits, see `lossy-proxy`.
final class LossyProxy {
    let directory: String
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()

    init(to socket: String, mode: String) throws {
        let temporary = URL(fileURLWithPath: NSTemporaryDirectory()).path
        directory = "\(temporary)/proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("lossy-proxy")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [script.path, directory, socket, mode]
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
        guard try answer() == "ready" else { throw Mistake("the proxy does not start") }
    }

    /// Breaks the connection at the next commit.
    func arm() throws { _ = try ask("arm") }

    /// The number of connections it broke.
    var breaks: Int { get throws { Int(try ask("?")) ?? -1 } }

    func end() {
        try? commands.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func ask(_ command: String) throws -> String {
        try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        return try answer()
    }

    private func answer() throws -> String {
        var line: [UInt8] = []
        while let byte = try answers.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
