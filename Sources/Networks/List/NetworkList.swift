import RouterCoreRPC
import RouterEOSIOChains
import RouterElectrum
import RouterNetworkBackend
import RouterSandbox

/// All kinds of networks that a person can choose. A new one is a folder beside this one, and a line here.
package enum NetworkList {
    /// In the order in which they are named to a person who wrote another one.
    package static let all: [any NetworkUse.Type] = [
        SandboxUse.self,
        CoreNode.self,
        ElectrumServers.self,
        PracticeUse.self,
        NodeosUse.self,
    ]

    /// What can stand behind `use:`.
    package static var names: [String] { unique(all.map { $0.name }) }

    /// All settings that can stand beside `use:`.
    package static var keys: [String] { unique(all.flatMap { $0.keys }) }

    private static func unique(_ texts: [String]) -> [String] {
        var unique: [String] = []
        for text in texts where !unique.contains(text) { unique.append(text) }
        return unique
    }
}
