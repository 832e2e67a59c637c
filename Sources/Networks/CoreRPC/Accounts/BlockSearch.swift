import ExactJSON
import SchemeRouter

/// Has a node's wallet rescan blocks for its addresses, with each step small enough to take about a second.
struct BlockSearch {
    private static let firstStep = 2_000
    private static let longestStep = 200_000

    let wallet: WatchWallet
    /// The newest block's height. The wallet learns of later blocks by itself.
    let height: Int
    /// Records the first block that is still to be searched; nil if none is.
    let note: (Int?, Deadline) async throws(ServiceError) -> Void

    /// Returns when all blocks from `first` on are searched.
    func run(from first: Int, _ patience: Patience) async throws(ServiceError) {
        var next = first
        var step = Self.firstStep
        while next <= height {
            patience.progress?(WorkProgress("Looking for your payments in all blocks", done: next, total: height))
            guard !patience.isOver else { throw unfinished(next) }
            let last = min(next + step - 1, height)
            let start = ContinuousClock.now
            guard let reached = try await search(next...last, patience) else {
                step = max(1, step / 4)
                continue
            }
            next = reached + 1
            try await note(next, patience.deadline)
            let time = start.duration(to: .now)
            if time < .seconds(1) {
                step = min(step * 2, Self.longestStep)
            } else if time > .seconds(4) {
                step = max(1, step / 2)
            }
        }
        try await note(nil, patience.deadline)
    }

    /// The last block that was searched; nil if the node did not answer in time, or is busy with an earlier search.
    private func search(_ blocks: ClosedRange<Int>, _ patience: Patience) async throws(ServiceError) -> Int? {
        // Without an end height, newer nodes also search unconfirmed transactions.
        let end: [JSON] = blocks.upperBound == height ? [] : [.number(blocks.upperBound)]
        let call = RPCCall("rescanblockchain", [.number(blocks.lowerBound)] + end)
        let start = ContinuousClock.now
        let answer: RPCAnswer
        do throws(ServiceError) {
            answer = try await wallet.node.connection.read(call, in: wallet.name, until: patience.deadline)
        } catch {
            guard error.code == .networkUnreachable else { throw error }
            if patience.isOver { throw unfinished(blocks.lowerBound) }
            // A node that is gone fails sooner than this.
            guard patience.end == nil, start.duration(to: .now) > .seconds(60) else { throw error }
            return nil
        }
        switch answer {
        case .result(let result):
            guard let reached = result["stop_height"]?.blockHeight?.number, reached >= blocks.lowerBound else {
                throw ServiceError(
                    .networkRefused, "The node stopped searching its blocks for your payments.",
                    hint: "Nothing was sent. Run “router wallet balance \(wallet.node.coin.id)” to continue the search."
                )
            }
            return reached
        case .failure(let failure) where failure.code == .wallet && failure.says("rescanning"):
            if patience.isOver { throw unfinished(blocks.lowerBound) }
            try await patience.pause(patience.end == nil ? .seconds(1) : .milliseconds(200))
            return nil
        case .failure(let failure) where failure.says("pruned"):
            throw ServiceError(
                .unsupportedNetwork, "The node is pruned, so it cannot find your payments in old blocks.",
                hint: "Nothing was sent. Use a node with all blocks (prune=0).")
        case .failure(let failure): throw failure.error(of: call.method)
        }
    }

    private func unfinished(_ next: Int) -> ServiceError {
        ServiceError(
            .networkUnreachable, "The node is still searching its blocks for your payments: \(next) of \(height).",
            hint:
                "Nothing was sent. “router wallet balance \(wallet.node.coin.id)” waits for it and shows its progress.")
    }
}
