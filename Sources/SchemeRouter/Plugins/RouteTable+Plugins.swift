extension RouteTable {
    /// Reads descriptor files for these plugins, and checks them together: as ``load(_:)`` does, and `callbacks` may name
    /// only forms of replies that one of the plugins brings (``CoinPlugin/replyForms``).
    /// - Parameter plugins: by the name that descriptors use.
    public static func load(
        _ stack: DescriptorStack, for plugins: KeyValuePairs<String, any CoinPlugin>
    ) throws(DescriptorErrors) -> RouteTable {
        try load(stack, replyForms: plugins.replyForms)
    }
}

extension KeyValuePairs where Key == String, Value == any CoinPlugin {
    /// The names of all forms of replies that the plugins bring, each once.
    public var replyForms: [String] {
        reduce(into: []) { names, plugin in
            for form in plugin.value.replyForms where !names.contains(form.name) { names.append(form.name) }
        }
    }
}
