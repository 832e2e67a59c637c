import RouterBitcoinFormat
import SchemeRouter

/// One account's addresses and UTXOs, from its public keys alone.
struct WalletAccount: AccountReader {
    /// A path below which it has addresses.
    struct Part: Sendable {
        let account: AccountPath
        let key: ExtendedPublicKey
        /// The keys of its addresses.
        let keys: KnownKeys
    }

    let name: AccountName
    /// At least one. The account receives, and pays its change, at the first.
    let parts: [Part]
    /// The wallet's master fingerprint.
    let masterFingerprint: UInt32
    /// The record of how far addresses are used; nil if none is kept.
    let marks: MarksFile?
    /// How many unused addresses in a row end the search.
    let gap: UInt32
    let parameters: NetworkParameters
    let coin: CoinDescriptor
    let network: ConfiguredNetwork

    private var chain: any ChainReader { network.chain }

    private typealias Branch = AccountPath.Branch

    /// A branch of a part.
    private struct Lane: Sendable, Hashable {
        let part: Int
        let branch: AccountPath.Branch

        /// Its position among all lanes.
        var number: Int { part * AccountPath.Branch.allCases.count + Int(branch.rawValue) }
    }

    /// A key and the script of outputs to it.
    private struct Place: Sendable {
        let lane: Lane
        let index: UInt32
        let script: [UInt8]
    }

    private var lanes: [Lane] { parts.indices.flatMap { part in Branch.allCases.map { Lane(part: part, branch: $0) } } }

    var path: DerivationPath { parts[0].account.path }

    /// Stores the derived keys, so that none is derived again.
    func saveKeys() {
        for part in parts { part.keys.save() }
    }

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        for part in parts {
            let watched = WatchedAccount(
                masterFingerprint: masterFingerprint, path: part.account.path,
                xpub: part.key.text(version: parameters.xpub))
            try await chain.watch(watched, progress: progress)
        }
        let lanes = lanes
        let marks = marks?.read() ?? AddressMarks()
        var searches = lanes.map {
            AddressSearch(known: parts[$0.part].keys.count($0.branch), mark: marks[markPlace($0)].end, gap: gap)
        }
        var places: [[UInt8]: Place] = [:]
        var answers: [ScriptAnswer] = []
        while case let ranges = try searches.map({ (search) throws(ServiceError) in try search.next() }),
            ranges.contains(where: { !$0.isEmpty })
        {
            let asked = zip(lanes, ranges).flatMap { lane, range in range.compactMap { place(lane, $0) } }
            for place in asked { places[place.script] = place }
            let answer = try await ScriptQuestions(chain: chain).ask(about: asked.map(\.script))
            for (lane, range) in zip(lanes, ranges) {
                let used = asked.filter { $0.lane == lane && answer.used.contains($0.script) }.map(\.index)
                searches[lane.number].take(used, to: range)
            }
            answers.append(answer)
            progress?(WorkProgress("Looking for used addresses of \(name.text)", done: places.count, total: nil))
        }
        let unspent = answers.flatMap(\.unspent)
        let receive = try await next(lanes[0], searches, marks, unspent)
        let change = try await next(lanes[1], searches, marks, unspent)
        let own = await ownPayments(among: unspent, places)
        return try survey(places, answers, searches, own, receive: receive, change: change)
    }

    private func markPlace(_ lane: Lane) -> AddressMarks.Place {
        AddressMarks.Place(chain: network.id, path: parts[lane.part].account.path, branch: lane.branch)
    }

    /// The unconfirmed transactions that this account made itself.
    private func ownPayments(among unspent: [UnspentOutput], _ places: [[UInt8]: Place]) async -> Set<TransactionID> {
        let waiting = Set(unspent.filter { $0.confirmations == 0 }.map(\.outpoint.transaction))
        guard !waiting.isEmpty, let whole = try? await chain.readable(Set(waiting.prefix(OwnPayments.most))) else {
            return []
        }
        let own = OwnPayments(ownScripts: Set(places.keys))
        let wanted = Set(whole.values.flatMap(own.needed))
        // What witnesses sign depends on the amounts they spend.
        let spent = wanted.isEmpty ? [:] : (try? await chain.readable(wanted)) ?? [:]
        return Set(whole.filter { own.include($0.value, spending: spent) }.keys)
    }

    /// Combines the answers. Anything beyond the gap does not count, even if it was asked about.
    private func survey(
        _ places: [[UInt8]: Place], _ answers: [ScriptAnswer], _ searches: [AddressSearch], _ own: Set<TransactionID>,
        receive: OwnAddress, change: OwnAddress
    ) throws(ServiceError) -> AccountSurvey {
        func counts(_ place: Place) -> Bool { searches[place.lane.number].indices.contains(place.index) }
        // An array: a dictionary with its own type would slow every click.
        var found: [(place: Place, utxo: OwnedUTXO)] = []
        var used: Set<[UInt8]> = []
        for answer in answers {
            used.formUnion(answer.used.filter { places[$0].map(counts) ?? false })
            for output in answer.unspent {
                guard let place = places[output.script], output.amount <= coin.maxMoney else {
                    throw ServiceError(.refusedByCheck, "The network reported an output that was not requested.")
                }
                guard counts(place) else { continue }
                let utxo = OwnedUTXO(
                    outpoint: output.outpoint, amount: output.amount, path: path(of: place),
                    confirmations: output.confirmations, isFromOwnPayment: own.contains(output.outpoint.transaction))
                found.append((place, utxo))
            }
        }
        found.sort { left, right in
            (left.place.lane.number, left.place.index, left.utxo.outpoint.transaction.hex, left.utxo.outpoint.index)
                < (
                    right.place.lane.number, right.place.index, right.utxo.outpoint.transaction.hex,
                    right.utxo.outpoint.index
                )
        }
        // An output that was reported twice appears twice in a row.
        let utxos = found.indices.filter { $0 == 0 || found[$0].utxo.outpoint != found[$0 - 1].utxo.outpoint }
            .map { found[$0].utxo }
        guard let sum = Amount.sum(utxos.map(\.amount)), sum <= coin.maxMoney else {
            throw ServiceError(.refusedByCheck, "The network reported more \(coin.ticker) than can exist.")
        }
        return AccountSurvey(
            utxos: utxos, receiveAddress: receive, changeAddress: change, usedScripts: used,
            ownScripts: Set(places.keys))
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await chain.readable(Set(utxos.map(\.outpoint.transaction))).mapValues(\.bytes)
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        for (part, known) in parts.enumerated() {
            guard let (branch, index) = known.account.place(of: path) else { continue }
            return place(Lane(part: part, branch: branch), index).flatMap(address)
        }
        return nil
    }

    /// The next address of a branch (``NextAddress``), after proving what it needs.
    private func next(
        _ lane: Lane, _ searches: [AddressSearch], _ marks: AddressMarks, _ unspent: [UnspentOutput]
    ) async throws(ServiceError) -> OwnAddress {
        let claimed = searches[lane.number].used
        let mark = marks[markPlace(lane)]
        var next = NextAddress(claimed: claimed, mark: mark, skipsOwn: lane.branch == .change)
        // A result of a search with a larger gap counts from now on, if it is proved.
        let last = claimed.last.flatMap { gap > AddressSearch.gapLimit && $0 >= mark.end ? $0 : nil }
        let scripts = (next.anchors + [last].compactMap(\.self)).compactMap { place(lane, $0)?.script }
        if !scripts.isEmpty {
            let paid = await UseProof(chain: chain).paid(among: scripts, unspent: unspent)
            func isProved(_ index: UInt32) -> Bool { place(lane, index).map { paid.contains($0.script) } ?? false }
            next.mark = next.mark(proving: isProved)
            if let last, isProved(last) { next.mark = next.mark.raised(to: AddressMarks.Mark(own: last + 1)) }
            // Without the file, the same proof is made again next time.
            try? self.marks?.raise(markPlace(lane), to: next.mark)
        }
        for index in next.index..<next.index + AddressSearch.gapLimit {
            if let address = place(lane, index).flatMap(address) { return address }
        }
        throw ServiceError(.internalError, "\(path) has no more addresses.")
    }

    /// Nil if BIP32 has no key for the index (probability below 2^-127): that index is skipped.
    private func place(_ lane: Lane, _ index: UInt32) -> Place? {
        let part = parts[lane.part]
        return part.keys.hash(lane.branch, index).map { hash in
            Place(lane: lane, index: index, script: part.account.script.script(of: hash))
        }
    }

    private func path(of place: Place) -> DerivationPath {
        parts[place.lane.part].account.path.appending(place.lane.branch.rawValue, place.index)
    }

    private func address(of place: Place) -> OwnAddress? {
        Address(script: place.script)?.text(on: parameters).map { OwnAddress(text: $0, path: path(of: place)) }
    }
}

extension WalletAccount.Part {
    init(_ account: AccountPath, key: ExtendedPublicKey, _ files: WalletFiles) {
        self.init(
            account: account, key: key, keys: KnownKeys(below: key, file: files.addressesFile(of: account.path)))
    }
}
