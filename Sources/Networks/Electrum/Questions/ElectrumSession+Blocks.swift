import ExactJSON
import SchemeRouter

extension ElectrumSession {
    /// The most blocks whose times are looked up, newest first. Each takes a call.
    private static let mostTimes = 100

    /// All transactions of `scripts`, which must be distinct.
    func history(of scripts: [[UInt8]]) async throws(ElectrumFailure) -> [HistoricTransaction] {
        var heights: [TransactionID: BlockHeight?] = [:]
        for entry in try await histories(of: scripts).joined() {
            // It may have been mined between two answers.
            heights[entry.id] = (heights[entry.id] ?? nil) ?? entry.height
        }
        let times = try await times(ofBlocks: Set(heights.values.compactMap(\.self)))
        return heights.map { id, height in
            HistoricTransaction(
                id: id, confirmations: confirmations(at: height), time: height.flatMap { times[$0] })
        }
    }

    /// The fee to be in one of the next blocks; nil if the server knows none.
    func feePerKB(decimals: Int, blocks: Int) async throws(ElectrumFailure) -> Amount? {
        let answers = try await ask([.estimatedFee(blocks: blocks), .relayFee])
        // A transaction that nodes do not relay does not get into a block either.
        let fees = answers.map { answer in (try? answer.get())?.fee(decimals: decimals) }
        guard let estimate = fees[0] else { return nil }
        return max(estimate, fees[1] ?? estimate)
    }

    /// The times in the headers of blocks. Miners set them, not always truthfully.
    private func times(ofBlocks heights: Set<BlockHeight>) async throws(ElectrumFailure) -> [BlockHeight: UnixTime] {
        let newest = heights.sorted(by: >).prefix(Self.mostTimes)
        let answers = try await ask(newest.map(ElectrumCall.header))
        var times: [BlockHeight: UnixTime] = [:]
        for (height, answer) in zip(newest, answers) {
            times[height] = (try? answer.get().hexBytes).flatMap(JSON.time(inHeader:))
        }
        return times
    }
}
