extension RouteTable {
    /// Reads descriptor files for these plugins, and checks them together: as `load(_:)` does, and `plugin` may name only
    /// one of these, and `callbacks` only a reply form that the plugin of the scheme's coin brings
    /// (``CoinPlugin/replyForms``).
    /// - Parameters:
    ///   - stack: the files, later ones after earlier ones.
    ///   - plugins: by the name that descriptors use.
    public static func load(
        _ stack: DescriptorStack, for plugins: PluginTable
    ) throws(DescriptorErrors) -> RouteTable {
        try load(stack, plugins: plugins.forms)
    }

    /// The same for plugins in a dictionary.
    @_disfavoredOverload
    public static func load(
        _ stack: DescriptorStack, for plugins: [String: any CoinPlugin]
    ) throws(DescriptorErrors) -> RouteTable {
        try load(stack, for: PluginTable(plugins))
    }
}
