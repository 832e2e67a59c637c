import SchemeRouter

/// The replies that a coin's wallets document. Each kind has one instance for all coins.
public protocol WalletReplies: AnyObject, Sendable {
    /// Their form, which descriptors name.
    var form: ReplyForm { get }

    /// The reply that reports the outcome of a request to the requesting app; nil for none.
    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate?
}
