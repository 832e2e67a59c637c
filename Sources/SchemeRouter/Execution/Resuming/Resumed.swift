/// What became of something that an earlier start left undone.
public struct Resumed: Sendable {
    /// The entry of the journal, as it was before.
    public let entry: JournalEntry
    /// What became of it.
    public let state: State

    /// What became of it.
    public enum State: Sendable, Equatable {
        /// The network has the payment; this became of the answer to the asking app.
        case finished(CallbackDelivery)
        /// The network has the payment. The asking app waits for an answer that only the same link can give: it says
        /// where the answer goes.
        case answerOwed
        /// It is still not known whether the network has the payment.
        case undecided(ServiceError)
        /// The person gave the payment up. The network does not have it, and its coins are free again.
        case dropped
        /// It ended before anything was signed; nothing came of it.
        case interrupted
    }

    init(entry: JournalEntry, state: State) {
        self.entry = entry
        self.state = state
    }
}
