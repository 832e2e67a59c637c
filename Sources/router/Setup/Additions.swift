import RouterNetworkBackend
import SchemeRouter

/// What another package adds to the program (``RouterCommandLine``). A class, because letting go of its list of types takes a
/// start long.
final class Additions: Sendable {
    /// Plugins, by the names that descriptors use. None takes the place of one of ours.
    let plugins: PluginTable
    /// Kinds of networks that config.yaml can name.
    let networks: [any NetworkUse.Type]
    /// Descriptors, directly above those that this program has.
    let descriptors: [DescriptorFile]

    init(
        plugins: PluginTable = PluginTable([]), networks: [any NetworkUse.Type] = [], descriptors: [DescriptorFile] = []
    ) {
        self.plugins = plugins
        self.networks = networks
        self.descriptors = descriptors
    }
}
