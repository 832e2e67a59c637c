import RouterNetworks
import SchemeRouter

/// The practice ledger, with another fee.
struct MarketChain: Chain {
    let ledger: SandboxChain
    let fee: Amount

    func feePerKB() async throws(ServiceError) -> Amount? { fee }

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
        try await ledger.unspentOutputs(payingTo: scripts)
    }

    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        try await ledger.usedScripts(among: scripts)
    }

    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] {
        try await ledger.history(of: scripts)
    }

    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await ledger.transactions(ids)
    }

    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        try await ledger.state(of: id)
    }

    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        try await ledger.states(of: outputs)
    }

    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        try await ledger.broadcast(transaction)
    }
}
