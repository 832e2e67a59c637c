import Glibc
import LinuxCalls

/// A system call that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The value of `errno`.
    let code: Int32

    /// The error of the call that just failed.
    static var last: SystemError { SystemError(code: errno) }

    /// The system's own words for it.
    var description: String { Linux.strerror(code) }
}
