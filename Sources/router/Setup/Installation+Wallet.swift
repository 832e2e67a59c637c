import Glibc
import RouterEOSIOChains
import RouterLinux
import RouterStorage
import RouterWallet
import SchemeRouter

extension Installation {
    /// The coin with that id, or the only one that has a network.
    func coinWithNetwork(_ id: String?) throws -> CoinDescriptor {
        if let id { return try coin(id) }
        let configured = configuration.networks.keys.sorted()
        guard configured.count == 1, let only = configured.first else {
            guard !configured.isEmpty else { throw ServiceError.noCoinHasNetwork }
            let names = configured.map(\.name).joined(separator: ", ")
            throw UsageError("Several coins have a network: \(names). Say which one.")
        }
        return try coin(only.name)
    }

    /// The coins that have a network and addresses, in order.
    var coinsWithAddresses: [CoinDescriptor] {
        configuration.networks.keys.sorted().compactMap { routes.coins[$0] }.filter { $0.accountChain == nil }
    }

    /// An account of a coin. Asks for the passcode once if its public key is not known yet.
    /// - Parameter gap: the number of unused addresses that ends a search for used ones; nil for the usual 20.
    func account(
        _ name: AccountName, of coin: CoinDescriptor, gap: UInt32? = nil
    ) async throws -> any AccountReader {
        let keyring = WalletKeyring(files: wallet, gap: gap)
        let network = try networks.network(of: coin)
        do throws(ServiceError) {
            return try keyring.account(name, of: coin, on: network)
        } catch {
            guard error.code == .accountNotKnown else { throw error }
            let passcode = try await SecretQuestions(prompt: try prompt()).passcode(
                "The addresses of \(name.text) of \(coin.title) are computed for the first time. Type your passcode.")
            try wallet.unlock(with: passcode).note(name, of: coin, on: network.id)
            return try keyring.account(name, of: coin, on: network)
        }
    }

    /// One account of a coin, or all known ones if none is named.
    func accounts(
        _ name: AccountName?, of coin: CoinDescriptor, gap: UInt32? = nil
    ) async throws -> [any AccountReader] {
        let account = try await account(name ?? .number(0), of: coin, gap: gap)
        guard name == nil else { return [account] }
        return try WalletKeyring(files: wallet, gap: gap).accounts(of: coin, on: try networks.network(of: coin))
    }

    /// Surveys accounts one at a time, so that progress is about one of them.
    static func surveys(
        of accounts: [any AccountReader], _ report: @escaping ProgressReport
    ) async throws(ServiceError) -> [WholeSurvey] {
        var surveys: [WholeSurvey] = []
        for account in accounts { surveys.append(try await account.wholeSurvey(progress: report)) }
        return surveys
    }

    /// The money that payments on a chain keep the next ones from spending.
    func boundMoney(on chain: ChainID) throws(ServiceError) -> BoundMoney {
        // Without a journal nothing is bound; reading must not create one.
        guard Linux.access(places.journal, F_OK) == 0 else { return BoundMoney() }
        let journal = try SQLiteJournal(path: places.journal)
        return BoundMoney(
            outputs: Set((try journal.undecidedPayments() + journal.followedPayments()).flatMap(\.inputs)),
            givenUp: Set(
                try journal.givenUpPayments().filter { $0.request.chain == chain }.compactMap(\.transaction?.id)))
    }

    /// The newest payments that a network accepted, oldest first, without those that became final: those that are followed,
    /// and others of the last 30 days.
    func sentPayments(on chain: ChainID) throws(ServiceError) -> [(
        entry: JournalEntry, payment: TransactionHistory.SentPayment
    )] {
        // Without a journal nothing was sent; reading must not create one.
        guard Linux.access(places.journal, F_OK) == 0 else { return [] }
        let journal = try SQLiteJournal(path: places.journal)
        let newest = try journal.newest(1_000)
        let now = UnixTime(time(nil))
        var sent: [(entry: JournalEntry, payment: TransactionHistory.SentPayment)] = []
        for entry in newest.reversed() {
            guard entry.wasTaken, entry.settlement == nil, entry.request.chain == chain,
                entry.isFollowed || !entry.isOld(at: now), let transaction = entry.transaction
            else { continue }
            sent.append((entry, .init(transaction, at: entry.seen, besides: try journal.rivals(of: entry))))
        }
        return sent
    }

    /// The key that signs for accounts of a coin. Asks for the passcode once if it is not known yet.
    func accountKey(of coin: CoinDescriptor) async throws -> String {
        let keyring = WalletKeyring(files: wallet)
        let chain = ChainID(coin: coin.id, network: .main, isPractice: practises(coin))
        do throws(ServiceError) {
            return try keyring.accountKey(of: coin, on: chain)
        } catch {
            guard error.code == .accountNotKnown, let coinType = coin.accountChain?.coinType else { throw error }
            let passcode = try await SecretQuestions(prompt: try prompt()).passcode(
                "Your key for accounts of \(coin.title) is used for the first time. Type your passcode.")
            try wallet.unlock(with: passcode).addAccount(
                0, coinType: coinType, isPractice: chain.isPractice)
            return try keyring.accountKey(of: coin, on: chain)
        }
    }

    /// The person's account on the practice chain of a coin. Its key becomes the wallet's, whatever it was before.
    func practiceAccount(of coin: CoinDescriptor) async throws -> PracticeAccount {
        let key = try await accountKey(of: coin)
        let network = try networks.accountNetwork(of: coin)
        let practice = try PracticeAccount(of: coin, signer: network.signer, in: places.sandbox)
        if try await network.chain.authority(of: network.signer)?.keys.contains(key) != true {
            try practice.ledger.setAccount(practice.name, key: key)
        }
        return practice
    }

    func receiveAddress(of coin: CoinDescriptor) async throws -> String {
        try await account(.number(0), of: coin).receiveAddress(progress: nil).text
    }

    /// The coin types of all coins on all their networks without segwit: their first accounts are known from the start.
    var coinTypes: Set<UInt32> {
        Set(
            routes.coinList.flatMap { coin in
                coin.networks.values.filter { $0.bech32 == nil }.map(\.coinType)
                    + [coin.accountChain?.coinType].compactMap(\.self)
            })
    }

    /// The same for networks with segwit.
    var witnessTypes: Set<UInt32> {
        Set(routes.coinList.flatMap { $0.networks.values.filter { $0.bech32 != nil }.map(\.coinType) })
    }

    /// Throws if there is a wallet: it is never replaced.
    func refuseSecondWallet() throws(ServiceError) {
        guard wallet.exists else { return }
        throw ServiceError(
            .refusedByPolicy, "There is already a wallet in \(places.wallet).",
            hint: "It is never replaced. To make another one, use “--config DIR”.")
    }
}

extension ServiceError {
    /// A command that needs a coin with a network found none.
    static var noCoinHasNetwork: ServiceError {
        ServiceError(
            .noNetwork, "No coin has a network yet.", hint: "“router sandbox on dash” practises without real money.")
    }
}
