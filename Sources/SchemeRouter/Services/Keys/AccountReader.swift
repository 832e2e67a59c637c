/// Public data of one account: the part of the wallet that a plugin may read.
public protocol AccountReader: Sendable {
    /// Which account it is.
    var name: AccountName { get }

    /// The account's own path, `m/44'/coin'/account'`, or `m/0'` for the old one; for practice money below
    /// ``DerivationPath/practice``. All its keys are below this path.
    var path: DerivationPath { get }

    /// Asks the network what all addresses of the account hold, and which ones can be used next, in as few requests as
    /// the search for used ones allows.
    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey

    /// The same, and asks of every address whether it was used. Optional: without it, no use is known.
    func wholeSurvey(progress: ProgressReport?) async throws(ServiceError) -> WholeSurvey

    /// The next receive address, to be given out: no file of addresses is trusted with it. By default that of the
    /// survey.
    func receiveAddress(progress: ProgressReport?) async throws(ServiceError) -> OwnAddress

    /// The full transactions that created some UTXOs of the account, which prove their values when they are spent
    /// (S12). A transaction that the network does not return, or of an unsupported type, is missing: its UTXO cannot be
    /// spent, but this does not affect the others.
    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]]

    /// Whether the full transaction that created a UTXO shows it as the network reported it: with this amount, to the
    /// account's key at this path (S12). One that is not shown so cannot be spent, but this does not affect the others.
    /// Optional: by default signing finds out, which then refuses the whole payment.
    func isProved(_ utxo: OwnedUTXO, by transaction: [UInt8]) -> Bool

    /// A payment from this account, with exactly these bytes; nil if the account did not make it. Optional: without it,
    /// fees cannot be raised.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` if it pays anything except this amount to this recipient, and change
    /// to the account.
    func sentPayment(
        _ signed: SignedTransaction, to recipient: String, amount: Amount
    ) async throws(ServiceError) -> SentPayment?

    /// The address of the key at `path`; nil if that is not below this account. No file of addresses is trusted with it:
    /// what a plugin wants to give out is compared with it.
    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress?
}

extension AccountReader {
    /// The survey alone.
    public func wholeSurvey(progress: ProgressReport?) async throws(ServiceError) -> WholeSurvey {
        WholeSurvey(survey: try await survey(progress: progress), usedScripts: [], ownScripts: [])
    }

    /// Left to the signing.
    public func isProved(_ utxo: OwnedUTXO, by transaction: [UInt8]) -> Bool { true }

    /// That of the survey.
    public func receiveAddress(progress: ProgressReport?) async throws(ServiceError) -> OwnAddress {
        try await survey(progress: progress).receiveAddress
    }

    /// Unknown.
    public func sentPayment(
        _ signed: SignedTransaction, to recipient: String, amount: Amount
    ) async throws(ServiceError) -> SentPayment? { nil }
}

/// A snapshot of one account on its network: everything that a payment needs.
public struct AccountSurvey: Sendable, Hashable {
    /// All outputs that the account can spend now, ordered by address and then by outpoint.
    public let utxos: [OwnedUTXO]
    /// The first unused receive address after those whose use was proved. It stays the same until it is used. Give out
    /// ``AccountReader/receiveAddress(progress:)``, for which no file of addresses is trusted.
    public let receiveAddress: OwnAddress
    /// The first unused change address.
    public let changeAddress: OwnAddress

    public init(utxos: [OwnedUTXO], receiveAddress: OwnAddress, changeAddress: OwnAddress) {
        self.utxos = utxos
        self.receiveAddress = receiveAddress
        self.changeAddress = changeAddress
    }
}

/// A survey with every address of the account: what a balance or a history needs, too.
public struct WholeSurvey: Sendable, Hashable {
    /// What the account holds.
    public let survey: AccountSurvey
    /// The scripts of all used addresses.
    public let usedScripts: Set<[UInt8]>
    /// The scripts of all addresses that were checked, used or not.
    public let ownScripts: Set<[UInt8]>

    public init(survey: AccountSurvey, usedScripts: Set<[UInt8]>, ownScripts: Set<[UInt8]>) {
        self.survey = survey
        self.usedScripts = usedScripts
        self.ownScripts = ownScripts.union(usedScripts)
    }
}
