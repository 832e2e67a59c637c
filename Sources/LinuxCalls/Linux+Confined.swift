import Glibc
import RouterCLinux

extension Linux {
    /// Starts a program by path and argument list with the confinement `given`. It dies with the calling thread.
    /// Closes the child's end of the channel, and nothing else of `given`.
    /// - Returns: its process id once it runs; or -1, with the reason in `errno`.
    package static func startConfined(
        _ program: String, _ arguments: [String], environment: [String], _ given: linux_confinement
    ) -> pid_t {
        guard ([program] + arguments + environment).allSatisfy({ !$0.utf8.contains(0) }) else {
            close(given.channel)
            errno = EINVAL
            return -1
        }
        var given = given
        return unsafe withTexts(arguments) { arguments in
            unsafe withTexts(environment) { environment in
                unsafe linux_start_confined(program, arguments, environment, &given)
            }
        }
    }

    /// The two ends of a socket pair within this process, closed on exec and numbered 3 or higher; nil if the system
    /// cannot create one.
    package static func connectedPair() -> (near: Int32, far: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { return nil }
        let pair = (near: movedUp(ends[0]), far: movedUp(ends[1]))
        guard pair.near >= 0, pair.far >= 0 else {
            for end in [pair.near, pair.far] where end >= 0 { close(end) }
            return nil
        }
        return pair
    }

    /// Moves a descriptor to a number of 3 or higher, closed on exec: one that becomes a standard stream must not
    /// already be one. -1 if that fails.
    package static func movedUp(_ descriptor: Int32) -> Int32 {
        guard descriptor >= 0, descriptor < 3 else { return descriptor }
        defer { close(descriptor) }
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }
}
