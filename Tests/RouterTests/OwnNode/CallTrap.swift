import Foundation
import Glibc
import Synchronization

/// Stands between `router` and a node, and at one call kills `router` as `kill -9` does: before the node gets the call, or
/// when it has answered and nobody has heard it.
final class CallTrap: Sendable {
    enum Moment: Sendable {
        case before, after
    }

    let port: UInt16
    private let listener: Int32
    private let trap: Mutex<Trap?>

    private struct Trap {
        let call: String
        let moment: Moment
        let home: String
        /// The call that must come first; nil once it came, or if none must.
        let first: String?

        /// After that call.
        var armed: Trap { Trap(call: call, moment: moment, home: home, first: nil) }
    }

    /// - Parameters:
    ///   - first: another call, before which the trap lets everything pass.
    ///   - home: the home directory by which the process is known.
    init(before node: UInt16, at call: String, after first: String? = nil, _ moment: Moment, home: String) throws {
        (listener, port) = try LoopbackPort.bound(to: 0)
        trap = Mutex(Trap(call: call, moment: moment, home: home, first: first))
        listen(listener, 16)
        Thread.detachNewThread { [self, listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                Thread.detachNewThread {
                    self.serve(client, node)
                    close(client)
                }
            }
            close(listener)
        }
    }

    /// No more connections come. Closing would leave the thread in accept(2).
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ client: Int32, _ node: UInt16) {
        // One connection for each of the client's: a login may be good only on the one that began with its challenge.
        guard let server = try? LoopbackPort.connected(to: node) else { return }
        defer { close(server) }
        while let request = Self.message(from: client) {
            // `courier` outlives `router`, and repeats a call whose connection closed: once the trap is shut, nothing passes.
            guard let set = trap.withLock({ $0 }) else { return }
            if let first = set.first, request.text.contains("\"\(first)\"") { trap.withLock { $0 = set.armed } }
            let isTrapped = set.first == nil && request.text.contains("\"\(set.call)\"")
            if isTrapped { trap.withLock { $0 = nil } }
            if isTrapped, set.moment == .before { return Self.kill(set.home) }
            Self.write(request.bytes, to: server)
            guard let answer = Self.message(from: server) else { return }
            if isTrapped { return Self.kill(set.home) }
            Self.write(answer.bytes, to: client)
        }
    }

    /// Head and body of a message; nil at the end.
    static func message(from descriptor: Int32) -> (bytes: [UInt8], text: String)? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard unsafe read(descriptor, &byte, 1) == 1 else { return nil }
            bytes.append(byte)
        }
        let head = String(decoding: bytes, as: UTF8.self).lowercased()
        let length = head.split(separator: "content-length:").dropFirst().first?
            .prefix { !$0.isNewline }.trimmingCharacters(in: .whitespaces)
        for _ in 0..<(length.flatMap { Int($0) } ?? 0) {
            guard unsafe read(descriptor, &byte, 1) == 1 else { return nil }
            bytes.append(byte)
        }
        return (bytes, String(decoding: bytes, as: UTF8.self))
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            written += count
        }
    }

    /// Kills every `router` that runs in the home directory.
    private static func kill(_ home: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(name),
                (try? String(contentsOfFile: "/proc/\(name)/comm", encoding: .utf8)) == "router\n",
                let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
                environment.split(separator: 0).contains(where: { $0.elementsEqual("HOME=\(home)".utf8) })
            else { continue }
            _ = Glibc.kill(process, SIGKILL)
        }
    }
}
