import Glibc

/// The environment variables of this process, and the few that a child may see.
public enum ProcessEnvironment {
    /// Where programs without a path are looked up, by this process and its children. Never the caller's `PATH`:
    /// whoever starts a link's handler would choose the programs.
    public static let searchPath = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games"]

    /// The current variables. Those that are not UTF-8 are omitted.
    public static func current() -> [String: String] { Linux.environment() }

    /// A child's environment: the desktop's session, the language and the XDG directories, with a fixed `PATH`.
    ///
    /// It is an allow-list, so that `LD_PRELOAD`, `BROWSER`, `GIO_…`, `PYTHON…`, `GTK_MODULES` and any future ones do
    /// not pass. `XDG_ACTIVATION_TOKEN` passes with the other `XDG_` names: the receiver needs it to raise its window.
    package static func clean(_ environment: [String: String]) -> [String: String] {
        var result = environment.filter { name, _ in
            kept.contains(name) || name.hasPrefix("XDG_") || name.hasPrefix("LC_")
        }
        result["PATH"] = searchPath.joined(separator: ":")
        return result
    }

    private static let kept: Set<String> = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG",
    ]
}

/// Threads for blocking work, such as a dialogue of two minutes.
///
/// Swift has only as many cooperative threads as the machine has cores, and Dispatch's workers are shared; neither may
/// block.
package enum DedicatedThread {
    /// Runs `work` on a new detached thread with SIGPIPE blocked, see ``ChildProcess``. Returns false if the system
    /// cannot create one.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        Linux.startThread {
            Linux.mask(SIG_BLOCK, [SIGPIPE])
            work()
        }
    }
}
