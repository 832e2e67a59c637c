/// The person's own configuration for asking and answering (S7).
public struct Settings: Sendable, Hashable {
    /// Actions that need the passcode although a confirmation would do.
    public var passcodeActions: Set<Action>
    /// Coins for which a lock within seconds is switched off.
    public var locksOff: Set<CoinID>
    /// Who may receive answers about practice money (S14): schemes of programs and hosts of servers, in lower case.
    public var practiceSenders: Set<String>
    /// Schemes, in lower case, whose requesting apps are told that a request the person saw was not carried out.
    public var failureCallbacks: Set<String>
    /// Hosts on this computer and on private networks that may receive answers: without brackets and ports, in lower
    /// case.
    public var localServers: Set<String> = []
    /// What is forbidden, whatever the sender.
    public var policy: Policy
    /// Which wallet receives a link. The first matching rule decides.
    public var handOver: [HandOverRule] = []
    /// The fees that the person wants to pay.
    public var fees = FeeChoices()

    public init(
        passcodeActions: Set<Action> = [], locksOff: Set<CoinID> = [], practiceSenders: Set<String> = [],
        failureCallbacks: Set<String> = [], policy: Policy = Policy()
    ) {
        self.passcodeActions = passcodeActions
        self.locksOff = locksOff
        self.practiceSenders = practiceSenders
        self.failureCallbacks = failureCallbacks
        self.policy = policy
    }
}

/// What the person's own settings forbid, whatever the sender and whatever they might agree to in a hurry (S7).
public struct Policy: Sendable, Hashable {
    /// The most that may be paid, for coins that have a limit.
    public var limits: [CoinID: SpendingLimits]
    /// Coins whose only limits are in later files, which may only tighten: unlike the person's own limits of a coin, these
    /// do not show that the person knows it, so they never exempt its payments from another coin's limits.
    public var laterLimits: Set<CoinID> = []
    /// The only apps and servers that may receive anything (``WalletRequest/receiverNames``); nil for all that pass the
    /// checks.
    ///
    /// A link without receivers is allowed: nobody is answered.
    public var senders: Set<String>?

    public init(limits: [CoinID: SpendingLimits] = [:], senders: Set<String>? = nil) {
        self.limits = limits
        self.senders = senders
    }

    /// The coins that have a limit. An entry without one limits nothing.
    var limitedCoins: [CoinID] { limits.filter { !$0.value.isEmpty }.map(\.key) }

    /// Whether the person's own settings limit a coin.
    func hasOwnLimits(_ coin: CoinID) -> Bool { limits[coin]?.isEmpty == false && !laterLimits.contains(coin) }

    /// The first receiver of a request that is not allowed; nil if all are.
    func forbidden(of request: WalletRequest) -> String? { request.receiverNames.first { !allows($0) } }

    func allows(_ name: String) -> Bool { senders?.contains(name) ?? true }
}

/// The most that may be paid in one coin, including fees.
public struct SpendingLimits: Sendable, Hashable {
    /// In one payment.
    public var payment: Amount?
    /// Within 24 hours.
    public var day: Amount?

    /// Whether there is no limit.
    public var isEmpty: Bool { payment == nil && day == nil }

    public init(payment: Amount? = nil, day: Amount? = nil) {
        self.payment = payment
        self.day = day
    }
}
