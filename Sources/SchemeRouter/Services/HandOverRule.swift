/// A rule in the person's own settings that chooses the wallet for a link (S15). The first matching rule decides.
public struct HandOverRule: Sendable, Hashable {
    /// The receiver of the link.
    public enum Target: Sendable, Hashable {
        /// The program with this desktop id: `electrum.desktop`.
        case program(String)
        /// This wallet.
        case here
        /// The one that the person chooses each time.
        case ask
    }

    /// Only links of this scheme, in lower case.
    public var scheme: String?
    /// Only links of this coin.
    public var coin: CoinID?
    /// Only payments on this network.
    public var network: NetworkKind?
    /// Only payments of at least this amount.
    public var atLeast: Amount?
    /// Only payments below this amount.
    public var below: Amount?
    /// Whether the rule is only for links that do not match the wallet's grammars.
    public var isForeign: Bool
    /// The receiver.
    public var target: Target
    /// Whether the person is asked first. It can be false only for links of other grammars: a payment always needs
    /// consent.
    public var asks: Bool
    /// What the program is known to read in links of this scheme or coin, in addition to what was measured; nil if the
    /// person says nothing about it.
    public var reads: ProgramReads?
    /// The rule's position, for people: `config.yaml:12`; nil if it is not yet written.
    public var place: String?

    public init(
        scheme: String? = nil, coin: CoinID? = nil, network: NetworkKind? = nil, atLeast: Amount? = nil,
        below: Amount? = nil, isForeign: Bool = false, target: Target, asks: Bool = true, reads: ProgramReads? = nil,
        place: String? = nil
    ) {
        self.scheme = scheme
        self.coin = coin
        self.network = network
        self.atLeast = atLeast
        self.below = below
        self.isForeign = isForeign
        self.target = target
        self.asks = asks
        self.reads = reads
        self.place = place
    }

    /// Whether it applies to such a payment. A rule with a range of amounts does not apply to payments of unknown
    /// amounts.
    func fits(_ header: RequestHeader, amount: Amount?) -> Bool {
        guard !isForeign, fits(scheme: header.scheme, coin: header.coin) else { return false }
        guard network == nil || network == header.network else { return false }
        guard atLeast != nil || below != nil else { return true }
        guard let amount else { return false }
        return amount >= atLeast ?? .zero && below.map { amount < $0 } ?? true
    }

    /// Whether it applies to links of another grammar with that scheme.
    func fitsForeign(scheme: String, coins: [CoinID]) -> Bool {
        isForeign && (self.scheme ?? scheme) == scheme && coin.map(coins.contains) ?? true
    }

    /// Whether it is about such links, whatever their amount and their network.
    func fits(scheme: String, coin: CoinID) -> Bool {
        (self.scheme ?? scheme) == scheme && (self.coin ?? coin) == coin
    }
}

/// Stores the person's permanent decisions in their own settings.
public protocol HandOverRules: Sendable {
    /// The line for a rule, shown before it is written.
    func line(for rule: HandOverRule) -> String

    /// Writes a rule before all others in the person's settings. Returns its position: `config.yaml:12`.
    func remember(_ rule: HandOverRule) throws(ServiceError) -> String
}

/// Remembers which links were given to which program in the last minutes, so that a returning link is recognised (S15).
///
/// Only digests of links are stored. The memory may be lost when the computer restarts, and must be shared by all
/// processes of the person.
public protocol HandOverMemory: Sendable {
    /// The recent links, newest first.
    func recent() throws(ServiceError) -> [HandedOverLink]

    /// Remembers a link before it is handed over.
    func remember(_ link: HandedOverLink) throws(ServiceError)

    /// Forgets a link that was not handed over after all.
    func forget(_ link: HandedOverLink) throws(ServiceError)
}

/// A link that was handed over.
public struct HandedOverLink: Sendable, Hashable {
    /// How long a returning link counts as sent back by the program that received it, in seconds.
    static let loopTime: UnixTime = 5
    /// How long the person is told that the same link was handed over before, in seconds.
    public static let memory: UnixTime = 600

    /// The fingerprint of the link as received (``RoutedLink/fingerprint``).
    public let fingerprint: String
    /// The fingerprint of the link that was handed over, which differs if it was rewritten.
    public let sentFingerprint: String
    /// The name of the program that received it.
    public let program: String
    /// When it was handed over.
    public let at: UnixTime

    /// Whether it matches one of these (``ReadLink/fingerprints``).
    func isOne(of fingerprints: Set<String>) -> Bool {
        fingerprints.contains(fingerprint) || fingerprints.contains(sentFingerprint)
    }

    public init(fingerprint: String, sentFingerprint: String, program: String, at: UnixTime) {
        self.fingerprint = fingerprint
        self.sentFingerprint = sentFingerprint
        self.program = program
        self.at = at
    }
}
