/// How a link ended (S10): every link has exactly one outcome.
public enum Outcome: Sendable {
    /// The network accepted the payment.
    case paid(SignedTransaction, PaymentIntent, callback: CallbackDelivery)
    /// The link had been paid before, and the remaining steps are done: the network has the payment. Nothing was paid
    /// again.
    case finished(JournalEntry, callback: CallbackDelivery)
    /// An address was shared.
    case toldAddress(OwnAddress, callback: CallbackDelivery)
    /// Extended public keys were shared.
    case toldKeys(ExtendedPublicKeys, callback: CallbackDelivery)
    /// A dapp received what it asked for.
    case replied(DappResult, DappDelivery)
    /// The wallet's own page, or a dapp's, is left for the person to open.
    case opened(ServerAddress?)
    /// Another wallet program received the link. Whether it pays is not known.
    case handedOver(WalletProgram)
    /// The link is invalid; the person was not asked, and nothing was done.
    case rejected(RequestError)
    /// The person refused.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// It could not be done; nothing was sent or shared.
    case failed(ServiceError)
    /// A payment was sent, and whether the network accepted it is unknown. It must not be repeated.
    case unknown(SignedTransaction, ServiceError)
}
