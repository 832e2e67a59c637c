extension RouteTable {
    /// Reads descriptor files for these plugins and checks them together, like `load(_:)`. In addition, `plugin` may
    /// name only one of these plugins, and `callbacks` only a reply form of the plugin of the scheme's coin
    /// (``CoinPlugin/replyForms``).
    /// - Parameters:
    ///   - stack: the files, in order of precedence.
    ///   - plugins: the plugins by their names in descriptors.
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
