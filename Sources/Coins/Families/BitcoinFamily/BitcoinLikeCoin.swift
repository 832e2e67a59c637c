import RouterBitcoinFormat
import SchemeRouter

/// A coin whose payments are Bitcoin's with other address bytes. Everything common to such coins is here; a coin's own
/// type defines only what is different.
public protocol BitcoinLikeCoin: PaymentPlugin, LinkReader {
    /// The replies of its wallets; nil if there are none.
    var replies: (any WalletReplies)? { get }

    /// Its network's name for a lock within seconds, which links request with `IS` if the descriptor has it too (S3);
    /// nil if it has none.
    var lockName: String? { get }
}

extension BitcoinLikeCoin {
    /// The parameters that the family reads, and `IS` if the coin has it.
    public func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        hasLock(coin) ? supportedNames.union([.lock]) : supportedNames
    }

    /// Whether the text is an address of the network in its current form, in any letter case that the form allows.
    public func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
        Address.isWritten(address, on: network)
    }

    /// The address with each version byte that the network has for its kind, such as Litecoin's `M…` and `3…`.
    public func spellings(of address: String, on network: NetworkParameters) -> [String] {
        (try? Address(address, on: network))?.texts(on: network) ?? [address]
    }

    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        switch link.scheme.grammar {
        case .authorityParameters, .bip21: try WalletRequests.request(from: link, hasLock: hasLock(link.coin))
        case .jsonParameter, .uri:
            throw RequestError(.unsupportedScheme, "“\(link.scheme.name)” links are not for this coin.")
        }
    }

    /// Asks for a missing amount, and about locking if the link requests a lock that is switched off.
    public func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        guard request.amount ?? answers.amount != nil else { return .amount }
        guard let lockName, let wish = request.lock, wish.isRequested, !chain.isLockOn, answers.usesLock == nil
        else { return nil }
        return .lock(name: lockName, isRequired: wish.isRequired)
    }

    /// Pay: one payment with its fee and change.
    public func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        try PaymentProposal.payment(request, answers: answers, with: services)
    }

    /// The most that the request can be paid with, to the unit.
    public func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? {
        PaymentProposal.most(request, answers: answers, with: services)
    }

    /// Address: the first receive address that was never used, unchanged until it is.
    public func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        AddressIntent(chain: chain.id, address: try await account.receiveAddress(progress: nil))
    }

    /// Keys: `m/account'` and `m/44'/coin'/account'` (Documentation/protocols/dash-axe.md §1.4).
    public func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        KeyIntent(
            chain: chain.id, account: request.account,
            bip32: .bip32(account: request.account).on(chain.id),
            bip44: .bip44(coinType: chain.parameters.coinType, account: request.account).on(chain.id))
    }

    /// The form of its wallets' replies.
    public var replyForms: [ReplyForm] { replies.map { [$0.form] } ?? [] }

    /// The proof of payment that the link requests, or the reply of its wallets' links if the descriptor names it.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard case .link(let asked) = request else { return replies?.reply(to: request, ending: ending) }
        if let proof = asked.proof {
            return ending == .done ? ReplyTemplate(link: LinkTemplate(proof)) : nil
        }
        // If another wallet pays, that wallet replies.
        if case .payment(let payment) = asked, payment.address == nil { return nil }
        guard let replies, asked.callbacks == replies.form.name else { return nil }
        return replies.reply(to: request, ending: ending)
    }

    private func hasLock(_ coin: CoinDescriptor) -> Bool { lockName != nil && coin.hasLock }
}

/// The parameters that the family reads and honours: not `r`, which is never fetched. Made when a link first requires
/// something: few do, and a set takes long to make.
private let supportedNames: Set<ParameterName> = [
    .pay, .request, .sender, .account, .amount, .label, .message, .proofOfPayment, .data,
]

/// A coin defined by configuration alone: Bitcoin, Litecoin, Dogecoin, and any that a person adds.
public struct BitcoinLikePlugin: BitcoinLikeCoin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "bitcoin-like"
    /// The replies that descriptors may give such coins.
    public let replies: (any WalletReplies)?
    /// Bitcoin-like networks lock nothing before it is in a block.
    public var lockName: String? { nil }

    /// The plugin.
    /// - Parameter replies: the replies that descriptors may name; nil if there are none.
    public init(replies: (any WalletReplies)? = nil) {
        self.replies = replies
    }
}

/// The replies that a coin's wallets document. Each kind has one instance for all coins.
public protocol WalletReplies: AnyObject, Sendable {
    /// Their form, which descriptors name.
    var form: ReplyForm { get }

    /// The reply that reports the outcome of a request to the requesting app; nil for none.
    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate?
}
