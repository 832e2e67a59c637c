/// What a coin, or a family of coins, adds to the router once a link was read: what it can do, and how apps are answered.
///
/// A plugin proposes. It has no effects: it says what must be asked and proposes an intent; the engine asks, checks,
/// signs, records and replies. ``PaymentPlugin`` or ``AccountPlugin`` defines what it can do. It never sees a private key
/// (S8), and its results depend only on the request, the answers and what it read through the services it received.
/// Links are read by a ``LinkReader``, which may be the same type.
public protocol CoinPlugin: Sendable {
    /// The reply forms that it writes. Read once, when the router is created, unless ``declaresFormsLazily`` is true.
    var replyForms: [ReplyForm] { get }

    /// Whether its forms are known only after its first link, as with a program that is started on demand. Then
    /// descriptors may name any form, and it throws if a link needs one that it lacks. The default is false.
    var declaresFormsLazily: Bool { get }

    /// The reply that reports how a request ended; nil for none. It is the same for the same request, including the
    /// journal's record of it after a restart. Throws if it cannot be made, such as when a program has exited.
    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate?

    /// What it can do. The default follows from conformance to ``PaymentPlugin`` or ``AccountPlugin``.
    var ability: PluginAbility { get }
}

/// What a plugin can do.
public enum PluginAbility: Sendable {
    /// Nothing: its links are only read.
    case none
    /// It pays from addresses, and shares addresses and keys.
    case payments(any PaymentPlugin)
    /// It answers dapps with named accounts.
    case accounts(any AccountPlugin)
}

extension CoinPlugin {
    /// Nothing.
    public var ability: PluginAbility { .none }

    /// It knows its forms from the start.
    public var declaresFormsLazily: Bool { false }
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

    /// The payment for a request, after all questions are answered.
    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent

    /// The highest amount that can be paid: ``pay(_:answers:with:)`` can propose exactly that amount and not one unit
    /// more. Nil if nothing can be paid, or if unknown. Optional; without it, “all” cannot be paid.
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
    /// Unknown.
    public func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? { nil }
}

/// A question that only the person can answer. Each is asked at most once.
public enum Question: Sendable, Hashable {
    /// The amount to pay.
    case amount
    /// A lock within seconds, with the network's name for it, is requested but switched off. If it is required, paying
    /// without it is not offered.
    case lock(name: String, isRequired: Bool)
}

/// The person's answers so far.
public struct Answers: Sendable, Hashable {
    /// The amount to pay.
    public var amount: Amount?
    /// Whether ``amount`` is everything that the account can pay: then it differs for another account.
    var paysAll = false
    /// Whether to pay with a lock although it is switched off.
    public var usesLock: Bool?

    /// No answers yet.
    public init() {}
}

/// A plugin for coins with named accounts, whose links come from dapps.
///
/// The coin's network, not the plugin, encodes the requested calls and decodes them again. A plugin knows the protocol
/// between wallet and dapp: who may ask, what is signed for a login, and how a dapp is answered.
public protocol AccountPlugin: CoinPlugin {
    /// Throws if the account must not answer this dapp. ``ServiceError/dappCode`` is the error number of its protocol,
    /// shown to the person; the dapp does not receive it.
    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError)

    /// The texts to sign for a login or a signature request.
    func texts(for request: WalletRequest, by signer: AccountSigner, at time: UnixTime) throws(ServiceError) -> [String]

    /// What to remember after the request was carried out; nil for nothing.
    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding?
}

/// The coin and network of a request.
public struct ChainFacts: Sendable {
    public let coin: CoinDescriptor
    /// The network.
    public let id: ChainID
    public let parameters: NetworkParameters
    /// Whether the coin has a lock within seconds, and the person has enabled it.
    public let isLockOn: Bool

    public init(coin: CoinDescriptor, id: ChainID, parameters: NetworkParameters, isLockOn: Bool) {
        self.coin = coin
        self.id = id
        self.parameters = parameters
        self.isLockOn = isLockOn
    }
}
