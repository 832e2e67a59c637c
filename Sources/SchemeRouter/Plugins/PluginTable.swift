/// Plugins by their names in descriptors, in the order in which they were added.
///
///     let plugins: PluginTable = [DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin()]
public struct PluginTable: Sendable, ExpressibleByDictionaryLiteral {
    /// A plugin with its name, and what reads its links.
    package struct Entry: Sendable {
        let name: String
        let plugin: any CoinPlugin
        let reader: any LinkReader

        package init(_ name: String, _ plugin: any CoinPlugin, reader: any LinkReader) {
            self.name = name
            self.plugin = plugin
            self.reader = reader
        }

        package init(_ name: String, _ plugin: any ReadingPlugin) {
            self.init(name, plugin, reader: plugin)
        }
    }

    private var entries: [Entry]

    /// Creates a table of plugins by name.
    public init(dictionaryLiteral plugins: (String, any ReadingPlugin)...) {
        entries = plugins.map { Entry($0.0, $0.1) }
    }

    /// Creates a table of plugins by name, in alphabetical order.
    public init(_ plugins: [String: any ReadingPlugin]) {
        entries = plugins.sorted { $0.key < $1.key }.map { Entry($0.key, $0.value) }
    }

    /// A table of plugins that others may read the links of.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Adds a plugin that reads its links itself. Returns false if the name is taken: plugins are never replaced.
    public mutating func add(_ plugin: any ReadingPlugin, named name: String) -> Bool {
        add(plugin, reader: plugin, named: name)
    }

    /// Adds a plugin, with what reads its links. Returns false if the name is taken: plugins are never replaced.
    public mutating func add(_ plugin: any CoinPlugin, reader: any LinkReader, named name: String) -> Bool {
        guard self[name] == nil else { return false }
        entries.append(Entry(name, plugin, reader: reader))
        return true
    }

    /// Adds the plugins of another table whose names are not taken.
    package mutating func add(_ others: PluginTable) {
        guard !others.entries.isEmpty else { return }
        for entry in others.entries { _ = add(entry.plugin, reader: entry.reader, named: entry.name) }
    }

    /// The plugin with this name; nil if there is none.
    public subscript(name: String) -> (any CoinPlugin)? { entry(named: name)?.plugin }

    /// The plugin with this name and what reads its links; nil if there is none.
    package func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    /// Whether any plugin and its reader satisfy `isSo`.
    func contains(where isSo: (Entry) -> Bool) -> Bool { entries.contains(where: isSo) }

    /// Their names.
    public var names: [String] { entries.map(\.name) }

    /// The names of all reply forms of the plugins, without duplicates.
    public var replyForms: [String] { forms.names }

    /// What descriptors can name of each plugin.
    var forms: [PluginForms] {
        entries.map { entry in
            let hasAccounts: Bool? =
                switch entry.plugin.ability {
                case .none: nil
                case .payments: false
                case .accounts: true
                }
            return PluginForms(
                plugin: entry.name, forms: entry.plugin.declaresFormsLazily ? nil : entry.plugin.replyForms.map(\.name),
                hasAccounts: hasAccounts)
        }
    }
}

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
        _ stack: DescriptorStack, for plugins: [String: any ReadingPlugin]
    ) throws(DescriptorErrors) -> RouteTable {
        try load(stack, for: PluginTable(plugins))
    }
}
