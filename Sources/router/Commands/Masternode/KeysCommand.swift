import ArgumentParser
import RouterDash

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Look at keys of your wallet that hold no money.",
        subcommands: [Masternode.self])

    struct Masternode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The keys with which a masternode is registered and run: owner, voting, operator, platform.",
            discussion: """
                Keys are not made but derived from the wallet's words: the same words always give the same keys. What you \
                used, the wallet knows from “mark” alone.
                """,
            subcommands: [MasternodeListCommand.self, MasternodeRevealCommand.self, MasternodeMarkCommand.self])
    }
}

/// The coin whose masternode keys a command applies to.
struct MasternodeCoinOption: ParsableArguments {
    @Option(help: "The coin; needed if more than one with such keys has a network.", completion: .coins)
    var coin: String?
}

extension MasternodeKeyKind: ExpressibleByArgument {}
