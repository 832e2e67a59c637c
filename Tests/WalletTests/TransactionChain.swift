import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization

@testable import RouterWallet

/// A network that is made of whole transactions: everything it says follows from them.
final class TransactionChain: Chain {
    struct Entry: Sendable {
        let transaction: Transaction
        let confirmations: Int
        let time: UnixTime?
    }

    struct State: Sendable {
        var entries: [Entry] = []
        /// Given in place of the right bytes.
        var forged: [TransactionID: [UInt8]] = [:]
        /// A question about one of these transactions is refused as a whole.
        var refused: Set<TransactionID> = []
        /// How it is refused.
        var refusal = ServiceError(.refusedByCheck, "The server gives something else.")
        /// The transactions that each question asked for.
        var askedTransactions: [Set<TransactionID>] = []
        /// Whether who asks for transactions gives up at that moment.
        var cancelsReading = false
        /// How many questions about scripts were asked, and all scripts they were about.
        var questions = 0
        var asked: Set<[UInt8]> = []
        /// How many scripts were asked about for their use.
        var askedWhetherUsed = 0
        /// Whether it lists the scripts with money, and the longest list that it was asked for.
        var isListed = false
        var mostListed = 0
        /// From so many questions on there is no answer until the task is cancelled.
        var silentAfter = Int.max
    }

    let state = Mutex(State())

    /// Adds a transaction that spends `inputs`, or something of others, and pays to `outputs`.
    @discardableResult
    func add(
        spending inputs: [Outpoint] = [], paying outputs: [(address: String, units: Int64)], confirmations: Int = 3,
        time: UnixTime? = nil, on parameters: NetworkParameters? = nil
    ) throws -> Transaction {
        let parameters = parameters ?? CoinDescriptor.dash.networks[.main]!
        let number = UInt32(state.withLock { $0.entries.count })
        let foreign = Outpoint(transaction: SignedTransaction.example.id, index: number)
        let transaction = Transaction(
            inputs: (inputs.isEmpty ? [foreign] : inputs).map { Transaction.Input(outpoint: $0) },
            outputs: try outputs.map { output in
                Transaction.Output(
                    amount: Amount(units: output.units)!,
                    script: try Address(output.address, on: parameters).script)
            })
        state.withLock { $0.entries.append(Entry(transaction: transaction, confirmations: confirmations, time: time)) }
        return transaction
    }

    /// Adds a whole transaction.
    func add(_ transaction: Transaction, confirmations: Int) {
        state.withLock { $0.entries.append(Entry(transaction: transaction, confirmations: confirmations, time: nil)) }
    }

    private func ask(about scripts: [[UInt8]]) async throws(ServiceError) -> [Entry] {
        let (entries, isSilent) = state.withLock { state in
            state.questions += 1
            state.asked.formUnion(scripts)
            return (state.entries, state.questions > state.silentAfter)
        }
        guard isSilent else { return entries }
        while !Task.isCancelled { await Task.yield() }
        throw ServiceError(.networkUnreachable, "The question was broken off.")
    }

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
        let entries = try await ask(about: scripts)
        let asked = Set(scripts)
        let spent = Set(entries.flatMap(\.transaction.inputs).map(\.outpoint))
        return entries.flatMap { entry in
            entry.transaction.outputs.enumerated().compactMap { index, output in
                let outpoint = Outpoint(transaction: entry.transaction.id, index: UInt32(index))
                guard asked.contains(output.script), !spent.contains(outpoint) else { return nil }
                return UnspentOutput(
                    outpoint: outpoint, amount: output.amount, script: output.script,
                    confirmations: entry.confirmations)
            }
        }
    }

    func scriptsWithMoney(atMost most: Int) async throws(ServiceError) -> [[UInt8]]? {
        let (entries, isListed) = state.withLock { state in
            state.mostListed = max(state.mostListed, most)
            return (state.entries, state.isListed)
        }
        let spent = Set(entries.flatMap(\.transaction.inputs).map(\.outpoint))
        let scripts = entries.flatMap { entry in
            entry.transaction.outputs.enumerated().compactMap { index, output in
                spent.contains(Outpoint(transaction: entry.transaction.id, index: UInt32(index))) ? nil : output.script
            }
        }
        return isListed && scripts.count <= most ? scripts : nil
    }

    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        state.withLock { $0.askedWhetherUsed += scripts.count }
        return Set(try await ask(about: scripts).flatMap(\.transaction.outputs).map(\.script)).intersection(scripts)
    }

    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] {
        let entries = try await ask(about: scripts)
        let asked = Set(scripts)
        let paid = Dictionary(uniqueKeysWithValues: entries.map { ($0.transaction.id, $0.transaction.outputs) })
        func isOurs(_ outpoint: Outpoint) -> Bool {
            (paid[outpoint.transaction]?.dropFirst(Int(outpoint.index)).first?.script).map(asked.contains) ?? false
        }
        return entries.filter { entry in
            entry.transaction.outputs.contains { asked.contains($0.script) }
                || entry.transaction.inputs.contains { isOurs($0.outpoint) }
        }.map { HistoricTransaction(id: $0.transaction.id, confirmations: $0.confirmations, time: $0.time) }
    }

    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        let (refusal, isCancelled) = state.withLock { state in
            state.askedTransactions.append(ids)
            return (state.refused.isDisjoint(with: ids) ? nil : state.refusal, state.cancelsReading)
        }
        if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        if let refusal { throw refusal }
        return state.withLock { state in
            let right = state.entries.map { ($0.transaction.id, $0.transaction.wholeBytes) }.filter {
                ids.contains($0.0)
            }
            return Dictionary(uniqueKeysWithValues: right).merging(state.forged) { $1 }
        }
    }

    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        guard let entry = state.withLock({ $0.entries.first { $0.transaction.id == id } }) else { return .unknown }
        return entry.confirmations == 0
            ? .waiting(isLocked: false) : .confirmed(entry.confirmations, isLocked: false)
    }

    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
}

extension ConfiguredNetwork {
    /// Dash's main network over a chain of tests.
    static func dash(_ chain: any Chain) -> ConfiguredNetwork {
        ConfiguredNetwork(id: ChainID(coin: "dash", network: .main, isPractice: false), chain: chain)
    }
}

extension CoinDescriptor {
    /// Dash with the old account that `schemes.yaml` gives it.
    static let dashWithOldAccount = CoinDescriptor.dash.with(hasOldAccount: true)
}
