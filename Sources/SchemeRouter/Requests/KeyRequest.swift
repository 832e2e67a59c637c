/// A request for the extended public keys of an account.
public struct KeyRequest: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    /// The BIP32/BIP44 account, 0…2^31-1.
    public let account: UInt32

    public init(header: RequestHeader, account: UInt32) {
        self.header = header
        self.account = account
    }
}
