/// The record of what was asked and what was done, written before each effect (S6).
///
/// `seen → approved → signed → sent → calling → called back`, and an end. Every call returns only when its change is durable.
/// Someone who embeds the engine in a server implements it on their own database; ``JournalEntry/taking(_:at:)`` has the
/// rules, and the library `JournalConformance` tells whether they are kept.
///
/// One wallet has one journal, and a ``PromptGate`` lets one link at a time use it.
public protocol Journal: Sendable {
    /// Records a link that became a request. Returns the entry's number.
    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64

    /// Records that an entry went one step further.
    ///
    /// Throws ``ServiceError/Code/internalError`` where the step cannot follow (``JournalEntry/allows(_:)``), and
    /// ``ServiceError/Code/refusedByPolicy`` for a payment to be signed that spends what an undecided one of the same
    /// network spends, or is of the same link as one. Either way nothing is changed.
    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError)

    /// The newest entries, newest first.
    func newest(_ count: Int) throws(ServiceError) -> [JournalEntry]

    /// The entries from the oldest one that went a step further at `time` or later, newest first: by their numbers,
    /// whatever their times. Those with an earlier time among them tell that the clock was set back.
    func entries(changedSince time: UnixTime) throws(ServiceError) -> [JournalEntry]

    /// Payments that were signed and are neither sent nor certainly not sent. Their inputs stay reserved.
    func undecidedPayments() throws(ServiceError) -> [JournalEntry]

    /// Entries that have not ended, and those of undecided payments, oldest first: what ``Resumption`` finishes.
    func unfinished() throws(ServiceError) -> [JournalEntry]

    /// Removes what ended and last changed before `time`, for good. What is unfinished stays, however old it is.
    /// - Returns: how many entries were removed.
    func forget(before time: UnixTime) throws(ServiceError) -> Int
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
    /// What the asking app is owed once the payment is out; nil where it is owed nothing.
    public let answer: JournalAnswer?

    /// A request as given.
    public init(
        action: Action, scheme: String, fingerprint: String, chain: ChainID, sender: String?,
        recipient: String? = nil, amount: Amount? = nil, account: UInt32? = nil, answer: JournalAnswer? = nil
    ) {
        self.action = action
        self.scheme = scheme
        self.fingerprint = fingerprint
        self.chain = chain
        self.sender = sender
        self.recipient = recipient
        self.amount = amount
        self.account = account
        self.answer = answer
    }
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
        /// The callback of a payment was about to be started.
        case calling
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
