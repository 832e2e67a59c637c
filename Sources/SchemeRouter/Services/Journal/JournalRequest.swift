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
