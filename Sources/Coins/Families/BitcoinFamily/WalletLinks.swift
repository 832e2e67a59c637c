import SchemeRouter

/// Links that wallets of a coin have besides those of BIP21, and the replies that they promise. There is one of each kind
/// for all coins.
public protocol WalletLinks: AnyObject, Sendable {
    /// The `req-` parameters that are honoured in them, without the lock's (S3).
    var understood: Set<ParameterName> { get }
    /// How the replies look. Links of BIP21 get them, too, where the descriptor says so.
    var form: ReplyForm { get }

    /// What a link of the `authority-params` grammar asks for.
    /// - Parameter hasLock: whether the coin's lock may be asked for.
    func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> WalletRequest

    /// How the requesting app is told how a request ended; nil where it is not.
    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate?
}
