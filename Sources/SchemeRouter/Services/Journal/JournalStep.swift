/// A step an entry takes.
public enum JournalStep: Sendable, Hashable {
    /// The person agreed to exactly this.
    case approved(Intent)
    /// A payment was signed; it spends `inputs`. From here on it may reach the network.
    case signed(SignedTransaction, inputs: [Outpoint])
    /// The network took the payment. It may also follow an end by which it was given up: somebody kept a copy, and sent
    /// it after all.
    case sent
    /// The asking app is about to get the answer to its payment. After a crash it may have it or not, and only the person
    /// can find out; so this step may be taken again.
    case calling
    /// The callback was started.
    case calledBack
    /// Nothing more will happen.
    case ended(JournalEnd)
    /// A payment that the network had taken is no longer followed. Nothing else changes.
    case settled(Settlement)
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
    /// The program ended before the link did. Nothing was signed; whether an answer was given is not known.
    case interrupted
    /// A payment was signed, the network does not have it, and the person gave it up. Its inputs are free again.
    case dropped
}
