import Foundation
import Glibc
import RouterTestSupport
import Synchronization

/// A server on 127.0.0.1 that says, byte for byte, what a test wants. Each connection has a thread of its own.
final class LoopbackServer: Sendable {
    private let listener: LoopbackListener
    private let seen: Seen

    /// What it saw.
    private final class Seen: Sendable {
        let requests = Mutex<[ServerRequest]>([])
        let connections = Mutex(0)

        /// Has `serve` talk over a connection, and notes what came.
        func serving(_ serve: @escaping @Sendable (ServerConnection) -> Void) -> @Sendable (Int32) -> Void {
            { descriptor in
                self.connections.withLock { $0 += 1 }
                serve(ServerConnection(descriptor) { request in self.requests.withLock { $0.append(request) } })
            }
        }
    }

    /// - Parameter serve: has the connection until it returns; then it is closed.
    init(_ serve: @escaping @Sendable (ServerConnection) -> Void) {
        seen = Seen()
        listener = LoopbackListener(seen.serving(serve))
    }

    /// One that has the file `path` instead of a port.
    init(socket path: String, _ serve: @escaping @Sendable (ServerConnection) -> Void) {
        seen = Seen()
        listener = LoopbackListener(socket: path, seen.serving(serve))
    }

    var port: UInt16 { listener.port }

    /// Answers every request of a connection in the same way.
    static func answering(_ answer: @escaping @Sendable (ServerRequest) -> String) -> LoopbackServer {
        LoopbackServer { connection in
            while let request = connection.request() { connection.write(answer(request)) }
        }
    }

    /// The address of `path`.
    func url(_ path: String = "/", host: String = "127.0.0.1", scheme: String = "http") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    var requests: [ServerRequest] { seen.requests.withLock { $0 } }
    var connections: Int { seen.connections.withLock { $0 } }
}

/// One request as it arrived.
struct ServerRequest: Sendable {
    /// Its first line.
    let line: String
    /// The header fields, names in lower case.
    let headers: [String: String]
    let body: [UInt8]
}

/// The server's side of a connection.
final class ServerConnection: Sendable {
    private let descriptor: Int32
    private let record: @Sendable (ServerRequest) -> Void

    init(_ descriptor: Int32, record: @escaping @Sendable (ServerRequest) -> Void) {
        self.descriptor = descriptor
        self.record = record
    }

    /// `count` bytes; fewer at the end.
    func read(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(count, 65_536))
        while bytes.count < count {
            let got = unsafe Glibc.read(descriptor, &chunk, min(chunk.count, count - bytes.count))
            guard got > 0 else { break }
            bytes += chunk[..<got]
        }
        return bytes
    }

    /// The next line without its line feed; nil at the end.
    func line() -> [UInt8]? {
        var line: [UInt8] = []
        while let byte = read(1).first {
            if byte == 0x0A { return line }
            line.append(byte)
        }
        return nil
    }

    /// The next request; nil at the end.
    func request() -> ServerRequest? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1).first else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            headers[parts[0].lowercased()] = parts.count == 2 ? parts[1] : ""
        }
        let body = read(headers["content-length"].flatMap { Int($0) } ?? 0)
        let request = ServerRequest(line: lines[0], headers: headers, body: body)
        record(request)
        return request
    }

    /// Returns whether the other side still took it.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    @discardableResult
    func write(_ text: String) -> Bool {
        write(Array(text.utf8))
    }

    /// Passes everything on to a server on loopback, and back, until one of them closes.
    func join(port: UInt16) {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(other) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(other, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        var ends = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while isConnected, unsafe poll(&ends, 2, -1) > 0 {
            for (from, to) in [(0, 1), (1, 0)] where ends[from].revents != 0 {
                let count = unsafe Glibc.read(ends[from].fd, &chunk, chunk.count)
                guard count > 0, unsafe send(ends[to].fd, chunk, count, Int32(MSG_NOSIGNAL)) == count else { return }
            }
        }
    }

    /// Waits until the other side closes.
    func waitForEnd() {
        while !read(1).isEmpty {}
    }
}

/// An answer with its length.
func ok(_ body: String = "ok", headers: [String] = []) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n" + body
}
