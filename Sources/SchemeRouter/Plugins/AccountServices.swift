/// All that a plugin may read to propose an address.
public struct AccountServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// Public data of the account.
    public let account: any AccountReader

    /// Services as given.
    public init(chain: ChainFacts, account: any AccountReader) {
        self.chain = chain
        self.account = account
    }
}
