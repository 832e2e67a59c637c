extension RouteTable {
    /// Reads descriptor files for these plugins, and checks them together: as ``load(_:)`` does, and `plugin` may name only
    /// one of these, and `callbacks` only a form of replies that the plugin of the scheme's coin brings
    /// (``CoinPlugin/replyForms``).
    /// - Parameter plugins: by the name that descriptors use.
    public static func load(
        _ stack: DescriptorStack, for plugins: KeyValuePairs<String, any CoinPlugin>
    ) throws(DescriptorErrors) -> RouteTable {
        try load(stack, plugins: plugins.forms)
    }
}

extension KeyValuePairs where Key == String, Value == any CoinPlugin {
    /// The names of all forms of replies that the plugins bring, each once.
    public var replyForms: [String] { forms.names }

    fileprivate var forms: [PluginForms] {
        map { name, plugin in
            let hasAccounts: Bool? =
                switch plugin.ability {
                case .none: nil
                case .payments: false
                case .accounts: true
                }
            return PluginForms(plugin: name, forms: plugin.replyForms.map(\.name), hasAccounts: hasAccounts)
        }
    }
}
