/// The base directories of the XDG specification, by the variables of one environment.
///
/// Relative paths in the variables are ignored, as the specification says.
public struct XDGDirectories: Sendable, Equatable {
    /// The person's home directory.
    public let home: String
    /// `XDG_CONFIG_HOME`: the person's own configuration.
    public let configHome: String
    /// `XDG_CONFIG_DIRS`: the system's configuration, most important first.
    public let configDirectories: [String]
    /// `XDG_DATA_HOME`: the person's own data.
    public let dataHome: String
    /// `XDG_DATA_DIRS`: the system's data, most important first.
    public let dataDirectories: [String]
    /// `XDG_STATE_HOME`: what outlives a session and is not worth a backup.
    public let stateHome: String
    /// `XDG_RUNTIME_DIR`: what ends with the session; nil where there is none.
    public let runtime: String?
    /// The names in `XDG_CURRENT_DESKTOP`, in lower case, most special first. They are parts of file names, so names with
    /// a slash are left out.
    public let desktops: [String]

    /// Nil where `HOME` is not an absolute path: nothing of the person's could be found.
    public init?(environment: [String: String]) {
        func path(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        func paths(_ name: String, _ standard: [String]) -> [String] {
            let given = (environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
            return given.isEmpty ? standard : given
        }
        guard let home = path("HOME") else { return nil }
        self.home = home
        configHome = path("XDG_CONFIG_HOME") ?? home + "/.config"
        configDirectories = paths("XDG_CONFIG_DIRS", ["/etc/xdg"])
        dataHome = path("XDG_DATA_HOME") ?? home + "/.local/share"
        dataDirectories = paths("XDG_DATA_DIRS", ["/usr/local/share", "/usr/share"])
        stateHome = path("XDG_STATE_HOME") ?? home + "/.local/state"
        runtime = path("XDG_RUNTIME_DIR")
        desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.lowercased() }
            .filter { !$0.contains("/") }
    }

    /// The directories that hold desktop entries, most important first.
    public var applicationDirectories: [String] {
        ([dataHome] + dataDirectories).map { $0 + "/applications" }
    }
}
