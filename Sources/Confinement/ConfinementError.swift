import Glibc
import RouterLinux

/// A protection that the system should have granted but refused.
public struct ConfinementError: Error, Sendable, CustomStringConvertible {
    /// The failed call, and the system's error text.
    public let description: String

    static func last(_ call: String) -> ConfinementError {
        ConfinementError(description: "\(call): \(Linux.strerror(errno))")
    }
}
