import Glibc
import RouterLinux

/// Why the demo page does not start.
package enum DemoError: Error {
    /// The system refused something.
    case refused(String)
    /// `router` did not do what the page needs.
    case router(String)
    /// The person ended the command.
    case interrupted

    /// A system error: what failed, and the system's message for the last call.
    static func system(_ what: String) -> DemoError { .refused("\(what): \(Linux.strerror(errno))") }
}
