/// Plugins by the names that descriptors use, in the order in which they were added.
///
///     let plugins: PluginTable = [DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin()]
public struct PluginTable: Sendable, ExpressibleByDictionaryLiteral {
    /// A plugin under its name. Not a pair: pairs cost a start more.
    package struct Entry: Sendable {
        let name: String
        let plugin: any CoinPlugin

        package init(_ name: String, _ plugin: any CoinPlugin) {
            self.name = name
            self.plugin = plugin
        }
    }

    /// An array: there are few, and a dictionary costs more to make than everything it could save.
    private var entries: [Entry]

    /// Plugins, each under its name.
    public init(dictionaryLiteral plugins: (String, any CoinPlugin)...) {
        entries = plugins.map { Entry($0.0, $0.1) }
    }

    /// Plugins, each under its name, in the order of their names.
    public init(_ plugins: [String: any CoinPlugin]) {
        entries = plugins.sorted { $0.key < $1.key }.map { Entry($0.key, $0.value) }
    }

    /// The same, for a start that must be quick.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Adds a plugin. False if one of that name exists: none replaces another.
    public mutating func add(_ plugin: any CoinPlugin, named name: String) -> Bool {
        guard self[name] == nil else { return false }
        entries.append(Entry(name, plugin))
        return true
    }

    /// Adds those of another table whose names are not taken.
    package mutating func add(_ others: PluginTable) {
        guard !others.entries.isEmpty else { return }
        for entry in others.entries { _ = add(entry.plugin, named: entry.name) }
    }

    /// The plugin of that name; nil if there is none.
    public subscript(name: String) -> (any CoinPlugin)? { entries.first { $0.name == name }?.plugin }

    /// Whether one of them is so.
    func contains(where isSo: (any CoinPlugin) -> Bool) -> Bool { entries.contains { isSo($0.plugin) } }

    /// Their names.
    public var names: [String] { entries.map(\.name) }

    /// The names of all reply forms that the plugins bring, each once.
    public var replyForms: [String] { forms.names }

    /// What descriptors can name of each.
    var forms: [PluginForms] {
        entries.map { entry in
            let hasAccounts: Bool? =
                switch entry.plugin.ability {
                case .none: nil
                case .payments: false
                case .accounts: true
                }
            return PluginForms(
                plugin: entry.name, forms: entry.plugin.namesFormsLater ? nil : entry.plugin.replyForms.map(\.name),
                hasAccounts: hasAccounts)
        }
    }
}
