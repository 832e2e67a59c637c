import RouterDash
import SchemeRouter

/// Dash's plugin with one thing wrong.
struct WrongPlugin: PaymentPlugin, LinkReader {
    let honest = DashPlugin()
    var understands: @Sendable (Set<ParameterName>) -> Set<ParameterName> = { $0 }
    var takesAddress: @Sendable (String, NetworkParameters, Bool) -> Bool = { _, _, isAddress in isAddress }
    var reads: @Sendable (RoutedLink, Result<WalletRequest, RequestError>) throws(RequestError) -> WalletRequest = {
        (_, read) throws(RequestError) in try read.get()
    }
    var pays: @Sendable (PaymentIntent) -> PaymentIntent = { $0 }
    var replies: @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate? = { reply, _ in reply }

    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        understands(honest.supportedRequiredParameters(for: coin, in: grammar))
    }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
        takesAddress(address, network, honest.isAddress(address, on: network))
    }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        try reads(link, Result { () throws(RequestError) in try honest.request(from: link) })
    }

    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        honest.question(about: request, answers: answers, on: chain)
    }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        pays(try await honest.pay(request, answers: answers, with: services))
    }

    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        try await honest.address(request, of: account, on: chain)
    }

    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        try honest.key(request, on: chain)
    }

    var replyForms: [ReplyForm] { honest.replyForms }

    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        replies(honest.reply(to: request, ending: ending), ending)
    }
}
