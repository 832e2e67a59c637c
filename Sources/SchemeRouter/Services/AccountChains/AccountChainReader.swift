/// Reads from the network of a coin whose money lies in named accounts, such as an EOSIO chain (S13).
public protocol AccountChainReader: Sendable {
    /// Makes the bytes of each call by its contract's own interface, and reads them back: what a person is shown is what
    /// those bytes say.
    ///
    /// Throws ``ServiceError/Code/unfitRequest`` where the data does not fit the interface, or there is no such contract
    /// or action, and ``ServiceError/Code/insufficientFunds`` where a transfer is more than the account has.
    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction]

    /// What a transaction needs of the chain's present state. Throws where the chain is not the one that was configured.
    func frame() async throws(ServiceError) -> TransactionFrame

    /// How one of the account's keys must look to sign for it: nil where the account has no such permission.
    func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority?
}
