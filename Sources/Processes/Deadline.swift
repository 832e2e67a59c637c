import Glibc
import RouterLinux

/// A point in time by which something must be finished.
///
/// The clock also runs while the computer sleeps: a dialogue left open overnight has ended in the morning.
package struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    package init(in duration: Duration) {
        end = ContinuousClock.now.advanced(by: duration)
    }

    package init(at end: ContinuousClock.Instant) {
        self.end = end
    }

    package var isOver: Bool { ContinuousClock.now >= end }

    /// Remaining milliseconds, rounded up, for `poll`.
    package var remainingMilliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
        return Int32(clamping: milliseconds)
    }

    /// Waits until one of `requests` is ready. Returns false if time ran out first.
    package func wait(for requests: inout [pollfd]) throws(SystemError) -> Bool {
        while true {
            let ready = Linux.poll(&requests, remainingMilliseconds)
            if ready > 0 { return true }
            if ready == 0 { return false }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Waits until `descriptor` is readable, or its other side is gone. Returns false if time ran out first.
    package func wait(forReading descriptor: Int32) throws(SystemError) -> Bool {
        var requests = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return try wait(for: &requests)
    }

    /// Waits until `descriptor` accepts bytes, or its other side is gone. Returns false if time ran out first.
    package func wait(forWriting descriptor: Int32) throws(SystemError) -> Bool {
        var requests = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        return try wait(for: &requests)
    }
}
