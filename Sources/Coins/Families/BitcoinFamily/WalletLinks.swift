import SchemeRouter

/// Links that a coin's wallets have in addition to those of BIP21, and the replies that they promise. There is one of
/// each kind for all coins.
public protocol WalletLinks: AnyObject, Sendable {
    /// The `req-` parameters that are honoured in them, without the lock's (S3).
    var understood: Set<ParameterName> { get }
    /// How the replies look. BIP21 links have them too, if the descriptor says so.
    var form: ReplyForm { get }

    /// What a link of the `authority-params` grammar asks for.
    /// - Parameter hasLock: whether the coin's lock may be asked for.
    func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> WalletRequest

    /// The reply that reports to the requesting app how a request ended; nil for none.
    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate?
}
