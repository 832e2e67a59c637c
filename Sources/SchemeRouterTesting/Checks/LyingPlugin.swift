import SchemeRouter

/// The plugin, with a lie that the engine must detect.
struct LyingPlugin: PaymentPlugin {
    let honest: any PaymentPlugin
    var payment: @Sendable (PaymentIntent) -> PaymentIntent = { $0 }
    var told: @Sendable (AddressIntent) -> AddressIntent = { $0 }
    var keys: @Sendable (KeyIntent) -> KeyIntent = { $0 }
    var answer: @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate? = { reply, _ in reply }

    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> {
        honest.understood(for: coin, in: grammar)
    }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool { honest.isAddress(address, on: network) }

    func spellings(of address: String, on network: NetworkParameters) -> [String] {
        honest.spellings(of: address, on: network)
    }

    func coin(of link: RoutedLink) -> CoinID? { honest.coin(of: link) }

    func sameness(of link: RoutedLink) -> [UInt8]? { honest.sameness(of: link) }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        honest.question(about: request, answers: answers, on: chain)
    }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        payment(try await honest.pay(request, answers: answers, with: services))
    }

    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        told(try await honest.address(request, of: account, on: chain))
    }

    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        keys(try honest.key(request, on: chain))
    }

    var replyForms: [ReplyForm] { honest.replyForms }

    var namesFormsLater: Bool { honest.namesFormsLater }

    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate? {
        answer(try honest.reply(to: request, ending: ending), ending)
    }
}

/// The same for named accounts, whose lies are about replies.
struct LyingAccountPlugin: AccountPlugin {
    let honest: any AccountPlugin
    let answer: @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate?

    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> {
        honest.understood(for: coin, in: grammar)
    }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool { honest.isAddress(address, on: network) }

    func coin(of link: RoutedLink) -> CoinID? { honest.coin(of: link) }

    func sameness(of link: RoutedLink) -> [UInt8]? { honest.sameness(of: link) }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    var replyForms: [ReplyForm] { honest.replyForms }

    var namesFormsLater: Bool { honest.namesFormsLater }

    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate? {
        answer(try honest.reply(to: request, ending: ending), ending)
    }

    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError) { try honest.check(request, by: signer, bindings: bindings) }

    func texts(
        for request: WalletRequest, by signer: AccountSigner, at time: UnixTime
    ) throws(ServiceError) -> [String] { try honest.texts(for: request, by: signer, at: time) }

    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? {
        honest.binding(after: request, by: signer)
    }
}
