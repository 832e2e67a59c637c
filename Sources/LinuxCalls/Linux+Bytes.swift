import Glibc
import RouterCLinux

extension Linux {
    /// Reads into an array, at most as many bytes as it has.
    package static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
        unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads into memory from `start` on, at most as many bytes as fit.
    package static func read(_ descriptor: Int32, into bytes: inout MutableSpan<UInt8>, from start: Int = 0) -> Int {
        unsafe bytes.withUnsafeMutableBytes { memory in
            let rest = unsafe memory[start...]
            return unsafe Glibc.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        }
    }

    @discardableResult package static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
        unsafe Glibc.write(descriptor, bytes, bytes.count)
    }

    /// Writes the bytes of a span, which may belong to a secret.
    package static func write(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads to the end, or until more than `limit` bytes arrive; nil if a read fails.
    /// - Parameter expected: how many bytes there probably are: then they need not be copied.
    package static func readAll(_ descriptor: Int32, limit: Int, expected: Int = 4_095) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: min(limit, max(expected, 0)) + 1)
        var end = 0
        while end <= limit {
            if end == bytes.count { bytes += [UInt8](repeating: 0, count: min(bytes.count, limit + 1 - end)) }
            var memory = bytes.mutableSpan
            let count = read(descriptor, into: &memory, from: end)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            end += count
        }
        bytes.removeLast(bytes.count - end)
        return bytes
    }

    /// Writes all bytes with `write`. False if that fails.
    ///
    /// It also fails if the descriptor does not block and is full; ``writeWaiting(_:_:)`` waits instead.
    @discardableResult package static func writeAll(
        _ descriptor: Int32, _ bytes: Span<UInt8>, by write: (Int32, Span<UInt8>) -> Int = Linux.write
    ) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = write(descriptor, bytes.extracting(offset...))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Writes the bytes of a span as ``write(_:_:)`` does, but waits until some can be written, even if the descriptor
    /// does not block.
    package static func writeWaiting(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int {
        while true {
            let count = write(descriptor, bytes)
            guard count < 0 && errno == EAGAIN else { return count }
            var output = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
            _ = poll(&output, -1)
        }
    }

    /// Writes one byte and nothing else: safe in a signal handler.
    package static func writeByte(_ descriptor: Int32, _ byte: UInt8) {
        var byte = byte
        _ = unsafe Glibc.write(descriptor, &byte, 1)
    }

    /// Resets a descriptor of `linux_event`.
    package static func clearEvent(_ descriptor: Int32) {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }

    /// Sends to a socket, without SIGPIPE if the reader is gone.
    package static func send(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    package static func poll(_ requests: inout [pollfd], _ milliseconds: Int32) -> Int32 {
        unsafe Glibc.poll(&requests, nfds_t(requests.count), milliseconds)
    }
}
