import Glibc
import RouterLinux

/// A protection that the system should have granted and did not.
public struct ConfinementError: Error, Sendable, CustomStringConvertible {
    /// The call that failed, and the system's words for why.
    public let description: String

    static func last(_ call: String) -> ConfinementError {
        ConfinementError(description: "\(call): \(Linux.strerror(errno))")
    }
}
