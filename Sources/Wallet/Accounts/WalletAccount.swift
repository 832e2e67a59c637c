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
    /// How its transactions are written.
    let form: TransactionForm
    let network: ConfiguredNetwork

    var chain: any ChainReader { network.chain }

    typealias Branch = AccountPath.Branch

    /// A branch of a part.
    struct AddressChain: Sendable, Hashable {
        let part: Int
        let branch: AccountPath.Branch

        /// Its position among all lanes.
        var number: Int { part * AccountPath.Branch.allCases.count + Int(branch.rawValue) }
    }

    /// A key and the script of outputs to it.
    struct Place: Sendable {
        let addresses: AddressChain
        let index: UInt32
        let script: [UInt8]
    }

    var addressChains: [AddressChain] {
        parts.indices.flatMap { part in Branch.allCases.map { AddressChain(part: part, branch: $0) } }
    }

    var path: DerivationPath { parts[0].account.path }

    /// Stores the derived keys, so that none is derived again.
    func saveKeys() {
        for part in parts {
            part.keys.deriveNext()
            part.keys.save()
        }
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await chain.readable(Set(utxos.map(\.outpoint.transaction)), as: form).mapValues(\.bytes)
    }

    func isProved(_ utxo: OwnedUTXO, by transaction: [UInt8]) -> Bool {
        for (part, known) in parts.enumerated() {
            guard let (branch, index) = known.account.place(of: utxo.path),
                let script = place(AddressChain(part: part, branch: branch), index)?.script
            else { continue }
            return PaymentPlan.doubt(utxo, pays: script, transaction, as: form) == nil
        }
        return false
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        for (part, known) in parts.enumerated() {
            guard let (branch, index) = known.account.place(of: path) else { continue }
            guard known.keys.isRight(branch, index) else { throw known.keys.wasChanged }
            return place(AddressChain(part: part, branch: branch), index).flatMap(address)
        }
        return nil
    }

    func receiveAddress(progress: ProgressReport?) async throws(ServiceError) -> OwnAddress {
        let address = try await survey(progress: progress).receiveAddress
        // Derives it again.
        _ = try self.address(at: address.path)
        return address
    }

    func markPlace(_ addresses: AddressChain) -> AddressMarks.Place {
        AddressMarks.Place(chain: network.id, path: parts[addresses.part].account.path, branch: addresses.branch)
    }

    /// Nil if BIP32 has no key for the index (probability below 2^-127): that index is skipped.
    func place(_ addresses: AddressChain, _ index: UInt32) -> Place? {
        let part = parts[addresses.part]
        return part.keys.hash(addresses.branch, index).map { hash in
            Place(addresses: addresses, index: index, script: part.account.script.script(holding: hash))
        }
    }

    /// The places of those of `scripts` that pay to known addresses of this account.
    func places(of scripts: Set<[UInt8]>) -> [[UInt8]: Place] {
        var places: [[UInt8]: Place] = [:]
        for addresses in addressChains {
            let (form, keys) = (parts[addresses.part].account.script, parts[addresses.part].keys)
            for (hash, index) in keys.indices(of: Set(scripts.compactMap(form.hash(heldBy:))), addresses.branch) {
                let script = form.script(holding: hash)
                places[script] = Place(addresses: addresses, index: index, script: script)
            }
        }
        return places
    }

    func path(of place: Place) -> DerivationPath {
        parts[place.addresses.part].account.path.appending(place.addresses.branch.rawValue, place.index)
    }

    func address(of place: Place) -> OwnAddress? {
        Address(script: place.script)?.text(on: parameters).map { OwnAddress(text: $0, path: path(of: place)) }
    }
}

extension WalletAccount.Part {
    init(_ account: AccountPath, key: ExtendedPublicKey, _ files: WalletFiles) {
        self.init(
            account: account, key: key, keys: files.keys(below: key, at: account.path))
    }
}

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
        func scripts(_ indices: (AddressChain) -> some Sequence<UInt32>) -> Set<[UInt8]> {
            Set(
                addressChains.flatMap { addresses in
                    indices(addresses).compactMap { place(addresses, $0)?.script }
                })
        }
        return WholeSurvey(
            survey: survey, usedScripts: scripts { searches[$0.number].used },
            ownScripts: scripts { 0..<parts[$0.part].keys.count($0.branch) })
    }

    /// - Parameter everyUse: whether to ask about the use of every address.
    private func search(
        everyUse: Bool, _ progress: ProgressReport?
    ) async throws(ServiceError) -> (survey: AccountSurvey, searches: [AddressSearch]) {
        guard let version = parameters.numbers?.xpub else {
            throw ServiceError(.unsupportedNetwork, "This wallet has no keys of \(coin.title).")
        }
        for part in parts {
            let watched = WatchedAccount(
                masterFingerprint: masterFingerprint, path: part.account.path,
                xpub: part.key.text(version: version))
            try await chain.watch(watched, progress: progress)
        }
        let addressChains = addressChains
        let marks = marks?.read() ?? AddressMarks()
        let known = addressChains.reduce(0) { $0 + Int(parts[$1.part].keys.count($1.branch)) }
        let listed = try await chain.scriptsWithMoney(atMost: Self.listedPerQuestion * known)
        var searches = addressChains.map { addresses in
            AddressSearch(
                known: listed == nil ? parts[addresses.part].keys.examined(addresses.branch) : nil,
                mark: marks[markPlace(addresses)].end, gap: gap)
        }
        var unspent: [UnspentOutput] = []
        var done = 0
        while case let ranges = try searches.map({ (search) throws(ServiceError) in try search.next() }),
            ranges.contains(where: { !$0.isEmpty })
        {
            for (addresses, range) in zip(addressChains, ranges) {
                parts[addresses.part].keys.examine(addresses.branch, upTo: range.upperBound)
            }
            func places(from start: (AddressChain) -> UInt32) -> [Place] {
                zip(addressChains, ranges).flatMap { addresses, range in
                    range.clamped(to: start(addresses)..<UInt32.max).compactMap { place(addresses, $0) }
                }
            }
            let asked = places { everyUse ? 0 : max(marks[markPlace($0)].proven, 1) - 1 }
            let holding = listed != nil ? [] : everyUse ? asked : places { _ in 0 }
            let answer = try await ScriptQuestions(chain: chain).ask(
                whetherUsed: asked.map(\.script), whatIsUnspent: holding.map(\.script))
            for (addresses, range) in zip(addressChains, ranges) {
                let used = asked.filter { $0.addresses == addresses && answer.used.contains($0.script) }.map(
                    \.index)
                searches[addresses.number].take(used, to: range)
            }
            unspent += answer.unspent
            done += ranges.reduce(0) { $0 + $1.count }
            progress?(WorkProgress("Looking for used addresses of \(name.text)", done: done, total: nil))
        }
        guard everyUse || NextAddress.isProofValid(by: searches[0].used, marks[markPlace(addressChains[0])]) else {
            return try await search(everyUse: true, progress)
        }
        if let listed {
            let own = places(of: Set(listed)).values.filter {
                searches[$0.addresses.number].indices.contains($0.index)
            }
            unspent = try await ScriptQuestions(chain: chain).ask(
                whetherUsed: [], whatIsUnspent: own.map(\.script)
            ).unspent
        }
        let receive = try await next(addressChains[0], searches, marks, unspent)
        let change = try await next(addressChains[1], searches, marks, unspent)
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
        guard !waiting.isEmpty, let whole = try? await chain.readable(asked, as: form) else {
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
        let previous = wanted.isEmpty ? [:] : (try? await chain.readable(wanted, as: form)) ?? [:]
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
            guard searches[place.addresses.number].indices.contains(place.index) else { continue }
            let utxo = OwnedUTXO(
                outpoint: output.outpoint, amount: output.amount, path: path(of: place),
                confirmations: output.confirmations,
                isFromOwnPayment: settled.own.contains(output.outpoint.transaction),
                isLocked: settled.locked.contains(output.outpoint.transaction))
            found.append((place, utxo))
        }
        found.sort { left, right in
            (
                left.place.addresses.number, left.place.index, left.utxo.outpoint.transaction.hex,
                left.utxo.outpoint.index
            )
                < (
                    right.place.addresses.number, right.place.index, right.utxo.outpoint.transaction.hex,
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
        _ addresses: AddressChain, _ searches: [AddressSearch], _ marks: AddressMarks, _ unspent: [UnspentOutput]
    ) async throws(ServiceError) -> OwnAddress {
        let claimed = searches[addresses.number].used
        let mark = marks[markPlace(addresses)]
        var next = NextAddress(claimed: claimed, mark: mark, skipsOwn: addresses.branch == .change)
        // A result of a search with a larger gap counts from now on, if it is proved.
        let last = claimed.last.flatMap { gap > AddressSearch.gapLimit && $0 >= mark.end ? $0 : nil }
        let scripts = (next.anchors + [last].compactMap(\.self)).compactMap { place(addresses, $0)?.script }
        if !scripts.isEmpty {
            let paid = await UseProof(chain: chain, form: form).paid(among: scripts, unspent: unspent)
            func isProved(_ index: UInt32) -> Bool {
                place(addresses, index).map { paid.contains($0.script) } ?? false
            }
            next.mark = next.mark(proving: isProved)
            if let last, isProved(last) { next.mark = next.mark.raised(to: AddressMarks.Mark(own: last + 1)) }
            // Without the file, the same proof is made again next time.
            try? self.marks?.raise(markPlace(addresses), to: next.mark)
        }
        for index in next.index..<next.index + AddressSearch.gapLimit {
            if let address = place(addresses, index).flatMap(address) { return address }
        }
        throw ServiceError(.internalError, "\(path) has no more addresses.")
    }
}

/// A network's answer about some scripts.
struct ScriptAnswer: Sendable {
    /// The scripts that were ever paid.
    var used: Set<[UInt8]> = []
    /// The unspent outputs that pay them.
    var unspent: [UnspentOutput] = []
}

/// Asks a network about scripts. Both questions go out together, and large ones are split into parts that go out
/// together: some servers answer once a second however much one question asks.
struct ScriptQuestions {
    /// The number of scripts in one question.
    static let batch = 500

    let chain: any ChainReader

    /// Which of some scripts were used, and what others, or the same, hold now.
    func ask(
        whetherUsed scripts: [[UInt8]], whatIsUnspent holding: [[UInt8]]
    ) async throws(ServiceError) -> ScriptAnswer {
        let answers =
            max(scripts.count, holding.count) <= Self.batch
            ? await both(scripts[...], holding[...]) : await inParts(scripts, holding)
        // A cancelled network call reports its own error; this one names the cancellation.
        try Self.stopIfCancelled()
        var whole = ScriptAnswer()
        for answer in answers {
            let part = try answer.get()
            whole.used.formUnion(part.used)
            whole.unspent += part.unspent
        }
        return whole
    }

    static func stopIfCancelled() throws(ServiceError) {
        guard Task.isCancelled else { return }
        throw ServiceError(.networkUnreachable, "The requests to the network were cancelled.")
    }

    private func inParts(
        _ scripts: [[UInt8]], _ holding: [[UInt8]]
    ) async -> [Result<ScriptAnswer, ServiceError>] {
        await withTaskGroup(of: [Result<ScriptAnswer, ServiceError>].self) { group in
            for start in stride(from: 0, to: max(scripts.count, holding.count), by: Self.batch) {
                let parts = (scripts.dropFirst(start).prefix(Self.batch), holding.dropFirst(start).prefix(Self.batch))
                group.addTask { await both(parts.0, parts.1) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func both(
        _ scripts: ArraySlice<[UInt8]>, _ holding: ArraySlice<[UInt8]>
    ) async -> [Result<ScriptAnswer, ServiceError>] {
        if holding.isEmpty { return scripts.isEmpty ? [] : [await used(scripts)] }
        if scripts.isEmpty { return [await unspent(holding)] }
        async let used = used(scripts)
        async let unspent = unspent(holding)
        return await [used, unspent]
    }

    private func used(_ scripts: ArraySlice<[UInt8]>) async -> Result<ScriptAnswer, ServiceError> {
        await result { () throws(ServiceError) in
            ScriptAnswer(used: try await chain.usedScripts(among: Array(scripts)))
        }
    }

    private func unspent(_ scripts: ArraySlice<[UInt8]>) async -> Result<ScriptAnswer, ServiceError> {
        await result { () throws(ServiceError) in
            ScriptAnswer(unspent: try await chain.unspentOutputs(payingTo: Array(scripts)))
        }
    }

    private func result(
        _ question: () async throws(ServiceError) -> ScriptAnswer
    ) async -> Result<ScriptAnswer, ServiceError> {
        do throws(ServiceError) { return .success(try await question()) } catch { return .failure(error) }
    }
}
