/// Public data of one account: what a plugin may read of the wallet.
public protocol AccountReader: Sendable {
    /// Which account it is.
    var name: AccountName { get }

    /// The account's own path, `m/44'/coin'/account'`, or `m/0'` of the old one; in practice below
    /// ``DerivationPath/practice``. Every key it uses lies below it.
    var path: DerivationPath { get }

    /// Asks the network about all addresses of the account, in as few questions as the search for used ones allows.
    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey

    /// The whole transactions that pay to some UTXOs of the account, from which their values are proved when they are spent
    /// (S12). One that the network does not give, or of a kind that nobody here can read, is missing: its UTXO cannot be
    /// spent, and keeps no other one from being spent.
    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]]

    /// A payment that this account sent, which has exactly these bytes; nil where the account did not make it. Wallets need
    /// not say it: then fees cannot be raised.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` where it pays anything but that amount to that recipient, and change to the
    /// account.
    func sentPayment(
        _ signed: SignedTransaction, to recipient: String, amount: Amount
    ) async throws(ServiceError) -> SentPayment?

    /// The address whose key lies at `path`, or nil where that is not below this account.
    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress?
}

extension AccountReader {
    /// It is not known.
    public func sentPayment(
        _ signed: SignedTransaction, to recipient: String, amount: Amount
    ) async throws(ServiceError) -> SentPayment? { nil }
}

/// What a network knows of one account at one time: all that a payment, a balance or a history needs of it.
public struct AccountSurvey: Sendable, Hashable {
    /// All outputs the account can spend now, by their addresses and then by their outpoints.
    public let utxos: [OwnedUTXO]
    /// The first receive address that was never used. The same until it is.
    public let receiveAddress: OwnAddress
    /// The first change address that was never used.
    public let changeAddress: OwnAddress
    /// The scripts of all addresses that were used.
    public let usedScripts: Set<[UInt8]>
    /// The scripts of all addresses that were looked at, used or not.
    public let ownScripts: Set<[UInt8]>

    /// Creates a survey.
    public init(
        utxos: [OwnedUTXO], receiveAddress: OwnAddress, changeAddress: OwnAddress, usedScripts: Set<[UInt8]>,
        ownScripts: Set<[UInt8]> = []
    ) {
        self.utxos = utxos
        self.receiveAddress = receiveAddress
        self.changeAddress = changeAddress
        self.usedScripts = usedScripts
        self.ownScripts = ownScripts.union(usedScripts)
    }
}
