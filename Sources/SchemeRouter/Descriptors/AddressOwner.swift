/// A coin with its address forms, to tell other coins' addresses from mistyped ones.
public struct AddressOwner: Sendable, Hashable {
    public let coin: CoinID
    /// Its name for people.
    public let title: String
    /// The forms of its addresses, on all of its networks.
    public let forms: [AddressForm]
    /// The scheme of its links in lower case, for CashAddr forms without a prefix; nil if it has none.
    public let scheme: String?

    public init(_ coin: CoinID, title: String, forms: [AddressForm], scheme: String? = nil) {
        (self.coin, self.title, self.forms, self.scheme) = (coin, title, forms, scheme)
    }
}
