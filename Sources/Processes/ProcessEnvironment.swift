import RouterLinux

/// The environment variables of this process, and the few of them that a child may see.
public enum ProcessEnvironment {
    /// Where programs without a path are looked up, ours and our children's. Never the caller's `PATH`: whoever starts a
    /// link's handler would choose the programs.
    public static let searchPath = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games"]

    /// The variables as they are now. Those that are not UTF-8 are left out.
    public static func current() -> [String: String] { Linux.environment() }

    /// What a child process gets: the desktop's session, the language and the XDG directories, with a fixed `PATH`.
    ///
    /// A list of what may pass, so that `LD_PRELOAD`, `BROWSER`, `GIO_…`, `PYTHON…`, `GTK_MODULES` and whatever comes
    /// next do not. `XDG_ACTIVATION_TOKEN` passes with the other `XDG_` names: the receiver needs it to come to the front.
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
