import SchemeRouter

/// A network that only knows which scripts were used.
struct UsedChain: Chain {
    let used: Set<[UInt8]>

    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        Set(scripts.filter(used.contains))
    }

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
}
