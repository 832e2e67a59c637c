/// Public data of one account: what a plugin may read of the wallet.
public protocol AccountReader: Sendable {
    /// Which account it is.
    var name: AccountName { get }

    /// The account's own path, `m/44'/coin'/account'`, or `m/0'` of the old one; in practice below
    /// ``DerivationPath/practice``. Every key it uses lies below it.
    var path: DerivationPath { get }

    /// Asks the network about all addresses of the account, in as few questions as the search for used ones allows.
    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey

    /// The address whose key lies at `path`, or nil where that is not below this account.
    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress?
}
