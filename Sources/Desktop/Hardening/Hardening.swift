import CLinux
import Glibc
import SchemeRouter

/// Closes the ways by which a process leaks what it holds. For programs, not for libraries: it changes the whole process.
public enum Hardening {
    /// No core dump and no debugger of the same user reads our memory.
    ///
    /// The limit passes on to programs that are started; only the soft one is set, so that they can raise it again.
    /// The umask stays as it is for the same reason: a started receiver has it for as long as it runs, and would make
    /// files that the person's other programs cannot share. Every file of ours is made with its own mode instead.
    /// Signals of a crash get their default action: on a terminal, Swift's own handler would print the registers and the
    /// memory they point to, which may be a secret (S8).
    /// - Throws: ``SchemeRouter/ServiceError/Code/internalError`` where the system refuses, which it has no reason to.
    public static func apply() throws(ServiceError) {
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
