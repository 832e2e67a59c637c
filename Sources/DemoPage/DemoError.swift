import Glibc
import RouterLinux

/// Why the demo page does not start.
package enum DemoError: Error {
    /// The system refused something.
    case refused(String)
    /// `router` did not do what the page needs of it.
    case router(String)
    /// The person ended the command.
    case interrupted

    /// What the system refused, with its own words for the call that just failed.
    static func system(_ what: String) -> DemoError { .refused("\(what): \(Linux.strerror(errno))") }
}
