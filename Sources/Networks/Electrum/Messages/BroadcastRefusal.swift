import SchemeRouter

/// What it means if a server did not return a transaction's id after a broadcast.
enum BroadcastRefusal: Sendable, Equatable {
    /// The network already has it.
    case alreadyThere
    /// Its inputs are missing or spent; servers also say this if the transaction itself is in a block and its outputs
    /// are spent.
    case spentInputs
    /// The node refused it for this reason, which is shown to the person.
    case refused(String)
    /// Whether the node received it is unknown.
    case unclear(String)

    /// Reads the answer of ElectrumX: its own sentence, then the node's reason, then the transaction's bytes again.
    /// Other servers write other sentences, with the same reasons (Documentation/protocols/electrum.md §3).
    init(_ error: ElectrumError) {
        let paragraphs = error.message.split(separator: "\n\n", maxSplits: 1)
        let reason = String(paragraphs.last?.prefix { $0 != "\n" } ?? "")
        let words = reason.lowercased()
        if let known = Self.table.first(where: { words.contains($0.words) }) {
            self = known.meaning
        } else if paragraphs.count == 2 || error.code == 1 {
            self = .refused("The network refused the payment: \(ElectrumError.shown(reason)).")
        } else if Self.unread.contains(error.code) {
            self = .refused("The server does not accept payments: \(ElectrumError.shown(reason)).")
        } else {
            self = .unclear("\(ElectrumError.shown(reason))")
        }
    }

    /// JSON-RPC errors about a request that was not understood, and so not executed.
    private static let unread: [Int64] = [-32_700, -32_600, -32_601, -32_602]

    /// The reasons of nodes (`validation.cpp` and `policy.cpp` of Bitcoin Core and its forks), by words they contain.
    private static let table: [(words: String, meaning: BroadcastRefusal)] = [
        ("already in block chain", .alreadyThere), ("txn-already-", .alreadyThere),
        ("already in mempool", .alreadyThere), ("already in utxo set", .alreadyThere),
        ("inputs-missingorspent", .spentInputs), ("missing inputs", .spentInputs), ("missing-inputs", .spentInputs),
        ("txn-mempool-conflict", conflict), ("txlock-conflict", conflict), ("rejecting replacement", conflict),
        ("min relay fee not met", lowFee), ("mempool min fee not met", lowFee), ("insufficient fee", lowFee),
        ("insufficient priority", lowFee),
        ("dust", .refused("The amount is below the network's dust limit.")),
        ("fee exceeds maximum", highFee), ("absurdly-high-fee", highFee),
        ("script-verify-flag", .refused("The network does not accept the payment's signatures.")),
        ("in-belowout", .refused("The payment would pay out more than it spends.")),
        ("non-final", lock), ("non-bip68-final", lock),
        ("tx decode failed", .refused("The network cannot read the payment.")),
    ]

    private static let conflict = BroadcastRefusal.refused(
        "Another payment, which is waiting for a block, spends the same money.")
    private static let lowFee = BroadcastRefusal.refused("The fee is too low for the network at the moment.")
    private static let highFee = BroadcastRefusal.refused("The fee is higher than the network's nodes accept.")
    private static let lock = BroadcastRefusal.refused("The payment cannot be in a block yet.")
}
