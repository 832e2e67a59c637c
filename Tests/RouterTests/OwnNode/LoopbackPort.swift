import Foundation
import Glibc

/// Ports of 127.0.0.1.
enum LoopbackPort {
    /// One that nobody listens at. The system gives those from 32,768 to other sockets, which could take it before the
    /// program listens that it is for.
    static func free() -> UInt16 {
        while true {
            guard let (descriptor, port) = try? bound(to: .random(in: 20_000..<32_000)) else { continue }
            close(descriptor)
            return port
        }
    }

    /// A socket at a port, which the system chooses for 0.
    static func bound(to port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let bound = unsafe try withAddress(port) { address, length in
            guard unsafe bind(descriptor, address, length.pointee) == 0,
                unsafe getsockname(descriptor, address, length) == 0
            else {
                close(descriptor)
                throw CocoaError(.fileWriteUnknown)
            }
        }
        return (descriptor, bound)
    }

    /// A connection to a port.
    static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        _ = unsafe try withAddress(port) { address, length in
            guard unsafe connect(descriptor, address, length.pointee) == 0 else {
                close(descriptor)
                throw CocoaError(.fileReadUnknown)
            }
        }
        return descriptor
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws -> Void
    ) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe try withUnsafeMutablePointer(to: &address) { pointer in
            unsafe try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe try body($0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}
