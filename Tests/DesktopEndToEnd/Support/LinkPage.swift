import Foundation
import Testing

/// A web page with one link that fills it, served to a browser on this machine.
final class LinkPage {
    /// Scheme, host and port: what browsers call its origin.
    let origin: String
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16? = unsafe withUnsafeMutablePointer(to: &address) { [listener] pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(listener, address, length) == 0, listen(listener, 8) == 0 else { return nil }
                guard unsafe getsockname(listener, address, &length) == 0 else { return nil }
                return unsafe UnsafeRawPointer(address).load(as: sockaddr_in.self).sin_port.bigEndian
            }
        }
        origin = "http://127.0.0.1:\(try #require(port, "no port to listen on"))"
        Thread.detachNewThread { [listener] in Self.serve(listener) }
    }

    deinit {
        // Wakes the thread that waits for connections.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// The same page for every request, until nobody listens any more.
    private static func serve(_ listener: Int32) {
        let page =
            "<!DOCTYPE html><title>Shop</title>"
            + "<a id=link style='position:fixed;inset:0;background:#eee' href='#'>Pay</a>"
        let answer = Array(
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
                + "Connection: close\r\n\r\n\(page)").utf8)
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            var request = [UInt8](repeating: 0, count: 8_192)
            _ = unsafe recv(connection, &request, request.count, 0)
            _ = unsafe send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(connection)
        }
        close(listener)
    }
}
