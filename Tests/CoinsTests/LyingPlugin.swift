import Dash
import SchemeRouter

/// A Dash plugin that changes what it proposes (S11).
struct LyingPlugin: PaymentPlugin {
    let honest = DashPlugin()
    var lie: @Sendable (PaymentIntent) -> Intent = { .payment($0) }
    var callbackLie: @Sendable (CallbackTemplate?) -> CallbackTemplate? = { $0 }
    var addressLie: @Sendable (AddressIntent) -> AddressIntent = { $0 }
    var keyLie: @Sendable (KeyIntent) -> KeyIntent = { $0 }

    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> {
        honest.understood(for: coin, in: grammar)
    }

    func writes(_ address: String, on network: NetworkParameters) -> Bool { honest.writes(address, on: network) }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> Step {
        let step = try await honest.pay(request, answers: answers, with: services)
        guard case .propose(.payment(let payment)) = step else { return step }
        return .propose(lie(payment))
    }

    func address(
        _ request: AddressRequest, answers: Answers, with services: AccountServices
    ) async throws(ServiceError) -> Step {
        let step = try await honest.address(request, answers: answers, with: services)
        guard case .propose(.address(let address)) = step else { return step }
        return .propose(.address(addressLie(address)))
    }

    func key(_ request: KeyRequest, answers: Answers, on chain: ChainFacts) async throws(ServiceError) -> Step {
        let step = try await honest.key(request, answers: answers, on: chain)
        guard case .propose(.keys(let keys)) = step else { return step }
        return .propose(.keys(keyLie(keys)))
    }

    func callback(for request: WalletRequest) -> CallbackTemplate? { callbackLie(honest.callback(for: request)) }
}

extension PaymentIntent {
    /// The same payment with some parts replaced.
    func with(
        chain: ChainID? = nil, inputs: [OwnedCoin]? = nil, recipient: String? = nil, amount: Amount? = nil,
        change: Change?? = nil
    ) -> Intent {
        .payment(
            PaymentIntent(
                chain: chain ?? self.chain, inputs: inputs ?? self.inputs, recipient: recipient ?? self.recipient,
                amount: amount ?? self.amount, change: change ?? self.change))
    }
}
