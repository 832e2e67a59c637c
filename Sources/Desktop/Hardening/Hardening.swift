import CLinux
import Glibc
import SchemeRouter

/// Closes the ways by which a process leaks what it holds. For programs, not for libraries: it changes the whole process.
public enum Hardening {
    /// New files are the person's only (umask 077), and no core dump or debugger of the same user reads our memory.
    ///
    /// The umask and the limit pass on to programs that are started; a receiver of callbacks therefore makes private files
    /// too. Only the soft limit is set, so that it can raise its own again.
    /// Signals of a crash get their default action: on a terminal, Swift's own handler would print the registers and the
    /// memory they point to, which may be a secret (S8).
    /// - Throws: ``SchemeRouter/ServiceError/Code/internalError`` where the system refuses, which it has no reason to.
    public static func apply() throws(ServiceError) {
        umask(0o077)
        for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { throw refused() }
        limit.rlim_cur = 0
        guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0, linux_set_dumpable(0) == 0 else {
            throw refused()
        }
    }

    private static func refused() -> ServiceError {
        ServiceError(.internalError, "the system does not let this process protect its memory: \(SystemError.last)")
    }
}
