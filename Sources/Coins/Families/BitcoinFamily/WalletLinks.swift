import SchemeRouter

/// Links that a coin's wallets have in addition to BIP21, and the replies that they document. Each kind has one
/// instance for all coins.
public protocol WalletLinks: AnyObject, Sendable {
    /// The supported `req-` parameters, without the lock's (S3).
    var understood: Set<ParameterName> { get }
    /// The form of the replies. BIP21 links have them too, if the descriptor says so.
    var form: ReplyForm { get }

    /// The request of a link of the `authority-params` grammar.
    /// - Parameter hasLock: whether the link may request the coin's lock.
    func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> WalletRequest

    /// The reply that reports the outcome of a request to the requesting app; nil for none.
    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate?
}
