import ExactJSON
import RouterNetworkBackend
import SchemeRouter

/// Whether a node knows the rules of its network, and still receives its blocks. One that is too old answers as before:
/// it stops at the last block that it understands, and its balances look right.
struct NodeAge {
    private let coin: String
    private let upgrade: NetworkUpgrade?
    private let newest: NewestBlock
    private let time: UnixTime?
    /// Its version; nil if it does not report one.
    private let version: Int?
    /// The state of the upgrade, if the node knows it.
    private let state: String?
    /// Whether it reports which upgrades it knows.
    private let listsUpgrades: Bool

    /// Nil on a private network, whose rules and blocks are the person's own.
    init?(_ node: Node, _ blocks: JSON, _ network: JSON, _ height: Int) {
        guard node.kind != .regtest, let height = BlockHeight(height) else { return nil }
        coin = node.coin.title
        upgrade = node.parameters.upgrade
        // Older nodes have only the median of the last eleven.
        newest = NewestBlock(height, at: (blocks["time"] ?? blocks["mediantime"])?.blockTime)
        time = node.now?()
        version = network["version"]?.integer
        let upgrades = blocks["softforks"]
        listsUpgrades = upgrades != nil
        let known = upgrade.flatMap { upgrades?[$0.name] }
        state = known.map { known in
            let said = known["bip9"]?["status"]?.string ?? (known["active"]?.isTrue == true ? "active" : "known")
            return ForeignText(said.utf8, limit: 20).text
        }
    }

    /// The age of its newest block in words; nil if unknown.
    var blockAge: String? { time.flatMap(newest.ageText) }

    /// What it knows of the upgrade; nil if there is none.
    var upgradeText: String? {
        upgrade.map { "\($0.name): \(state ?? (isTooOld ? "unknown to this node" : "not listed"))" }
    }

    /// Whether it does not know the upgrade: its version is lower, or its list lacks it.
    private var isTooOld: Bool {
        guard let upgrade else { return false }
        if let version, version < upgrade.nodeVersion { return true }
        return listsUpgrades && state == nil
    }

    /// Throws if it does not know the upgrade and stopped receiving blocks.
    func check() throws(ServiceError) {
        guard let upgrade, isTooOld, let time, newest.isOld(at: time), let age = blockAge else { return }
        throw ServiceError(
            .networkUnreachable,
            "The node is left behind: its newest block, \(newest.height.number), is \(age) old, and it is too old for the "
                + "upgrade “\(upgrade.name)” of \(coin).",
            hint:
                "Nothing was sent. Update the node to version \(Self.text(upgrade.nodeVersion)) or later. If its blocks are not "
                + "that old, correct this computer's clock.")
    }

    /// Nil if there is nothing to warn of.
    var warning: String? {
        if let upgrade, isTooOld {
            let first = upgrade.height.map { ", which begins at block \($0.number) at the earliest" } ?? ""
            return
                "The node is too old for the upgrade “\(upgrade.name)” of \(coin)\(first). From then on it stops: its balance is "
                + "outdated, and no payment is confirmed. Update it to version \(Self.text(upgrade.nodeVersion)) or later."
        }
        return time.flatMap { newest.warning(about: "the node", upgrade, coin, at: $0) }
    }

    /// 240000 is 24.0.0.
    private static func text(_ version: Int) -> String {
        "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }
}
