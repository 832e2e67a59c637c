import RouterNetworkBackend

/// All kinds of networks that a person can choose. To add one, add a folder next to this one, and a line here.
package enum NetworkList {
    /// In the order in which messages list them.
    package static let all: [any NetworkUse.Type] = [
        SandboxUse.self,
        CoreNode.self,
        ElectrumServers.self,
        PracticeUse.self,
        NodeosUse.self,
        MoneroWalletUse.self,
    ]
}

extension [any NetworkUse.Type] {
    /// The possible values of `use:`.
    package var names: [String] { Self.unique(map { $0.name }) }

    /// All settings that can accompany `use:`.
    package var keys: [String] { Self.unique(flatMap { $0.keys }) }

    private static func unique(_ texts: [String]) -> [String] {
        var unique: [String] = []
        for text in texts where !unique.contains(text) { unique.append(text) }
        return unique
    }
}
