import BitcoinFormat
import SchemeRouter

/// A coin whose payments are Bitcoin's with other address bytes. All of what such a coin does is here; a coin's own type
/// says what is different about it.
public protocol BitcoinLikeCoin: PaymentPlugin {
    /// Whether the coin's `IS` is honoured, where its descriptor has InstantSend too (S3).
    var honoursInstantSend: Bool { get }
}

extension BitcoinLikeCoin {
    /// What the family reads, and `IS` where the coin has it.
    public func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> {
        var names: Set<ParameterName> =
            switch grammar {
            // `label` is read and thrown away and `r` is never fetched, so neither can be required.
            case .authorityParameters: [.pay, .request, .sender, .account, .amount, .message]
            case .bip21: [.amount, .label, .message, .sender, .proofOfPayment]
            case .jsonParameter: []
            }
        if hasInstantSend(coin) { names.insert(.instantSend) }
        return names
    }

    /// Whether the text is an address of the network as it is written today, in any case where that does not matter.
    public func writes(_ address: String, on network: NetworkParameters) -> Bool {
        guard let read = try? Address(address, on: network) else { return false }
        if case .witness = read.kind { return true }
        return read.text(on: network) == address
    }

    /// Link → request.
    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        let hasInstantSend = hasInstantSend(link.coin)
        switch link.scheme.grammar {
        case .authorityParameters:
            return try AuthorityRequests.request(from: link, hasInstantSend: hasInstantSend)
        case .bip21:
            return .payment(try BIP21Requests.request(from: link, hasInstantSend: hasInstantSend))
        case .jsonParameter:
            throw RequestError(.unsupportedScheme, "“\(link.scheme.name)” links are not about this coin.")
        }
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
        let address = try await services.account.survey(progress: nil).receiveAddress
        return .propose(.address(AddressIntent(chain: services.chain.id, address: address)))
    }

    /// Keys: `m/account'` and `m/44'/coin'/account'` (seed documents, "Master public key").
    public func key(_ request: KeyRequest, answers: Answers, on chain: ChainFacts) async throws(ServiceError) -> Step {
        let intent = KeyIntent(
            chain: chain.id, account: request.account, bip32: .bip32(account: request.account).on(chain.id),
            bip44: .bip44(coinType: chain.parameters.coinType, account: request.account).on(chain.id))
        return .propose(.keys(intent))
    }

    /// Callbacks, in the family that the descriptor names, or the proof of payment that the link asks for.
    public func callback(for request: WalletRequest) -> CallbackTemplate? {
        request.callbackTemplate
    }

    private func hasInstantSend(_ coin: CoinDescriptor) -> Bool {
        honoursInstantSend && coin.hasInstantSend
    }
}

/// A coin that is described by configuration alone: Bitcoin, Litecoin, Dogecoin, and whatever a person adds.
public struct BitcoinLikePlugin: BitcoinLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "bitcoin-like"
    /// Bitcoin's kind of network locks nothing before a block does.
    public let honoursInstantSend = false

    /// The plugin.
    public init() {}
}
