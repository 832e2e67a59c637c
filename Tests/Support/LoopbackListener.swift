import Foundation
import Glibc

/// A socket that listens on this computer. Each connection has a thread of its own.
public final class LoopbackListener: Sendable {
    /// Where it listens on 127.0.0.1; 0 if it has a file.
    public let port: UInt16
    private let listener: Int32

    /// One on 127.0.0.1.
    /// - Parameter serve: has the connection until it returns; then it is closed.
    public convenience init(_ serve: @escaping @Sendable (_ descriptor: Int32) -> Void) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(listener, generic, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        precondition(isListening, "no socket to listen on")
        self.init(listener: listener, port: UInt16(bigEndian: address.sin_port), serve)
    }

    /// One that has the file `path` instead of a port.
    public convenience init(socket path: String, _ serve: @escaping @Sendable (_ descriptor: Int32) -> Void) {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1))
        }
        let isListening = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(listener, generic, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    && listen(listener, 64) == 0
            }
        }
        precondition(isListening, "no socket to listen on")
        self.init(listener: listener, port: 0, serve)
    }

    private init(listener: Int32, port: UInt16, _ serve: @escaping @Sendable (Int32) -> Void) {
        self.listener = listener
        self.port = port
        Thread.detachNewThread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                Thread.detachNewThread {
                    serve(descriptor)
                    close(descriptor)
                }
            }
            close(listener)
        }
    }

    deinit {
        // Closing would leave the thread in accept(2).
        shutdown(listener, Int32(SHUT_RDWR))
    }
}
