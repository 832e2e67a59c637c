/// What a coin, or a family of coins, adds to the router.
///
/// A plugin reads links and proposes. It has no effects: it asks a question or proposes an intent, and the engine asks,
/// checks, signs, records and calls back. It never sees a private key (S8) and is a function of the request, the answers
/// and what it read through the services it was handed.
public protocol CoinPlugin: Sendable {
    /// The `req-` parameters this plugin's code really honours for a coin in links of a grammar (S3). A descriptor can
    /// take away, never add.
    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName>

    /// Whether a text is an address of the network, as the coin itself would write it. It decides whose link a bare
    /// address is, and one of a scheme that several coins share.
    func writes(_ address: String, on network: NetworkParameters) -> Bool

    /// What a link says, as one typed request. ``AuthorityLink`` and ``BIP21Link`` read the grammars.
    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest

    /// The next step of a payment.
    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> Step

    /// The next step of telling an address.
    func address(
        _ request: AddressRequest, answers: Answers, with services: AccountServices
    ) async throws(ServiceError) -> Step

    /// The next step of telling extended public keys.
    func key(_ request: KeyRequest, answers: Answers, on chain: ChainFacts) async throws(ServiceError) -> Step

    /// How the asking app is called back when what it asked for was done; nil where it is not.
    func callback(for request: WalletRequest) -> CallbackTemplate?
}

/// What a plugin wants next.
public enum Step: Sendable, Hashable {
    /// Ask the person; the plugin is called again with the answer.
    case ask(Question)
    /// Do this, if the person agrees.
    case propose(Intent)
}

/// Something only the person can say. Each is asked at most once.
public enum Question: Sendable, Hashable {
    /// How much to pay.
    case amount
    /// InstantSend is asked for and switched off. Where it is required, sending normally is not offered.
    case instantSend(isRequired: Bool)
}

/// What the person said so far.
public struct Answers: Sendable, Hashable {
    /// How much to pay.
    public var amount: Amount?
    /// Whether to pay with InstantSend although it is switched off.
    public var usesInstantSend: Bool?

    /// No answers yet.
    public init() {}
}
