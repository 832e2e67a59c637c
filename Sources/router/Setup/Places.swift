import RouterDesktop

/// Where this program keeps things. Everything lies under the XDG directories, or in the directory of `--config`.
struct Places {
    /// The directory of the person's settings and descriptors.
    let settings: String
    /// The person's settings, `config.yaml`.
    let configuration: String
    /// Files that tighten the settings.
    let tightening: String
    /// The descriptors that the person drops in.
    let schemes: String
    /// The keystore and what belongs to it.
    let wallet: String
    /// The ledgers of the practice network.
    let sandbox: String
    /// How servers proved who they are when they were first met.
    let servers: String
    /// The journal.
    let journal: String
    /// The directory it lies in, where that is ours alone; nil where `--config` names one.
    let state: String?
    /// One line for every link.
    let log: String
    /// Where the lock lies that lets one link at a time ask.
    let lock: String

    /// - Parameter directory: of `--config`, absolute; nil for the XDG directories.
    init(directory: String?, xdg: XDGDirectories) {
        let name = "schemerouter"
        let data = directory ?? "\(xdg.dataHome)/\(name)"
        let state = directory ?? "\(xdg.stateHome)/\(name)"
        let settings = directory ?? "\(xdg.configHome)/\(name)"
        self.settings = settings
        configuration = "\(settings)/config.yaml"
        tightening = "\(settings)/config.d"
        schemes = "\(settings)/schemes.d"
        wallet = "\(data)/wallet"
        sandbox = "\(data)/sandbox"
        servers = "\(state)/servers"
        journal = "\(state)/journal.sqlite"
        self.state = directory == nil ? state : nil
        log = "\(state)/router.log"
        lock = directory ?? xdg.runtime.map { "\($0)/\(name)" } ?? state
    }
}
