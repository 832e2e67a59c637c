/// The record of what was asked and what was done, written before each effect (S6).
///
/// `seen → approved → signed → sent → called back`, and an end. Every call returns only when its change is durable.
/// Someone who embeds the engine in a server implements it on their own database.
public protocol Journal: Sendable {
    /// Records a link that became a request. Returns the entry's number.
    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64

    /// Records that an entry went one step further.
    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError)

    /// The newest entries, newest first.
    func newest(_ count: Int) throws(ServiceError) -> [JournalEntry]

    /// The entries from the oldest one that went a step further at `time` or later, newest first: by their numbers,
    /// whatever their times. Those with an earlier time among them tell that the clock was set back.
    func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry]

    /// Payments that were signed and are neither sent nor certainly not sent. Their inputs stay reserved.
    func undecidedPayments() throws(ServiceError) -> [JournalEntry]
}

/// Seconds since 1970-01-01T00:00:00Z.
public typealias UnixTime = Int64

/// What a request says about itself in the journal: no message text, no keys.
public struct JournalRequest: Sendable, Hashable {
    /// What was asked for.
    public let action: Action
    /// The scheme of the link, in lower case.
    public let scheme: String
    /// Fingerprint of the link (``RoutedLink/fingerprint``): the same link again has the same one.
    public let fingerprint: String
    /// The coin and network.
    public let chain: ChainID
    /// Who asked, as the link says; nil where it does not.
    public let sender: String?
    /// The recipient of a payment.
    public let recipient: String?
    /// The amount that was asked for; nil where the person gives it.
    public let amount: Amount?
    /// The account whose keys were asked for.
    public let account: UInt32?

    /// A request as given.
    public init(
        action: Action, scheme: String, fingerprint: String, chain: ChainID, sender: String?,
        recipient: String? = nil, amount: Amount? = nil, account: UInt32? = nil
    ) {
        self.action = action
        self.scheme = scheme
        self.fingerprint = fingerprint
        self.chain = chain
        self.sender = sender
        self.recipient = recipient
        self.amount = amount
        self.account = account
    }
}

/// A step an entry takes.
public enum JournalStep: Sendable, Hashable {
    /// The person agreed to exactly this.
    case approved(Intent)
    /// A payment was signed; it spends `inputs`. From here on it may reach the network.
    case signed(SignedTransaction, inputs: [Outpoint])
    /// The network took the payment.
    case sent
    /// The callback was started.
    case calledBack
    /// Nothing more will happen.
    case ended(JournalEnd)
    /// The asking app was told that nothing came of its request. It follows an end other than done.
    case toldFailure(FailureCode)
}

/// How an entry ended.
public enum JournalEnd: String, Sendable, Hashable, CaseIterable {
    /// What was asked for was done.
    case done
    /// The person refused.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// It could not be done; nothing was sent or told.
    case failed
    /// A payment was sent and the answer is unknown. The entry stays undecided.
    case unknown
}

/// One line of the journal.
public struct JournalEntry: Sendable, Hashable {
    /// Its number; later entries have higher ones.
    public let id: Int64
    /// When the link was seen.
    public let seen: UnixTime
    /// When the entry last went a step further.
    public let changed: UnixTime
    /// What was asked.
    public let request: JournalRequest
    /// The last step that was taken.
    public let progress: Progress
    /// How it ended; nil while it has not.
    public let end: JournalEnd?
    /// The amount that was approved, which is the request's unless the person gave it.
    public let amount: Amount?
    /// The fee that was approved.
    public let fee: Amount?
    /// The signed payment.
    public let transaction: SignedTransaction?
    /// The outputs it spends.
    public let inputs: [Outpoint]
    /// What the asking app was told where nothing came of its request; nil where it was told nothing.
    public let toldFailure: FailureCode?

    /// How far an entry came.
    public enum Progress: String, Sendable, Hashable, CaseIterable {
        /// The link was read.
        case seen
        /// The person agreed.
        case approved
        /// The payment was signed.
        case signed
        /// The network took it.
        case sent
        /// The callback was started.
        case calledBack
    }

    /// An entry as given.
    public init(
        id: Int64, seen: UnixTime, changed: UnixTime, request: JournalRequest, progress: Progress, end: JournalEnd?,
        amount: Amount?, fee: Amount?, transaction: SignedTransaction?, inputs: [Outpoint],
        toldFailure: FailureCode? = nil
    ) {
        self.id = id
        self.seen = seen
        self.changed = changed
        self.request = request
        self.progress = progress
        self.end = end
        self.amount = amount
        self.fee = fee
        self.transaction = transaction
        self.inputs = inputs
        self.toldFailure = toldFailure
    }
}
