/// What a coin, or a family of coins, adds to the router.
///
/// A plugin reads links and proposes. It has no effects: it says what must be asked and proposes an intent, and the engine
/// asks, checks, signs, records and replies. ``PaymentPlugin`` or ``AccountPlugin`` defines what it can do in addition
/// to reading. It never sees a private key (S8) and is a function of the request, the answers and what it read through
/// the services it was handed.
public protocol CoinPlugin: Sendable {
    /// The `req-` parameters this plugin's code really honours for a coin in links of a grammar (S3). A descriptor can
    /// remove some, never add any.
    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName>

    /// Whether a text is an address of the network, as the coin itself would write it. It decides whose link a bare
    /// address is, and one of a scheme that several coins share.
    func isAddress(_ address: String, on network: NetworkParameters) -> Bool

    /// Why it can no longer read links, so that its last result is void; nil while it can.
    var failure: RequestError? { get }

    /// The coin of a link whose scheme names none; nil if the link names no described coin. Then nothing here carries
    /// it out.
    func coin(of link: RoutedLink) -> CoinID?

    /// A key shared by all spellings of the same request, so that none is answered twice unasked; nil if the link's
    /// bytes are that key.
    func sameness(of link: RoutedLink) -> [UInt8]?

    /// What a link says, as one typed request. ``AuthorityLink`` and ``BIP21Link`` read the grammars.
    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest

    /// The reply forms that it writes. They are read once, when the router is built, except where
    /// ``namesFormsLater`` says otherwise.
    var replyForms: [ReplyForm] { get }

    /// Whether its forms are known only after its first link, as for a program that is started for one. Then
    /// descriptors may name any, and it throws if a link needs one that it lacks. The default is no.
    var namesFormsLater: Bool { get }

    /// The reply that reports how a request ended; nil for none. It is the same for the same request, also for the
    /// journal's record of it after a restart. Throws if it cannot be made, as when a program has exited.
    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate?

    /// What it can do in addition to reading. The default follows from conformance to ``PaymentPlugin`` or
    /// ``AccountPlugin``.
    var ability: PluginAbility { get }
}

/// What a plugin can do in addition to reading links.
public enum PluginAbility: Sendable {
    /// It only reads.
    case none
    /// It pays from addresses, and shares addresses and keys.
    case payments(any PaymentPlugin)
    /// It answers dapps, with named accounts.
    case accounts(any AccountPlugin)
}

extension CoinPlugin {
    /// It only reads.
    public var ability: PluginAbility { .none }

    /// None.
    public func coin(of link: RoutedLink) -> CoinID? { nil }

    /// The bytes of the link.
    public func sameness(of link: RoutedLink) -> [UInt8]? { nil }

    /// It never fails.
    public var failure: RequestError? { nil }

    /// It knows its forms from the beginning.
    public var namesFormsLater: Bool { false }
}

extension CoinPlugin where Self: PaymentPlugin {
    /// It pays.
    public var ability: PluginAbility { .payments(self) }
}

extension CoinPlugin where Self: AccountPlugin {
    /// It answers dapps.
    public var ability: PluginAbility { .accounts(self) }
}

/// A plugin for coins with addresses, whose accounts have many keys.
public protocol PaymentPlugin: CoinPlugin {
    /// What must be asked before a payment can be proposed; nil if nothing is left to ask.
    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question?

    /// The payment that a request asks for, once nothing is left to ask.
    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent

    /// The highest amount that can be paid: ``pay(_:answers:with:)`` can propose exactly that amount and not one unit
    /// more. Nil if nothing can be paid, or it is not known. Optional; without it, “all” cannot be paid.
    func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount?

    /// The address to share.
    /// - Parameters:
    ///   - request: what the link asks for.
    ///   - account: public data of its account.
    ///   - chain: the coin and network.
    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent

    /// The extended public keys to share.
    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent
}

extension PaymentPlugin {
    /// It is not known.
    public func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? { nil }
}

/// Something only the person can say. Each is asked at most once.
public enum Question: Sendable, Hashable {
    /// How much to pay.
    case amount
    /// A lock within seconds, which the network calls by this name, is requested but switched off. If it is required,
    /// paying without it is not offered.
    case lock(name: String, isRequired: Bool)
}

/// What the person said so far.
public struct Answers: Sendable, Hashable {
    /// How much to pay.
    public var amount: Amount?
    /// Whether ``amount`` is everything the account can pay: for another account it is another amount.
    var paysAll = false
    /// Whether to pay with a lock although it is switched off.
    public var usesLock: Bool?

    /// No answers yet.
    public init() {}
}
