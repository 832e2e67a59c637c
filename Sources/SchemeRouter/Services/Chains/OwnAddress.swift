/// An address of the wallet.
public struct OwnAddress: Sendable, Hashable {
    /// The address.
    public let text: String
    /// Where its key lies.
    public let path: DerivationPath

    /// An address as given.
    public init(text: String, path: DerivationPath) {
        self.text = text
        self.path = path
    }
}
