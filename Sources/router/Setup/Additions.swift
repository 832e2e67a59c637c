import RouterNetworkBackend
import SchemeRouter

/// What another package adds to the program (``RouterCommandLine``). A class, because releasing its list of types slows
/// start-up.
final class Additions: Sendable {
    /// Plugins, by the names that descriptors use. None replaces one of ours.
    let plugins: PluginTable
    /// Kinds of networks that config.yaml can name.
    let networks: [any NetworkUse.Type]
    /// Descriptors that directly follow this program's own.
    let descriptors: [DescriptorFile]

    init(
        plugins: PluginTable = PluginTable([]), networks: [any NetworkUse.Type] = [], descriptors: [DescriptorFile] = []
    ) {
        self.plugins = plugins
        self.networks = networks
        self.descriptors = descriptors
    }
}
