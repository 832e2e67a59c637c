import BitcoinFormat
import SchemeRouter

/// One account's addresses and coins, from its public key alone. All its addresses are P2PKH.
struct WalletAccount: AccountReader {
    private let account: AccountPath
    private let keys: KnownKeys
    private let watched: WatchedAccount
    private let parameters: NetworkParameters
    private let coin: CoinDescriptor
    private let chain: any ChainReader

    private typealias Branch = AccountPath.Branch

    /// A key with the script that outputs to it have.
    private struct Place: Sendable {
        let branch: AccountPath.Branch
        let index: UInt32
        let script: [UInt8]
    }

    /// The account with the public key `key`, whose addresses are `keys`.
    /// - Parameter masterFingerprint: that of the wallet.
    init(
        _ account: AccountPath, key: ExtendedPublicKey, of masterFingerprint: UInt32, keys: KnownKeys,
        parameters: NetworkParameters, coin: CoinDescriptor, chain: any ChainReader
    ) {
        self.account = account
        self.keys = keys
        self.watched = WatchedAccount(
            masterFingerprint: masterFingerprint, path: account.path, xpub: key.text(version: parameters.xpub))
        self.parameters = parameters
        self.coin = coin
        self.chain = chain
    }

    var name: AccountName { account.name }
    var path: DerivationPath { account.path }

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        try await chain.watch(watched, progress: progress)
        var searches = Branch.allCases.map { AddressSearch(known: keys.count($0)) }
        var places: [[UInt8]: Place] = [:]
        var answers: [ScriptAnswer] = []
        while case let ranges = try searches.map({ (search) throws(ServiceError) in try search.next() }),
            ranges.contains(where: { !$0.isEmpty })
        {
            let asked = zip(Branch.allCases, ranges).flatMap { branch, range in
                range.compactMap { place(branch, $0) }
            }
            for place in asked { places[place.script] = place }
            let answer = try await ScriptQuestions(chain: chain).ask(about: asked.map(\.script))
            for (branch, range) in zip(Branch.allCases, ranges) {
                let used = asked.filter { $0.branch == branch && answer.used.contains($0.script) }.map(\.index)
                searches[Int(branch.rawValue)].take(used, to: range)
            }
            answers.append(answer)
            progress?(WorkProgress("Looking for used addresses of \(name.text)", done: places.count, total: nil))
        }
        return try survey(places, answers, searches)
    }

    /// Puts together what was learned. What lies behind the gap does not count, although it may have been asked about.
    private func survey(
        _ places: [[UInt8]: Place], _ answers: [ScriptAnswer], _ searches: [AddressSearch]
    ) throws(ServiceError) -> AccountSurvey {
        func counts(_ place: Place) -> Bool { searches[Int(place.branch.rawValue)].indices.contains(place.index) }
        // An array: a dictionary of a type of its own would be felt at every click.
        var found: [(place: Place, coin: OwnedCoin)] = []
        var used: Set<[UInt8]> = []
        for answer in answers {
            used.formUnion(answer.used.filter { places[$0].map(counts) ?? false })
            for output in answer.unspent {
                guard let place = places[output.script], output.amount <= coin.maxMoney else {
                    throw ServiceError(.refusedByCheck, "The network told of an output that was not asked for.")
                }
                guard counts(place) else { continue }
                let coin = OwnedCoin(
                    outpoint: output.outpoint, amount: output.amount, path: path(of: place),
                    confirmations: output.confirmations)
                found.append((place, coin))
            }
        }
        found.sort { left, right in
            (left.place.branch.rawValue, left.place.index, left.coin.outpoint.transaction.hex, left.coin.outpoint.index)
                < (
                    right.place.branch.rawValue, right.place.index, right.coin.outpoint.transaction.hex,
                    right.coin.outpoint.index
                )
        }
        // An output that was told twice stands twice in a row.
        let coins = found.indices.filter { $0 == 0 || found[$0].coin.outpoint != found[$0 - 1].coin.outpoint }
            .map { found[$0].coin }
        guard let sum = Amount.sum(coins.map(\.amount)), sum <= coin.maxMoney else {
            throw ServiceError(.refusedByCheck, "The network told of more \(coin.ticker) than can exist.")
        }
        return AccountSurvey(
            coins: coins, receiveAddress: try firstUnused(.external, searches),
            changeAddress: try firstUnused(.change, searches), usedScripts: used)
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        guard let (branch, index) = account.place(of: path), let place = place(branch, index) else { return nil }
        return address(of: place)
    }

    private func firstUnused(_ branch: Branch, _ searches: [AddressSearch]) throws(ServiceError) -> OwnAddress {
        let used = Set(searches[Int(branch.rawValue)].used)
        for index in searches[Int(branch.rawValue)].indices where !used.contains(index) {
            if let address = place(branch, index).flatMap(address) { return address }
        }
        throw ServiceError(.internalError, "\(path) has no further addresses.")
    }

    /// Nil where BIP32 has no key for the index (probability below 2^-127): that index is left out.
    private func place(_ branch: Branch, _ index: UInt32) -> Place? {
        keys.hash(branch, index).map { hash in
            Place(branch: branch, index: index, script: Address(.publicKeyHash(hash)).script)
        }
    }

    private func path(of place: Place) -> DerivationPath { path.appending(place.branch.rawValue, place.index) }

    private func address(of place: Place) -> OwnAddress? {
        Address(script: place.script)?.text(on: parameters).map { OwnAddress(text: $0, path: path(of: place)) }
    }
}
