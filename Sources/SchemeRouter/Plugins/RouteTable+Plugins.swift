extension RouteTable {
    /// Reads descriptor files for these plugins, and checks them together: as ``load(_:)`` does, and `plugin` may name only
    /// one of these, and `callbacks` only a reply form that the plugin of the scheme's coin brings
    /// (``CoinPlugin/replyForms``).
    /// - Parameter plugins: by the name that descriptors use.
    public static func load(
        _ stack: DescriptorStack, for plugins: PluginTable
    ) throws(DescriptorErrors) -> RouteTable {
        try load(stack, plugins: plugins.forms)
    }
}
