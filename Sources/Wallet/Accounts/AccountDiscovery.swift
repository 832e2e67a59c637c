import SchemeRouter

/// Looks for the accounts that an opened wallet has used on a network, and notes them (BIP44 "Account discovery"). A
/// wallet that is restored finds its money so.
public struct AccountDiscovery {
    /// No wallet has so many accounts. A network that says so does not tell the truth.
    static let mostAccounts: UInt32 = 1_000

    /// An account that was used.
    public struct Found: Sendable {
        /// Which one it is.
        public let name: AccountName
        /// What lies in it now.
        public let survey: AccountSurvey
    }

    private let wallet: UnlockedWallet
    private let gap: UInt32

    /// A search in `wallet`.
    /// - Parameter gap: see ``WalletKeyring/init(files:gap:)``.
    public init(in wallet: UnlockedWallet, gap: UInt32? = nil) {
        self.wallet = wallet
        self.gap = gap ?? AddressSearch.gapLimit
    }

    /// The accounts that were used: by their numbers up to the first that was not, and the old one of a coin that has
    /// one. Each is noted as soon as it is found, so that what was found stays when the search is broken off.
    public func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork, progress: ProgressReport?
    ) async throws(ServiceError) -> [Found] {
        var found: [Found] = []
        for number in 0..<Self.mostAccounts {
            guard let account = try await used(.number(number), of: coin, on: network, progress) else { break }
            found.append(account)
        }
        guard found.count < Self.mostAccounts else {
            throw ServiceError(.refusedByCheck, "The network says that too many accounts of \(coin.title) were used.")
        }
        if coin.hasOldAccount, let old = try await used(.old, of: coin, on: network, progress) { found.append(old) }
        return found
    }

    private func used(
        _ name: AccountName, of coin: CoinDescriptor, on network: ConfiguredNetwork, _ progress: ProgressReport?
    ) async throws(ServiceError) -> Found? {
        let (reader, keys) = try wallet.account(name, of: coin, on: network, gap: gap)
        let survey = try await reader.survey(progress: progress)
        guard !survey.usedScripts.isEmpty else { return nil }
        try wallet.note(name, of: coin, on: network.id)
        keys.save()
        return Found(name: name, survey: survey)
    }
}
