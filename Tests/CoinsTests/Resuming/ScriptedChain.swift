import SchemeRouter
import Synchronization

/// A network that says what it was given about one transaction and its UTXOs, and keeps what it is sent.
final class ScriptedChain: Chain {
    let known: TransactionState
    let outputs: [Outpoint: OutputState]
    let failure: ServiceError?
    let reading: ServiceError?
    let acceptance: Acceptance
    /// What it says of single transactions; of others it says `known`.
    let states: [TransactionID: TransactionState]
    /// Whether somebody else says the same.
    let isWitnessed: Bool
    /// The failure of asking somebody else.
    let witnessFailure: ServiceError?
    let sent = Mutex<[SignedTransaction]>([])
    /// How often it was asked about a transaction.
    let questions = Mutex(0)
    /// What it says of outputs, one answer after another, before it says what it always does.
    let nextOutputs: Mutex<[[Outpoint: OutputState]]>

    /// - Parameters:
    ///   - failure: of sending.
    ///   - reading: the failure of every question.
    init(
        _ known: TransactionState = .unknown, outputs: [Outpoint: OutputState] = [:],
        failing failure: ServiceError? = nil,
        reading: ServiceError? = nil, accepting acceptance: Acceptance = .network,
        first nextOutputs: [[Outpoint: OutputState]] = [], knowing states: [TransactionID: TransactionState] = [:],
        isWitnessed: Bool = true, failingWitness witnessFailure: ServiceError? = nil
    ) {
        self.witnessFailure = witnessFailure
        (self.states, self.isWitnessed) = (states, isWitnessed)
        self.nextOutputs = Mutex(nextOutputs)
        self.acceptance = acceptance
        (self.known, self.outputs, self.failure, self.reading) = (known, outputs, failure, reading)
    }

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }

    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        questions.withLock { $0 += 1 }
        if let reading { throw reading }
        if let state = states[id] { return state }
        // What it took it has.
        let isSent = failure == nil && sent.withLock { sent in sent.contains { $0.id == id } }
        return known == .unknown && isSent ? .waiting(isLocked: false) : known
    }

    func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool {
        if let witnessFailure { throw witnessFailure }
        return isSo(try await state(of: id)) && isWitnessed
    }

    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        if let reading { throw reading }
        return nextOutputs.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? self.outputs
    }

    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        sent.withLock { $0.append(transaction) }
        if let failure { throw failure }
        return acceptance
    }
}
