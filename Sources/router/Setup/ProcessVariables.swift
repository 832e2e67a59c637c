import Glibc

/// The environment of this process.
enum ProcessVariables {
    /// The variables that say where files are. All `explain` needs, and much faster than reading every variable.
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

    /// All variables.
    static var all: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }
}
