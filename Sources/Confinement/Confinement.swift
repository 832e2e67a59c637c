import Glibc
import RouterCLinux
import RouterLinux

/// Permanently drops privileges that a program talking to strangers does not need.
public enum Confinement {
    /// The protections that the kernel granted.
    public struct Granted: Sendable, Equatable {
        /// Whether access to the file system is dropped.
        public let files: Bool
        /// Whether no program can be started.
        public let exec: Bool
    }

    /// Call this before anything else runs: it closes all descriptors but the three standard streams, clears the
    /// environment, and prevents core dumps, debuggers and new privileges.
    ///
    /// The environment variables of OpenSSL and libcurl set proxies, certificates, configurations and a file to write
    /// all TLS keys to; whoever starts the parent could choose them.
    public static func begin() throws(ConfinementError) {
        linux_close_from(3)
        guard linux_clear_environment() == 0 else { throw .last("clearenv") }
        try MemoryProtection.apply()
        guard linux_set_no_new_privileges() == 0 else { throw .last("prctl") }
    }

    /// Drops access to the file system except for reading `readable`: no file can be written, and no program started.
    ///
    /// Call this while there is one thread: threads started later inherit it.
    /// - Parameter descriptors: the most files and sockets that can be open at a time.
    /// - Throws: ``ConfinementError`` if the kernel has a protection and refuses it. Protections that it lacks are
    ///   missing in the result.
    public static func seal(readable: [String], descriptors: Int) throws(ConfinementError) -> Granted {
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_FSIZE, to: 0)
        try limit(RLIMIT_NOFILE, to: descriptors)
        let files = try Landlock.restrict(readable: readable)
        return Granted(files: files, exec: linux_forbid_exec() == 0)
    }

    /// Allows only TCP sockets from now on, so that the kernel itself prevents name resolution.
    ///
    /// Call this while there is one thread: threads started later inherit it.
    /// - Parameter local: whether Unix sockets are allowed as well.
    /// - Returns: whether the kernel supports it.
    public static func forbidDatagrams(exceptLocal local: Bool) -> Bool {
        linux_forbid_datagrams(local ? 1 : 0) == 0
    }

    private static func limit(_ resource: __rlimit_resource, to value: Int) throws(ConfinementError) {
        var limit = rlimit()
        guard Linux.getrlimit(resource, &limit) == 0 else { throw .last("getrlimit") }
        let value = min(rlim_t(value), limit.rlim_max)
        limit = rlimit(rlim_cur: value, rlim_max: value)
        guard Linux.setrlimit(resource, limit) == 0 else { throw .last("setrlimit") }
    }
}
