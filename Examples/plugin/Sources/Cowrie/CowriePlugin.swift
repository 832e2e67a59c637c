import SchemeRouter

/// The family of cowries. It reads links, writes replies, and leaves payments to the ledger's own wallet.
package struct CowriePlugin: PaymentPlugin, LinkReader {
    /// The plugin's name in descriptors.
    package static let name = "cowrie"

    /// The plugin.
    package init() {}

    package func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        grammar == .authorityParameters ? [.pay, .request, .sender, .amount, .message] : []
    }

    package func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
        CowrieAddress(address) != nil
    }

    package func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        guard link.scheme.grammar == .authorityParameters else {
            throw RequestError(.unsupportedScheme, "“\(link.scheme.name)” links are not for cowries.")
        }
        return try CowrieRequests.request(from: link)
    }

    package var replyForms: [ReplyForm] { [CowrieReply.form] }

    package func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        if case .link(let asked) = request, asked.header.callbacks != CowrieReply.form.name { return nil }
        return CowrieReply.reply(to: request, ending: ending)
    }

    /// Nothing: every link says how much.
    package func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? { nil }

    // The keys are the ledger's wallet's (CowrieLedger), and not those of the person's own wallet, so none of these is asked.

    package func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent { throw Self.noKeys }

    package func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent { throw Self.noKeys }

    package func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        throw Self.noKeys
    }

    private static let noKeys = ServiceError(
        .unsupported, "Cowries are kept by the wallet of their ledger.",
        hint: "config.yaml: networks: { cowrie: { use: cowrie-ledger } }.")
}
