import RouterDash
import SchemeRouter

/// A Dash plugin that changes what it proposes (S11).
struct LyingPlugin: PaymentPlugin, LinkReader {
    let honest = DashPlugin()
    var lie: @Sendable (PaymentIntent) -> PaymentIntent = { $0 }
    var replyLie: @Sendable (ReplyTemplate?, ReplyRequest, Ending) -> ReplyTemplate? = { reply, _, _ in reply }
    var addressLie: @Sendable (AddressIntent) -> AddressIntent = { $0 }
    var keyLie: @Sendable (KeyIntent) -> KeyIntent = { $0 }
    var questionLie: @Sendable (Question?) -> Question? = { $0 }
    var otherForms: [ReplyForm] = []
    var otherSpellings: [String]?
    var declaresFormsLazily = false

    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        honest.supportedRequiredParameters(for: coin, in: grammar)
    }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool { honest.isAddress(address, on: network) }

    func spellings(of address: String, on network: NetworkParameters) -> [String] { otherSpellings ?? [address] }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        questionLie(honest.question(about: request, answers: answers, on: chain))
    }

    func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? {
        honest.most(for: request, answers: answers, with: services)
    }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        lie(try await honest.pay(request, answers: answers, with: services))
    }

    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        addressLie(try await honest.address(request, of: account, on: chain))
    }

    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        keyLie(try honest.key(request, on: chain))
    }

    var replyForms: [ReplyForm] { honest.replyForms + otherForms }

    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        replyLie(honest.reply(to: request, ending: ending), request, ending)
    }
}

extension PaymentIntent {
    /// The same payment with some parts replaced.
    func with(
        chain: ChainID? = nil, inputs: [OwnedUTXO]? = nil, recipient: String? = nil, amount: Amount? = nil,
        data: PaymentData?? = nil, change: Change?? = nil
    ) -> PaymentIntent {
        PaymentIntent(
            chain: chain ?? self.chain, inputs: inputs ?? self.inputs, recipient: recipient ?? self.recipient,
            amount: amount ?? self.amount, data: data ?? self.data, change: change ?? self.change)
    }
}
