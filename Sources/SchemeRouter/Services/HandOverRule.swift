/// A line of the person's own settings that chooses the wallet for a link (S15). The first that fits decides.
public struct HandOverRule: Sendable, Hashable {
    /// The receiver of the link.
    public enum Target: Sendable, Hashable {
        /// The program with that desktop id: `electrum.desktop`.
        case program(String)
        /// This wallet.
        case here
        /// Whoever the person chooses then.
        case ask
    }

    /// Only links of that scheme, in lower case.
    public var scheme: String?
    /// Only links about that coin.
    public var coin: CoinID?
    /// Only payments on that network.
    public var network: NetworkKind?
    /// Only payments of this much or more.
    public var atLeast: Amount?
    /// Only payments of less than this.
    public var below: Amount?
    /// Whether it is for links that are none of the wallet's grammars, and for no others.
    public var isForeign: Bool
    /// The receiver.
    public var target: Target
    /// Whether the person is asked first. Only links of other grammars can go without: a payment always has its consent.
    public var asks: Bool
    /// The rule's position, for people: `config.yaml:12`; nil for one that is not written yet.
    public var place: String?

    /// Creates a rule.
    public init(
        scheme: String? = nil, coin: CoinID? = nil, network: NetworkKind? = nil, atLeast: Amount? = nil,
        below: Amount? = nil, isForeign: Bool = false, target: Target, asks: Bool = true, place: String? = nil
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.atLeast = atLeast
        self.below = below
        self.isForeign = isForeign
        self.target = target
        self.asks = asks
        self.place = place
    }

    /// Whether it is about such a payment. A rule with a range of amounts is about no payment whose amount is not known.
    func fits(_ header: RequestHeader, amount: Amount?) -> Bool {
        guard !isForeign, fits(scheme: header.scheme, coin: header.coin) else { return false }
        guard network == nil || network == header.network else { return false }
        guard atLeast != nil || below != nil else { return true }
        guard let amount else { return false }
        return amount >= atLeast ?? .zero && below.map { amount < $0 } ?? true
    }

    /// Whether it is about links of another grammar of that scheme.
    func fitsForeign(scheme: String, coins: [CoinID]) -> Bool {
        isForeign && (self.scheme ?? scheme) == scheme && coin.map(coins.contains) ?? true
    }

    private func fits(scheme: String, coin: CoinID) -> Bool {
        (self.scheme ?? scheme) == scheme && (self.coin ?? coin) == coin
    }
}

/// Keeps what the person decided once and for all in their own settings.
public protocol HandOverRules: Sendable {
    /// The line that would be written for a rule, as it is shown before it is written.
    func line(for rule: HandOverRule) -> String

    /// Writes a rule before all others of the person's settings. Returns its position: `config.yaml:12`.
    func remember(_ rule: HandOverRule) throws(ServiceError) -> String
}

/// Remembers which links went to which program in the last minutes, so that a link that comes back is known (S15).
///
/// Links are kept as their digests alone. What is remembered may be forgotten when the computer starts anew, and must be
/// the same for all processes of the person.
public protocol HandOverMemory: Sendable {
    /// What was handed over lately, newest first.
    func recent() throws(ServiceError) -> [HandedOverLink]

    /// Remembers a link, before it goes out.
    func remember(_ link: HandedOverLink) throws(ServiceError)

    /// Forgets a link that did not go out after all.
    func forget(_ link: HandedOverLink) throws(ServiceError)
}

/// A link that was handed over.
public struct HandedOverLink: Sendable, Hashable {
    /// For how many seconds a link that comes back counts as sent back by the program that got it.
    static let loopTime: UnixTime = 5
    /// For how many seconds it is said that the same link was handed over before.
    public static let memory: UnixTime = 600

    /// The fingerprint of the link as it arrived (``RoutedLink/fingerprint``).
    public let fingerprint: String
    /// The fingerprint of the link that went out, which differs where it was rewritten.
    public let sentFingerprint: String
    /// The name of the program that got it.
    public let program: String
    /// When.
    public let at: UnixTime

    /// Whether it is one of these (``ReadLink/fingerprints``).
    func isOne(of fingerprints: Set<String>) -> Bool {
        fingerprints.contains(fingerprint) || fingerprints.contains(sentFingerprint)
    }

    /// Creates a record.
    public init(fingerprint: String, sentFingerprint: String, program: String, at: UnixTime) {
        self.fingerprint = fingerprint
        self.sentFingerprint = sentFingerprint
        self.program = program
        self.at = at
    }
}
