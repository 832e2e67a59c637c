import ArgumentParser
import RouterBitcoinFamily
import RouterDash
import RouterNetworkBackend
import RouterNetworks
import SchemeRouter

@testable import RouterProgram

/// The lists of the program, each with the sample's line.
enum SampleLists {
    /// As `Sources/Coins/List` has it.
    static let plugins: PluginTable = [
        BitcoinLikePlugin.name: BitcoinLikePlugin(replies: DashReplies.all),
        TallyPlugin.name: TallyPlugin(),
    ]

    /// As `Sources/Networks/List` has it.
    static let networks: [any NetworkUse.Type] =
        NetworkList.all + [
            MarketUse.self
        ]

    /// As `Sources/router/Commands/CommandList.swift` has it.
    static let commands: [any ParsableCommand.Type] =
        CommandList.all + [
            NetworksCommand.self
        ]
}
