import Glibc
import RouterCLinux
import RouterLinux

/// Permanently gives up what a program that talks to strangers does not need.
public enum Confinement {
    /// What the kernel granted.
    public struct Granted: Sendable, Equatable {
        /// Whether the file system is given up.
        public let files: Bool
        /// Whether no program can be started.
        public let exec: Bool
    }

    /// To be called before anything else runs: no descriptor but the three standard streams, no environment, no core
    /// dump, no debugger, no new privileges.
    ///
    /// The environment of OpenSSL and libcurl names proxies, certificates, configurations and a file to write all TLS
    /// keys to; whoever starts the parent would choose them.
    public static func begin() throws(ConfinementError) {
        linux_close_from(3)
        guard linux_clear_environment() == 0 else { throw .last("clearenv") }
        try MemoryProtection.apply()
        guard linux_set_no_new_privileges() == 0 else { throw .last("prctl") }
    }

    /// Gives up the file system except for reading `readable`, writing of files, and the start of programs.
    ///
    /// To be called while there is one thread: threads started later have it too.
    /// - Parameter descriptors: the most files and sockets that can be open at a time.
    /// - Throws: ``ConfinementError`` where the kernel has a protection and refuses it. One that it does not have is
    ///   missing in the result.
    public static func seal(readable: [String], descriptors: Int) throws(ConfinementError) -> Granted {
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_FSIZE, to: 0)
        try limit(RLIMIT_NOFILE, to: descriptors)
        let files = try Landlock.restrict(readable: readable)
        return Granted(files: files, exec: linux_forbid_exec() == 0)
    }

    /// From now on no sockets are made but those of TCP, so that the kernel itself refuses to ask a name server.
    ///
    /// To be called while there is one thread: threads started later have it too.
    /// - Parameter local: whether sockets of this computer may be made as well.
    /// - Returns: whether the kernel could do it.
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
