import RouterBitcoinFormat
import SchemeRouter

/// One account's addresses and UTXOs, from its public key alone. All its addresses are P2PKH.
struct WalletAccount: AccountReader {
    let account: AccountPath
    let key: ExtendedPublicKey
    /// Of the wallet.
    let masterFingerprint: UInt32
    /// The addresses below `key`.
    let keys: KnownKeys
    /// Where it is kept how far addresses were used; nil where it is not.
    let marks: MarksFile?
    /// After how many addresses that were never used the search for others ends.
    let gap: UInt32
    let parameters: NetworkParameters
    let coin: CoinDescriptor
    let network: ConfiguredNetwork

    private var chain: any ChainReader { network.chain }

    private typealias Branch = AccountPath.Branch

    /// A key with the script that outputs to it have.
    private struct Place: Sendable {
        let branch: AccountPath.Branch
        let index: UInt32
        let script: [UInt8]
    }

    var name: AccountName { account.name }
    var path: DerivationPath { account.path }

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        let watched = WatchedAccount(
            masterFingerprint: masterFingerprint, path: path, xpub: key.text(version: parameters.xpub))
        try await chain.watch(watched, progress: progress)
        let marks = marks?.read() ?? AddressMarks()
        var searches = Branch.allCases.map {
            AddressSearch(known: keys.count($0), mark: marks[markPlace($0)].end, gap: gap)
        }
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
        let unspent = answers.flatMap(\.unspent)
        let receive = try await next(.external, searches, marks, unspent)
        let change = try await next(.change, searches, marks, unspent)
        let own = await ownPayments(among: unspent, places)
        return try survey(places, answers, searches, own, receive: receive, change: change)
    }

    private func markPlace(_ branch: Branch) -> AddressMarks.Place {
        AddressMarks.Place(chain: network.id, path: path, branch: branch)
    }

    /// The transactions that wait for a block and that this account made itself.
    private func ownPayments(among unspent: [UnspentOutput], _ places: [[UInt8]: Place]) async -> Set<TransactionID> {
        let waiting = Set(unspent.filter { $0.confirmations == 0 }.map(\.outpoint.transaction))
        guard !waiting.isEmpty, let whole = try? await chain.readable(Set(waiting.prefix(OwnPayments.most))) else {
            return []
        }
        let own = OwnPayments(ownScripts: Set(places.keys))
        return Set(whole.filter { own.include($0.value) }.keys)
    }

    /// Puts together what was learned. What lies behind the gap does not count, although it may have been asked about.
    private func survey(
        _ places: [[UInt8]: Place], _ answers: [ScriptAnswer], _ searches: [AddressSearch], _ own: Set<TransactionID>,
        receive: OwnAddress, change: OwnAddress
    ) throws(ServiceError) -> AccountSurvey {
        func counts(_ place: Place) -> Bool { searches[Int(place.branch.rawValue)].indices.contains(place.index) }
        // An array: a dictionary of a type of its own would be felt at every click.
        var found: [(place: Place, utxo: OwnedUTXO)] = []
        var used: Set<[UInt8]> = []
        for answer in answers {
            used.formUnion(answer.used.filter { places[$0].map(counts) ?? false })
            for output in answer.unspent {
                guard let place = places[output.script], output.amount <= coin.maxMoney else {
                    throw ServiceError(.refusedByCheck, "The network told of an output that was not asked for.")
                }
                guard counts(place) else { continue }
                let utxo = OwnedUTXO(
                    outpoint: output.outpoint, amount: output.amount, path: path(of: place),
                    confirmations: output.confirmations, isFromOwnPayment: own.contains(output.outpoint.transaction))
                found.append((place, utxo))
            }
        }
        found.sort { left, right in
            (left.place.branch.rawValue, left.place.index, left.utxo.outpoint.transaction.hex, left.utxo.outpoint.index)
                < (
                    right.place.branch.rawValue, right.place.index, right.utxo.outpoint.transaction.hex,
                    right.utxo.outpoint.index
                )
        }
        // An output that was told twice stands twice in a row.
        let utxos = found.indices.filter { $0 == 0 || found[$0].utxo.outpoint != found[$0 - 1].utxo.outpoint }
            .map { found[$0].utxo }
        guard let sum = Amount.sum(utxos.map(\.amount)), sum <= coin.maxMoney else {
            throw ServiceError(.refusedByCheck, "The network told of more \(coin.ticker) than can exist.")
        }
        return AccountSurvey(
            utxos: utxos, receiveAddress: receive, changeAddress: change, usedScripts: used)
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await chain.readable(Set(utxos.map(\.outpoint.transaction))).mapValues(\.bytes)
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        guard let (branch, index) = account.place(of: path), let place = place(branch, index) else { return nil }
        return address(of: place)
    }

    /// The next address of a branch (``NextAddress``), after proving what must be proved for it.
    private func next(
        _ branch: Branch, _ searches: [AddressSearch], _ marks: AddressMarks, _ unspent: [UnspentOutput]
    ) async throws(ServiceError) -> OwnAddress {
        let claimed = searches[Int(branch.rawValue)].used
        let mark = marks[markPlace(branch)]
        var next = NextAddress(claimed: claimed, mark: mark, skipsOwn: branch == .change)
        // What a search behind larger gaps found is looked for from now on, where it is proved.
        let last = claimed.last.flatMap { gap > AddressSearch.gapLimit && $0 >= mark.end ? $0 : nil }
        let scripts = (next.anchors + [last].compactMap(\.self)).compactMap { place(branch, $0)?.script }
        if !scripts.isEmpty {
            let paid = await UseProof(chain: chain).paid(among: scripts, unspent: unspent)
            func isProved(_ index: UInt32) -> Bool { place(branch, index).map { paid.contains($0.script) } ?? false }
            next.mark = next.mark(proving: isProved)
            if let last, isProved(last) { next.mark = next.mark.raised(to: AddressMarks.Mark(own: last + 1)) }
            // Without the file the same is proved again.
            try? self.marks?.raise(markPlace(branch), to: next.mark)
        }
        for index in next.index..<next.index + AddressSearch.gapLimit {
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
