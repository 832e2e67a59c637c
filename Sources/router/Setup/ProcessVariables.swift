import Glibc

/// The environment variables that say where files are.
enum ProcessVariables {
    /// All that `explain` needs, and much faster than reading every variable.
    static var directories: [String: String] {
        var variables: [String: String] = [:]
        for name in [
            "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_DIRS",
            "XDG_DATA_DIRS", "XDG_CURRENT_DESKTOP",
        ] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }
}
