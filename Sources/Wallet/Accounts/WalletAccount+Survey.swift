import RouterBitcoinFormat
import SchemeRouter

/// What the network says about an account.
///
/// Whether an address was used matters only from the last one on whose use was proved: before it there is none to give
/// out, unless the network does not know the proof any more.
/// What it holds matters for all of them, because anybody can pay to an old address. If the network has few unspent
/// outputs in all, the account finds its own among them instead of asking about each address.
extension WalletAccount {
    /// A listed script costs less than this part of a question about one.
    private static let listedPerQuestion = 16

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        try await search(everyUse: false, progress).survey
    }

    func wholeSurvey(progress: ProgressReport?) async throws(ServiceError) -> WholeSurvey {
        let (survey, searches) = try await search(everyUse: true, progress)
        func scripts(_ indices: (Lane) -> some Sequence<UInt32>) -> Set<[UInt8]> {
            Set(lanes.flatMap { lane in indices(lane).compactMap { place(lane, $0)?.script } })
        }
        return WholeSurvey(
            survey: survey, usedScripts: scripts { searches[$0.number].used },
            ownScripts: scripts { 0..<parts[$0.part].keys.count($0.branch) })
    }

    /// - Parameter everyUse: whether to ask about the use of every address.
    private func search(
        everyUse: Bool, _ progress: ProgressReport?
    ) async throws(ServiceError) -> (survey: AccountSurvey, searches: [AddressSearch]) {
        for part in parts {
            let watched = WatchedAccount(
                masterFingerprint: masterFingerprint, path: part.account.path,
                xpub: part.key.text(version: parameters.xpub))
            try await chain.watch(watched, progress: progress)
        }
        let lanes = lanes
        let marks = marks?.read() ?? AddressMarks()
        let known = lanes.reduce(0) { $0 + Int(parts[$1.part].keys.count($1.branch)) }
        let listed = try await chain.scriptsWithMoney(atMost: Self.listedPerQuestion * known)
        var searches = lanes.map { lane in
            AddressSearch(
                known: listed == nil ? parts[lane.part].keys.examined(lane.branch) : nil,
                mark: marks[markPlace(lane)].end, gap: gap)
        }
        var unspent: [UnspentOutput] = []
        var done = 0
        while case let ranges = try searches.map({ (search) throws(ServiceError) in try search.next() }),
            ranges.contains(where: { !$0.isEmpty })
        {
            for (lane, range) in zip(lanes, ranges) {
                parts[lane.part].keys.examine(lane.branch, upTo: range.upperBound)
            }
            func places(from start: (Lane) -> UInt32) -> [Place] {
                zip(lanes, ranges).flatMap { lane, range in
                    range.clamped(to: start(lane)..<UInt32.max).compactMap { place(lane, $0) }
                }
            }
            let asked = places { everyUse ? 0 : max(marks[markPlace($0)].proven, 1) - 1 }
            let holding = listed != nil ? [] : everyUse ? asked : places { _ in 0 }
            let answer = try await ScriptQuestions(chain: chain).ask(
                whetherUsed: asked.map(\.script), whatIsUnspent: holding.map(\.script))
            for (lane, range) in zip(lanes, ranges) {
                let used = asked.filter { $0.lane == lane && answer.used.contains($0.script) }.map(\.index)
                searches[lane.number].take(used, to: range)
            }
            unspent += answer.unspent
            done += ranges.reduce(0) { $0 + $1.count }
            progress?(WorkProgress("Looking for used addresses of \(name.text)", done: done, total: nil))
        }
        guard everyUse || NextAddress.isUpheld(by: searches[0].used, marks[markPlace(lanes[0])]) else {
            return try await search(everyUse: true, progress)
        }
        if let listed {
            let own = places(of: Set(listed)).values.filter { searches[$0.lane.number].indices.contains($0.index) }
            unspent = try await ScriptQuestions(chain: chain).ask(
                whetherUsed: [], whatIsUnspent: own.map(\.script)
            ).unspent
        }
        let receive = try await next(lanes[0], searches, marks, unspent)
        let change = try await next(lanes[1], searches, marks, unspent)
        let utxos = try utxos(in: unspent, searches, await settled(among: unspent))
        return (AccountSurvey(utxos: utxos, receiveAddress: receive, changeAddress: change), searches)
    }

    /// Unconfirmed transactions that nobody can take back.
    private struct Settled {
        /// Those that this account made itself.
        var own: Set<TransactionID> = []
        /// Withdrawals that the network has locked.
        var locked: Set<TransactionID> = []
    }

    private func settled(among unspent: [UnspentOutput]) async -> Settled {
        let waiting = Set(unspent.filter { $0.confirmations == 0 }.map(\.outpoint.transaction))
        let asked = Set(waiting.prefix(OwnPayments.most))
        guard !waiting.isEmpty, let whole = try? await chain.readable(asked, as: coin.transactions) else {
            return Settled()
        }
        var settled = Settled()
        // A lock on one that gets another id by its next signature would say nothing about that one.
        for (id, transaction) in whole where coin.hasLock && transaction.withdrawal == .resigned {
            guard (try? await chain.agrees(on: id, { $0 == .waiting(isLocked: true) })) == true else { continue }
            settled.locked.insert(id)
        }
        let spent = Set(whole.values.flatMap(\.inputs).compactMap { KeySpend($0)?.script })
        let own = OwnPayments(ownScripts: Set(places(of: spent).keys))
        let wanted = Set(whole.values.flatMap(own.needed))
        // What witnesses sign depends on the amounts they spend.
        let previous = wanted.isEmpty ? [:] : (try? await chain.readable(wanted, as: coin.transactions)) ?? [:]
        settled.own = Set(whole.filter { own.include($0.value, spending: previous) }.keys)
        return settled
    }

    /// The outputs that the account can spend. Anything beyond the gap does not count, even if it was asked about.
    private func utxos(
        in unspent: [UnspentOutput], _ searches: [AddressSearch], _ settled: Settled
    ) throws(ServiceError) -> [OwnedUTXO] {
        let places = places(of: Set(unspent.map(\.script)))
        // An array: a dictionary with its own type would slow every click.
        var found: [(place: Place, utxo: OwnedUTXO)] = []
        for output in unspent {
            guard let place = places[output.script], output.amount <= coin.maxMoney else {
                throw ServiceError(.refusedByCheck, "The network reported an output that was not requested.")
            }
            guard searches[place.lane.number].indices.contains(place.index) else { continue }
            let utxo = OwnedUTXO(
                outpoint: output.outpoint, amount: output.amount, path: path(of: place),
                confirmations: output.confirmations,
                isFromOwnPayment: settled.own.contains(output.outpoint.transaction),
                isLocked: settled.locked.contains(output.outpoint.transaction))
            found.append((place, utxo))
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
        return utxos
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
            let paid = await UseProof(chain: chain, form: coin.transactions).paid(among: scripts, unspent: unspent)
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
}
