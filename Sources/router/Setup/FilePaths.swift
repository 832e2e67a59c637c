import RouterDesktop

/// Where this program keeps files: under the XDG directories, or in the directory of `--config`.
struct FilePaths {
    /// The directory of the person's settings and descriptors.
    let settings: String
    private let data: String
    /// The directory of what outlives a session: the journal, the log, and what servers presented.
    private let records: String
    /// That directory, if it is ours alone; nil if `--config` names one.
    let state: String?
    /// The directory of what ends with the session.
    let lock: String

    /// - Parameter directory: of `--config`, absolute; nil for the XDG directories.
    init(directory: String?, xdg: XDGDirectories) {
        let name = "schemerouter"
        settings = directory ?? "\(xdg.configHome)/\(name)"
        data = directory ?? "\(xdg.dataHome)/\(name)"
        records = directory ?? "\(xdg.stateHome)/\(name)"
        state = directory == nil ? records : nil
        lock = directory ?? xdg.runtime.map { "\($0)/\(name)" } ?? records
    }

    /// The person's settings.
    var configuration: String { "\(settings)/config.yaml" }
    /// Files that tighten the settings.
    var tightening: String { "\(settings)/config.d" }
    /// The directory of the person's own descriptors.
    var schemes: String { "\(settings)/schemes.d" }
    /// The keystore and what belongs to it.
    var wallet: String { "\(data)/wallet" }
    /// The ledgers of the practice network.
    var sandbox: String { "\(data)/sandbox" }
    /// How servers proved who they are when they were first met.
    var servers: String { "\(records)/servers" }
    var journal: String { "\(records)/journal.sqlite" }
    /// The directory of the lock that lets only one link at a time ask: the journal's. A session's own directory would let two
    /// sessions pay from one wallet at once.
    var gate: String { records }
    /// One line for every link.
    var log: String { "\(records)/router.log" }
}
