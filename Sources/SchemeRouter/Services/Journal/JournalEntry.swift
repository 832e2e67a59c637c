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
    /// Why the payment is no longer followed; nil while it is, and for what never was.
    public let settlement: Settlement?

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
        toldFailure: FailureCode? = nil, settlement: Settlement? = nil
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
        self.settlement = settlement
    }
}
