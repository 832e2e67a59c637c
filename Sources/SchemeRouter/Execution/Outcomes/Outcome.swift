/// How a link ended (S10): every link has exactly one.
public enum Outcome: Sendable {
    /// The network took the payment.
    case paid(SignedTransaction, PaymentIntent, callback: CallbackDelivery)
    /// The link was paid before, and what was left of that is done: the network has the payment. Nothing was paid
    /// again.
    case finished(JournalEntry, callback: CallbackDelivery)
    /// An address was shared.
    case toldAddress(OwnAddress, callback: CallbackDelivery)
    /// Extended public keys were told.
    case toldKeys(ExtendedPublicKeys, callback: CallbackDelivery)
    /// A dapp received what it asked for.
    case replied(DappResult, DappDelivery)
    /// The wallet's own page, or that of a dapp, is for the person to open.
    case opened(ServerAddress?)
    /// Another wallet program received the link. Whether it pays is not known.
    case handedOver(WalletProgram)
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
