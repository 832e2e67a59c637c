import RouterNetworkBackend
import RouterNetworks
import SchemeRouter

/// `use: market`: practice money at the fees of a busy day, which the person says with `fee-per-kb`.
struct MarketUse: NetworkUse {
    /// See ``RouterNetworkBackend/NetworkUse``.
    static let (name, servesAccounts, isPractice) = ("market", false, true)
    /// Which network it looks like, and its fee.
    static var keys: [String] { [networkKey, "fee-per-kb"] }

    /// The fee for 1,000 bytes.
    let fee: Amount

    /// Reads the fee, in whole coins.
    static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let fee = document.required("fee-per-kb", in: fields) { document, node in
            document.coins(node, decimals: coin.decimals, max: coin.addressLedger?.feePerKB.max ?? .zero)
        }
        return fee.map { CoinNetwork(use: MarketUse(fee: $0), network: network) }
    }

    /// Opens the ledger.
    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        ConfiguredNetwork(
            id: context.id(isPractice: true), chain: MarketChain(ledger: SandboxChain(try ledger(context)), fee: fee))
    }

    /// How the ledger stands.
    func checks(_ context: NetworkContext) async -> [HealthCheck] {
        do throws(ServiceError) {
            let height = try ledger(context).info().height
            return [
                HealthCheck(
                    "market", .good,
                    "The market of \(context.coin.title) is at block \(height); it asks \(context.coin.text(fee)) for "
                        + "1,000 bytes.")
            ]
        } catch { return [HealthCheck("market", .failure, error.message, advice: error.hint)] }
    }

    private func ledger(_ context: NetworkContext) throws(ServiceError) -> SandboxLedger {
        try SandboxLedger(of: context.coin, network: context.network, in: context.ledgers)
    }
}
