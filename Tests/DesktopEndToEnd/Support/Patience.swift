import Foundation

/// Waiting for what other programs do: often looked at, never slept through.
enum Patience {
    /// The longest wait for one thing. A browser on a busy computer can take minutes to show its first page.
    static let longest: TimeInterval = 1_200

    /// The same as `poll` takes it.
    static let milliseconds = Int32(longest * 1_000)

    /// The first value that is not nil, or nil if there was none in time.
    static func value<Value>(within seconds: TimeInterval = longest, _ look: () throws -> Value?) rethrows -> Value? {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            if let value = try look() { return value }
            guard Date() < end else { return nil }
            usleep(5_000)
        }
    }

    /// Whether something came true in time.
    static func holds(within seconds: TimeInterval = longest, _ look: () throws -> Bool) rethrows -> Bool {
        try value(within: seconds) { try look() ? true : nil } ?? false
    }
}
