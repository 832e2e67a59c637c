import RouterBitcoinFamily
import SchemeRouter

/// A family of coins: it reads links of its own, and pays as Bitcoin does.
struct TallyPlugin: PaymentPlugin, LinkReader {
    /// The plugin's name in descriptors.
    static let name = "tally"

    /// What is no different from Bitcoin is Bitcoin's.
    private let bitcoin = BitcoinLikePlugin()

    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        grammar == .authorityParameters ? [.pay, .request, .sender, .amount] : []
    }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
        bitcoin.isAddress(address, on: network)
    }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        try TallyRequests.request(from: link)
    }

    /// Nothing: every link says how much.
    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? { nil }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        try await bitcoin.pay(request, answers: answers, with: services)
    }

    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        try await bitcoin.address(request, of: account, on: chain)
    }

    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        throw ServiceError(.unsupported, "Keys of \(chain.coin.title) are not told.")
    }

    var replyForms: [ReplyForm] { [Voucher.form] }

    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        Voucher.reply(to: request, ending: ending)
    }
}
