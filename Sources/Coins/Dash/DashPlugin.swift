import BitcoinFamily
import SchemeRouter

/// Dash: `dashwallet://` links as its wallet documents them (seed document, "URL Scheme").
///
/// A Dash payment is a Bitcoin payment with other address bytes, so the steps are the family's. Dash's own are the
/// callbacks and InstantSend.
public struct DashPlugin: CoinPlugin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "dash"

    /// The plugin.
    public init() {}

    /// `IS` is honoured, everything else is the family's.
    public func understood(for coin: CoinDescriptor) -> Set<ParameterName> {
        AuthorityRequests.understood(for: coin)
    }

    /// Link → request.
    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        guard link.scheme.grammar == .authorityParameters else {
            throw RequestError(
                .unsupportedScheme, "“\(link.scheme.name)” links are not supported yet.",
                hint: "“dashwallet:” links are.")
        }
        return try AuthorityRequests.request(from: link)
    }

    /// Pay: asks for a missing amount, then proposes one payment with its fee and change.
    public func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> Step {
        try PaymentProposal.step(request, answers: answers, with: services)
    }

    /// Address: the first receive address that was never used, the same until it is.
    public func address(
        _ request: AddressRequest, answers: Answers, with services: AccountServices
    ) async throws(ServiceError) -> Step {
        let address = try await services.account.receiveAddress()
        return .propose(.address(AddressIntent(chain: services.chain.id, address: address)))
    }

    /// Keys: `m/account'` and `m/44'/5'/account'` (seed document, "Master public key").
    public func key(_ request: KeyRequest, answers: Answers, on chain: ChainFacts) async throws(ServiceError) -> Step {
        let intent = KeyIntent(
            chain: chain.id, account: request.account, bip32: .bip32(account: request.account),
            bip44: .bip44(coinType: chain.parameters.coinType, account: request.account))
        return .propose(.keys(intent))
    }

    /// Callbacks: `<sender>://callback=…`, in the family that the descriptor names.
    public func callback(for request: WalletRequest) -> CallbackTemplate? {
        request.callbackTemplate
    }
}
