import ArgumentParser
import ExactJSON
import RouterDash
import RouterWallet
import SchemeRouter

struct MasternodeMarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Note that a key is used, so that “list” goes on to the next one.",
        discussion: "The wallet does not look for your masternodes on the network.")

    @Argument(help: "What the key is for.") var kind: MasternodeKeyKind
    @Argument(help: "The number of the key, starting at 0.") var index: UInt32
    @Flag(help: "Remove the mark.") var unused = false
    @OptionGroup var chosen: MasternodeCoinOption
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let all = try MasternodeKeys(of: chosen.coin, try RouterCommand.installation())
        let kind = try all.checked(kind)
        try all.check(index, of: kind)
        let isChanged = try all.mark(index, of: kind, isUsed: !unused)
        guard !json else {
            let object = JSON([
                "coin": all.coin.id.name, "network": all.chain.network.rawValue, "practice": all.chain.isPractice,
                "kind": kind.rawValue, "index": index, "used": !unused, "changed": isChanged,
            ])
            return StandardStreams.print([object])
        }
        let name = "\(kind.rawValue) key \(index) of \(all.coin.title)"
        let state = unused ? "not used" : "used"
        StandardStreams.print(
            (all.chain.isPractice ? "PRACTICE – " : "")
                + (isChanged ? "\(name) is now marked as \(state)." : "\(name) was already marked as \(state)."))
    }
}
