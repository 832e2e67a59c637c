/// What a coin, or a family of coins, adds to the router.
///
/// A plugin reads links and proposes. It has no effects: it says what must be asked and proposes an intent, and the engine
/// asks, checks, signs, records and replies. What it can do beside reading, ``PaymentPlugin`` or ``AccountPlugin`` says. It never
/// sees a private key (S8) and is a function of the request, the answers and what it read through the services it was
/// handed.
public protocol CoinPlugin: Sendable {
    /// The `req-` parameters this plugin's code really honours for a coin in links of a grammar (S3). A descriptor can
    /// take away, never add.
    func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName>

    /// Whether a text is an address of the network, as the coin itself would write it. It decides whose link a bare
    /// address is, and one of a scheme that several coins share.
    func isAddress(_ address: String, on network: NetworkParameters) -> Bool

    /// Why it can read no link any more, so that what it said of the last one means nothing; nil while it can.
    var failure: RequestError? { get }

    /// The coin that a link is about whose scheme names none; nil where it says none that is described. Then nobody here
    /// carries it out.
    func coin(of link: RoutedLink) -> CoinID?

    /// What is the same for all links that ask for the same in another spelling, so that none is answered twice unasked; nil
    /// where the bytes of the link are.
    func sameness(of link: RoutedLink) -> [UInt8]?

    /// What a link says, as one typed request. ``AuthorityLink`` and ``BIP21Link`` read the grammars.
    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest

    /// The forms of replies that it writes. They are asked for once, when the router is built, except where
    /// ``namesFormsLater`` says otherwise.
    var replyForms: [ReplyForm] { get }

    /// Whether it knows its forms only once it read its first link, as a program does that is started for one. Then
    /// descriptors may name any, and it throws where a link needs one that it does not have. Plugins need not say it: most do not.
    var namesFormsLater: Bool { get }

    /// How whoever asks is told how a request ended; nil where they are not. The same for the same request, also for what
    /// the journal has of it after a restart. Throws where it cannot say, as a program may that has ended.
    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate?

    /// What it can do beside reading. Plugins need not say it: those that conform to ``PaymentPlugin`` or
    /// ``AccountPlugin`` have it.
    var ability: PluginAbility { get }
}

/// What a plugin can do beside reading links.
public enum PluginAbility: Sendable {
    /// It only reads.
    case none
    /// It pays from addresses, and tells addresses and keys.
    case payments(any PaymentPlugin)
    /// It answers dapps, by named accounts.
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

/// A plugin for coins whose money lies at addresses, and whose keys an account has many of.
public protocol PaymentPlugin: CoinPlugin {
    /// What must be asked before a payment can be proposed; nil where nothing is left to ask.
    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question?

    /// The payment that a request asks for, once nothing is left to ask.
    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent

    /// The most that a request can be paid with: ``pay(_:answers:with:)`` proposes exactly that amount, and no unit more. Nil
    /// where nothing can be paid, or it is not known. Plugins need not say it; then nobody can pay “all”.
    func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount?

    /// The address to tell.
    /// - Parameters:
    ///   - request: what the link asks for.
    ///   - account: public data of the account it is of.
    ///   - chain: the coin and network.
    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent

    /// The extended public keys to tell.
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
    /// A lock within seconds, which the network calls by this name, is asked for and switched off. Where it is required,
    /// sending normally is not offered.
    case lock(name: String, isRequired: Bool)
}

/// What the person said so far.
public struct Answers: Sendable, Hashable {
    /// How much to pay.
    public var amount: Amount?
    /// Whether ``amount`` is all that the account can pay: of another account it is another amount.
    var paysAll = false
    /// Whether to pay with a lock although it is switched off.
    public var usesLock: Bool?

    /// No answers yet.
    public init() {}
}
