/// A link's outcome and its entry in the journal.
public struct LinkResult: Sendable {
    /// How it ended.
    public let outcome: Outcome
    /// The number of its journal entry; nil for a link that failed before it had one.
    public let entry: Int64?
    /// The result of telling the requesting app that its request was not carried out; nil if it is not notified.
    public internal(set) var failureCallback: CallbackDelivery?
    /// The code that it receives; nil if it is not notified.
    public internal(set) var failureCode: FailureCode?
    /// Who confirmed that the network has the payment; nil if nothing was sent to it.
    public internal(set) var acceptance: Acceptance?
    /// The chain on which it was carried out; nil if it ended before that was known.
    public internal(set) var chain: ChainID?
    /// The wallets that could carry out the link; nil if it ended before that was known.
    public internal(set) var choice: WalletChoice?
    /// The text about it; nil if there was no link to describe.
    var words: OutcomeText?
}
