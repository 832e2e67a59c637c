import Glibc
import RouterLinux

/// Threads for what waits, such as a dialogue of two minutes.
///
/// Swift's cooperative threads are as many as the machine has cores, and Dispatch's workers are shared; neither is for
/// waiting.
package enum OwnThread {
    /// Runs `work` on a new detached thread with SIGPIPE blocked, see ``ChildProcess``. Returns false if the system
    /// gives none.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        Linux.startThread {
            Linux.mask(SIG_BLOCK, [SIGPIPE])
            work()
        }
    }
}
