import RouterLinux
import SchemeRouter

/// The base directories of the XDG specification, from the variables of one environment.
///
/// Relative paths in the variables are ignored, as the specification says.
public struct XDGDirectories: Sendable, Equatable {
    /// The person's home directory.
    public let home: String
    /// `XDG_CONFIG_HOME`: the person's own configuration.
    public let configHome: String
    /// `XDG_DATA_HOME`: the person's own data.
    public let dataHome: String
    /// `XDG_STATE_HOME`: data that outlives a session and is not worth a backup.
    public let stateHome: String
    /// `XDG_RUNTIME_DIR`, which ends with the session; nil if there is none.
    public let runtime: String?
    // Lists are split only when needed: reading a link needs none of them.
    private let configList: String
    private var dataList: String
    private let desktopList: String

    /// The variables that locate the person's own files.
    public static let ownVariables = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]

    /// `HOME` is not an absolute path, so none of the person's files could be found.
    public struct NoHome: Error {}

    /// Throws ``NoHome``: returning an optional of this type takes longer at start-up than the directories themselves.
    /// - Parameter variable: returns the value of an environment variable.
    public init(variable: (String) -> String?) throws(NoHome) {
        func path(_ name: String) -> String? {
            variable(name).flatMap { $0.isAbsolutePath ? $0 : nil }
        }
        guard let home = path("HOME") else { throw NoHome() }
        self.home = home
        configHome = path("XDG_CONFIG_HOME") ?? home + "/.config"
        dataHome = path("XDG_DATA_HOME") ?? home + "/.local/share"
        stateHome = path("XDG_STATE_HOME") ?? home + "/.local/state"
        runtime = path("XDG_RUNTIME_DIR")
        configList = variable("XDG_CONFIG_DIRS") ?? ""
        dataList = variable("XDG_DATA_DIRS") ?? ""
        desktopList = variable("XDG_CURRENT_DESKTOP") ?? ""
    }

    /// Nil if `HOME` is not an absolute path: none of the person's files could be found.
    public init?(environment: [String: String]) {
        do {
            try self.init(variable: { environment[$0] })
        } catch {
            return nil
        }
    }

    /// `XDG_CONFIG_DIRS`: the system's configuration, most important first.
    public var configDirectories: [String] { Self.paths(configList, standard: ["/etc/xdg"]) }

    /// `XDG_DATA_DIRS`: the system's data, most important first.
    public var dataDirectories: [String] { Self.paths(dataList, standard: ["/usr/local/share", "/usr/share"]) }

    /// The names in `XDG_CURRENT_DESKTOP`, in lower case, most specific first. They become parts of file names, so
    /// names with a slash are left out.
    public var desktops: [String] {
        desktopList.split(at: ":").map { $0.lowercased() }.filter { !$0.utf8.contains(UInt8(ascii: "/")) }
    }

    /// The same directories, followed by those of `others` that are not yet among the system's data.
    func withData(_ others: [String]) -> XDGDirectories {
        func plain(_ path: String) -> String { "/" + path.pathNames.joined(separator: "/") }
        let known = Set(([dataHome] + dataDirectories).map(plain))
        var result = self
        result.dataList = (dataDirectories + others.filter { !known.contains(plain($0)) }).joined(separator: ":")
        return result
    }

    private static func paths(_ list: String, standard: [String]) -> [String] {
        let given = list.split(at: ":").filter { $0.isAbsolutePath }
        return given.isEmpty ? standard : given
    }

    /// The directories that hold desktop entries, most important first.
    public var applicationDirectories: [String] { ([dataHome] + dataDirectories).map { $0 + "/applications" } }
}

/// The programs with which the desktop would open a type, most preferred first.
///
/// The order is the measured one: defaults in `mimeapps.list` files (the desktop's own before the common one; the
/// person's configuration, the system's, the person's data, the system's data), the older `defaults.list`, added
/// associations, `mimeinfo.cache`, and last the entries' own claims, for entries whose cache was not written. A removed
/// association does not remove a default.
struct MimeApps: Sendable {
    /// A program that a file names for a type.
    struct Mention: Sendable, Equatable {
        let id: DesktopEntryID
        let source: String
        /// The kind of line that names it.
        let origin: WalletProgram.Origin
    }

    private static let largestList = 2_097_152

    let directories: XDGDirectories

    /// Calls `body` with each program that is named for `type` until it returns true. Programs may occur more than
    /// once.
    func first(for type: String, where body: (Mention) -> Bool) {
        var removed: Set<DesktopEntryID> = []
        let lists = listPaths.compactMap(Self.read)
        for list in lists where visit(list, .byDefault, type, body) { return }
        for list in dataLists("defaults.list") where visit(list, .byDefault, type, body) { return }
        for list in lists {
            let wanted: (Mention) -> Bool = { !removed.contains($0.id) && body($0) }
            if visit(list, .added, type, wanted) { return }
            removed.formUnion(list.file.list(type, in: "Removed Associations").compactMap(DesktopEntryID.init))
        }
        let wanted: (Mention) -> Bool = { !removed.contains($0.id) && body($0) }
        for list in dataLists("mimeinfo.cache") where visit(list, .entry, type, wanted) { return }
        for directory in directories.applicationDirectories where scan(directory, type, wanted) { return }
    }

    /// The `mimeapps.list` files that may exist, most important first.
    var listPaths: [String] {
        let places =
            [directories.configHome] + directories.configDirectories + directories.applicationDirectories
        return places.flatMap { place in
            directories.desktops.map { "\(place)/\($0)-mimeapps.list" } + ["\(place)/mimeapps.list"]
        }
    }

    private typealias List = (path: String, file: KeyFile)

    private static func read(_ path: String) -> List? {
        KeyFile.read(path, limit: largestList).map { (path, $0) }
    }

    /// Each is read only if the ones before it named nothing.
    private func dataLists(_ name: String) -> some Sequence<List> {
        directories.applicationDirectories.lazy.compactMap { Self.read("\($0)/\(name)") }
    }

    private func visit(
        _ list: List, _ origin: WalletProgram.Origin, _ type: String, _ body: (Mention) -> Bool
    ) -> Bool {
        let group =
            switch origin {
            case .before, .byDefault: "Default Applications"
            case .added: "Added Associations"
            case .entry: "MIME Cache"
            }
        return list.file.list(type, in: group).compactMap(DesktopEntryID.init)
            .contains { body(Mention(id: $0, source: list.path, origin: origin)) }
    }

    /// The entries that name the type themselves, also those in folders, ordered by id.
    private func scan(_ directory: String, _ type: String, _ body: (Mention) -> Bool) -> Bool {
        ApplicationFiles(in: directory).entries(naming: type)
            .contains { body(Mention(id: $0.id, source: $0.path, origin: .entry)) }
    }
}
