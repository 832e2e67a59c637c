/// What the person's own settings forbid, whoever asks and whatever they would agree to in a hurry (S7).
public struct Policy: Sendable, Hashable {
    /// The most that may be paid, for coins that have a limit.
    public var limits: [CoinID: SpendingLimits]
    /// The only apps that may ask, by their schemes in lower case; nil where all that pass the checks may.
    ///
    /// A link that names no app is none of theirs and may ask: nobody is answered.
    public var senders: Set<String>?

    /// A policy as given.
    public init(limits: [CoinID: SpendingLimits] = [:], senders: Set<String>? = nil) {
        self.limits = limits
        self.senders = senders
    }
}

/// The most that may be paid of one coin, fees included.
public struct SpendingLimits: Sendable, Hashable {
    /// In one payment.
    public var payment: Amount?
    /// Within 24 hours.
    public var day: Amount?

    /// Limits as given.
    public init(payment: Amount? = nil, day: Amount? = nil) {
        self.payment = payment
        self.day = day
    }
}
