import RouterBitcoinFormat
import SchemeRouter
import Synchronization

/// The transactions of a network that a test scripts: which there are, how many blocks confirm them, and what became of them.
final class ScriptedLedger: Sendable {
    struct Entry: Sendable {
        let transaction: Transaction
        /// 0 while it waits for a block.
        var confirmations: Int
        var isLocked: Bool
    }

    /// What its lists name, with bytes that need not be a transaction, nor have that id.
    struct Odd: Sendable {
        let id: String
        let bytes: [UInt8]
        let confirmations: Int
        /// What its first output pays, as the lists say.
        let output: Transaction.Output
    }

    private struct State: Sendable {
        var odd: [Odd] = []
        var entries: [Entry] = []
        var dropped: [Transaction] = []
        var sent: [Transaction] = []
        /// Whether it says that it takes what is sent, and forgets it; and whether it refuses it.
        var (swallows, refuses) = (false, false)
    }

    /// The number of the newest block.
    static let height = 500

    private let state = Mutex(State())

    var odd: [Odd] {
        get { state.withLock { $0.odd } }
        set { state.withLock { $0.odd = newValue } }
    }
    /// The odd ones that nothing spends.
    var unspentOdd: [Odd] {
        let spent = Set(sent.flatMap(\.inputs).map(\.outpoint.transaction.hex))
        return odd.filter { !spent.contains($0.id) }
    }
    var entries: [Entry] { state.withLock { $0.entries } }
    /// What it had and has no more.
    var dropped: [Transaction] { state.withLock { $0.dropped } }
    /// What was sent to it, in order.
    var sent: [Transaction] { state.withLock { $0.sent } }

    /// Puts a payment of `units` to `script` into a block.
    @discardableResult
    func fund(_ script: [UInt8], _ units: Int64, confirmations: Int = 100) -> Transaction {
        state.withLock { state in
            let number = UInt32(state.entries.count)
            let outpoint = Outpoint(transaction: TransactionID(digest: Digest.sha256([7])), index: number)
            let transaction = Transaction(
                inputs: [.init(outpoint: outpoint)],
                outputs: [.init(amount: Amount(units: units) ?? .zero, script: script)])
            state.entries.append(Entry(transaction: transaction, confirmations: confirmations, isLocked: false))
            return transaction
        }
    }

    /// Whether it says that it takes payments, and forgets them.
    func swallow(_ isOn: Bool) { state.withLock { $0.swallows = isOn } }

    /// Whether it refuses payments.
    func refuse(_ isOn: Bool) { state.withLock { $0.refuses = isOn } }

    /// Takes a payment, unless something it spends is not there. One with a higher fee takes the place of one that waits and
    /// says that it may (BIP125).
    func take(_ bytes: [UInt8]) -> Transaction? {
        guard let transaction = try? Transaction(bytes: bytes) else { return nil }
        return state.withLock { state in
            state.sent.append(transaction)
            if state.swallows { return transaction }
            if state.refuses { return nil }
            if state.entries.contains(where: { $0.transaction.id == transaction.id }) { return transaction }
            let inputs = Set(transaction.inputs.map(\.outpoint))
            let lower = state.entries.filter { entry in
                entry.confirmations == 0 && entry.transaction.inputs.map(\.outpoint).contains(where: inputs.contains)
                    && entry.transaction.inputs.contains { $0.sequence < Transaction.Input.finalSequence - 1 }
                    && Self.paid(entry.transaction) > Self.paid(transaction)
            }
            state.dropped += lower.map(\.transaction)
            state.entries.removeAll { entry in lower.contains { $0.transaction.id == entry.transaction.id } }
            let spent = Set(state.entries.flatMap(\.transaction.inputs).map(\.outpoint))
            guard
                transaction.inputs.allSatisfy({ Self.output($0.outpoint, state) != nil && !spent.contains($0.outpoint) }
                )
            else { return nil }
            state.dropped.removeAll { $0.id == transaction.id }
            state.entries.append(Entry(transaction: transaction, confirmations: 0, isLocked: false))
            return transaction
        }
    }

    private static func paid(_ transaction: Transaction) -> Int64 {
        transaction.outputs.map(\.amount.units).reduce(0, +)
    }

    /// Says how a transaction stands.
    func set(_ id: TransactionID, confirmations: Int, isLocked: Bool) {
        state.withLock { state in
            for index in state.entries.indices where state.entries[index].transaction.id == id {
                (state.entries[index].confirmations, state.entries[index].isLocked) = (confirmations, isLocked)
            }
        }
    }

    /// Has a transaction no more.
    func drop(_ id: TransactionID) {
        state.withLock { state in
            state.dropped += state.entries.map(\.transaction).filter { $0.id == id }
            state.entries.removeAll { $0.transaction.id == id }
        }
    }

    func entry(_ id: String?) -> Entry? { entries.first { $0.transaction.id.hex == id } }

    /// The transactions that pay to scripts which `isOurs` takes, or spend what was paid to one.
    func history(_ isOurs: ([UInt8]) -> Bool) -> [Entry] {
        let all = state.withLock { $0 }
        return all.entries.filter { entry in
            entry.transaction.outputs.contains { isOurs($0.script) }
                || entry.transaction.inputs.contains {
                    Self.output($0.outpoint, all).map { isOurs($0.script) } ?? false
                }
        }
    }

    /// The outputs to scripts which `isOurs` takes and that nobody spends.
    func unspent(_ isOurs: ([UInt8]) -> Bool) -> [(outpoint: Outpoint, output: Transaction.Output, confirmations: Int)]
    {
        let entries = entries
        let spent = Set(entries.flatMap(\.transaction.inputs).map(\.outpoint))
        return entries.flatMap { entry in
            entry.transaction.outputs.enumerated().compactMap { index, output in
                let outpoint = Outpoint(transaction: entry.transaction.id, index: UInt32(index))
                guard isOurs(output.script), !spent.contains(outpoint) else { return nil }
                return (outpoint, output, entry.confirmations)
            }
        }
    }

    private static func output(_ outpoint: Outpoint, _ state: State) -> Transaction.Output? {
        if let odd = state.odd.first(where: { $0.id == outpoint.transaction.hex }) {
            return outpoint.index == 0 ? odd.output : nil
        }
        let outputs = state.entries.first { $0.transaction.id == outpoint.transaction }?.transaction.outputs ?? []
        return outputs.indices.contains(Int(outpoint.index)) ? outputs[Int(outpoint.index)] : nil
    }
}
