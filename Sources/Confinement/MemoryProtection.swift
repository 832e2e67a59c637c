import Glibc
import RouterCLinux
import RouterLinux

/// Closes the ways by which a process leaks what its memory holds.
public enum MemoryProtection {
    /// No core dump, and no debugger of the same user reads our memory.
    ///
    /// The limit passes on to programs that are started; only the soft one is set, so that they can raise it again.
    /// Signals of a crash get their default action: on a terminal, Swift's own handler would print the registers and the
    /// memory they point to, which may be a secret (S8).
    public static func apply() throws(ConfinementError) {
        for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
        var limit = rlimit()
        guard Linux.getrlimit(RLIMIT_CORE, &limit) == 0 else { throw .last("getrlimit") }
        limit.rlim_cur = 0
        guard Linux.setrlimit(RLIMIT_CORE, limit) == 0 else { throw .last("setrlimit") }
        guard linux_set_dumpable(0) == 0 else { throw .last("prctl") }
    }
}
