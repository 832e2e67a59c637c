import Glibc
import RouterLinux

/// Threads for blocking work, such as a dialogue of two minutes.
///
/// Swift has only as many cooperative threads as the machine has cores, and Dispatch's workers are shared; neither may
/// block.
package enum OwnThread {
    /// Runs `work` on a new detached thread with SIGPIPE blocked, see ``ChildProcess``. Returns false if the system
    /// cannot create one.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        Linux.startThread {
            Linux.mask(SIG_BLOCK, [SIGPIPE])
            work()
        }
    }
}
