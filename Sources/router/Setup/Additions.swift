import RouterNetworkBackend
import SchemeRouter

/// What another package adds to the program (``RouterCommandLine``).
struct Additions: Sendable {
    /// Plugins, by the names that descriptors use. None takes the place of one of ours.
    var plugins = PluginTable([])
    /// Kinds of networks that config.yaml can name.
    var networks: [any NetworkUse.Type] = []
    /// Descriptors, directly above those that this program has.
    var descriptors: [DescriptorFile] = []
}
