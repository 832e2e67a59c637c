/// A link's outcome and its entry in the journal.
public struct LinkResult: Sendable {
    /// How it ended.
    public let outcome: Outcome
    /// Number of its journal entry; nil for a link that came to nothing before it had one.
    public let entry: Int64?
    /// The result of telling the requesting app that its request was not carried out; nil if it is not told.
    public internal(set) var failureCallback: CallbackDelivery?
    /// What it is told; nil if it is not told anything.
    public internal(set) var failureCode: FailureCode?
    /// By whose word the network has the payment; nil where nothing was sent to it.
    public internal(set) var acceptance: Acceptance?
    /// Where it was carried out; nil where it ended before that was known.
    public internal(set) var chain: ChainID?
    /// Which wallets could carry the link out; nil where it ended before that was known.
    public internal(set) var choice: WalletChoice?
    /// The words for it; nil where there was no link to speak of.
    var words: OutcomeText?
}
