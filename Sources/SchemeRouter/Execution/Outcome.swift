/// How a link ended (S10): every link has exactly one.
public enum Outcome: Sendable {
    /// The network took the payment.
    case paid(SignedTransaction, PaymentIntent, callback: CallbackDelivery)
    /// The link was paid before, and what was left of that is done: the network has the payment. Nothing was paid anew.
    case finished(JournalEntry, callback: CallbackDelivery)
    /// An address was told.
    case toldAddress(OwnAddress, callback: CallbackDelivery)
    /// Extended public keys were told.
    case toldKeys(ExtendedPublicKeys, callback: CallbackDelivery)
    /// A dapp got what it asked for.
    case answered(DappResult, DappDelivery)
    /// The wallet's own page, or that of a dapp, is for the person to open.
    case opened(ServerAddress?)
    /// The link is bad; nothing was asked and nothing was done.
    case rejected(RequestError)
    /// The person refused.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// It could not be done; nothing was sent or told.
    case failed(ServiceError)
    /// A payment was sent and the answer is unknown. It must not be repeated. The transaction is nil where a node's wallet
    /// was to make it.
    case unknown(SignedTransaction?, ServiceError)
}

/// What became of a callback.
public enum CallbackDelivery: Sendable, Equatable {
    /// The program was started.
    case started(ReceivingProgram)
    /// A page of this server was asked for.
    case told(String)
    /// Nobody was called, for this reason. The callback, for copying, where only a program to give it to is missing.
    case none(String, callback: String? = nil)
    /// The program the person saw was not started, for this reason. The callback, for copying.
    case failed(String, callback: String)

    /// The callback that the person may give to the asking app themselves; nil where there is none.
    public var callback: String? {
        switch self {
        case .started, .told: nil
        case .none(_, let callback): callback
        case .failed(_, let callback): callback
        }
    }
}

/// A link's outcome and its entry in the journal.
public struct LinkResult: Sendable {
    /// How it ended.
    public let outcome: Outcome
    /// Number of its journal entry; nil for a link that came to nothing before it had one.
    public let entry: Int64?
    /// What became of telling the asking app that nothing came of its request; nil where it is told nothing.
    public let failureCallback: CallbackDelivery?

    init(outcome: Outcome, entry: Int64?, failureCallback: CallbackDelivery? = nil) {
        self.outcome = outcome
        self.entry = entry
        self.failureCallback = failureCallback
    }
}

/// What became of the answer to a dapp.
public struct DappDelivery: Sendable, Equatable {
    /// Why its server did not take what it got; nil where it did, or gets nothing.
    public let serverProblem: String?
    /// What became of the link that wakes it.
    public let callback: CallbackDelivery

    /// A delivery as given.
    public init(serverProblem: String?, callback: CallbackDelivery) {
        self.serverProblem = serverProblem
        self.callback = callback
    }
}
