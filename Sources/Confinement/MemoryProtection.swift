import Glibc
import RouterCLinux
import RouterLinux

/// Prevents a process from leaking the contents of its memory.
public enum MemoryProtection {
    /// Prevents core dumps, and debuggers of the same user.
    ///
    /// Started programs inherit the limit; only the soft one is set, so that they can raise it again. Crash signals get
    /// their default action: on a terminal, Swift's own handler would print the registers and the memory they point to,
    /// which may be a secret (S8).
    public static func apply() throws(ConfinementError) {
        for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
        var limit = rlimit()
        guard Linux.getrlimit(RLIMIT_CORE, &limit) == 0 else { throw .last("getrlimit") }
        limit.rlim_cur = 0
        guard Linux.setrlimit(RLIMIT_CORE, limit) == 0 else { throw .last("setrlimit") }
        guard linux_set_dumpable(0) == 0 else { throw .last("prctl") }
    }
}
