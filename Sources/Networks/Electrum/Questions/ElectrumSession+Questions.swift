import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

extension ElectrumSession {
    /// The answers about each of `scripts`, which must be distinct. Those of which the server does not list so many
    /// transactions are noted and missing; it must answer about one at least.
    private func listed(
        _ scripts: [[UInt8]], _ call: ([UInt8]) -> ElectrumCall
    ) async throws(ElectrumFailure) -> [(script: [UInt8], answer: ElectrumMessage.Answer)] {
        let answers = Array(zip(scripts, try await ask(scripts.map(call)))).map { (script: $0, answer: $1) }
        let tooLong = answers.filter { $0.answer.isAboutLongHistory }
        if let first = tooLong.first, tooLong.count == answers.count {
            throw .longHistory(of: addressText(first.script))
        }
        for entry in tooLong { noteUnread(.address(addressText(entry.script))) }
        return answers.filter { !$0.answer.isAboutLongHistory }
    }

    /// The `scripts` that a transaction ever paid.
    func usedScripts(among scripts: [[UInt8]]) async throws(ElectrumFailure) -> Set<[UInt8]> {
        let answers = try await ask(scripts.map { .history(of: $0, in: version) })
        var used: Set<[UInt8]> = []
        for (script, answer) in zip(scripts, answers) {
            // A script with too many transactions is used.
            if answer.isAboutLongHistory {
                used.insert(script)
            } else {
                // A script with an entry that cannot be read is used, too.
                let (read, isWhole) = try history(answer)
                if !read.isEmpty || !isWhole { used.insert(script) }
            }
        }
        return used
    }

    /// The unspent outputs to `scripts`, which must be distinct, that can be spent now: servers also list block rewards
    /// and payouts of extension blocks, which are too new for some blocks (`COINBASE_MATURITY`, `PEGOUT_MATURITY`).
    func unspentOutputs(
        payingTo scripts: [[UInt8]], maxMoney: Amount, maturity: Int
    ) async throws(ElectrumFailure) -> [UnspentOutput] {
        let outputs = try await listed(payingTo: scripts, maxMoney: maxMoney)
        // Of an output without confirmations the maturity is no question: it is spent only if it is our own change.
        let (young, unchecked) = BalanceCheck.divided(
            outputs.filter { $0.confirmations > 0 && $0.confirmations <= Self.longestMaturity(maturity) })
        guard !young.isEmpty else { return outputs }
        let found = try await readableTransactions(Set(young.map(\.outpoint.transaction)))
        // An output that cannot be read does not affect the others: it is left out until a block reward of its age could
        // be spent.
        let left = young.filter { output in
            found[output.outpoint.transaction].map { whole in
                (whole.content.maturity(ofCoinbase: maturity) ?? 0) > output.confirmations
            } ?? true
        }
        let leaving = Set((left + unchecked).map(\.outpoint))
        return outputs.filter { !leaving.contains($0.outpoint) }
    }

    /// The unspent outputs to `scripts`, which must be distinct, of which there is more to say: new money, withdrawals,
    /// and what the server does not show. An output of any age is money only if its transaction says so.
    func notableOutputs(
        payingTo scripts: [[UInt8]], maxMoney: Amount, maturity: Int
    ) async throws(ElectrumFailure) -> [(notable: NotableOutput, mayBeLocked: Bool)] {
        let (read, unchecked) = BalanceCheck.divided(try await listed(payingTo: scripts, maxMoney: maxMoney))
        guard !read.isEmpty else { return [] }
        let found = try await readableTransactions(Set(read.map(\.outpoint.transaction)))
        let notable = read.compactMap { output -> (NotableOutput, Bool)? in
            guard let content = found[output.outpoint.transaction]?.content, content.pays(output) else {
                return (NotableOutput(output, .unreadable), false)
            }
            if let needed = content.maturity(ofCoinbase: maturity), needed > output.confirmations {
                return (NotableOutput(output, .maturing(blocks: needed - output.confirmations)), false)
            }
            guard let withdrawal = content.withdrawal, output.confirmations <= Self.longestMaturity(maturity) else {
                return nil
            }
            let mayBeLocked = output.confirmations == 0 && withdrawal == .resigned
            return (NotableOutput(output, .withdrawal(isLocked: false)), mayBeLocked)
        }
        return notable + unchecked.map { (NotableOutput($0, .unchecked), false) }
    }

    /// The most confirmations with which an output may still be too new.
    private static func longestMaturity(_ maturity: Int) -> Int { max(maturity, Transaction.extensionMaturity) }

    /// The unspent outputs to `scripts`, as the server lists them. One that it lists twice, at one address or two, could be
    /// either, so it is left out.
    private func listed(payingTo scripts: [[UInt8]], maxMoney: Amount) async throws(ElectrumFailure) -> [UnspentOutput]
    {
        var outputs: [UnspentOutput] = []
        for (script, answer) in try await listed(scripts, { .unspent(with: $0, in: version) }) {
            outputs += try unspent(answer, maxMoney: maxMoney).read.map { entry in
                UnspentOutput(
                    outpoint: entry.outpoint, amount: entry.amount, script: script,
                    confirmations: confirmations(at: entry.height))
            }
        }
        let times = Dictionary(outputs.map { ($0.outpoint, 1) }, uniquingKeysWith: +)
        for (outpoint, times) in times where times > 1 { noteUnread(.entry(outpoint.transaction, "")) }
        return outputs.filter { times[$0.outpoint] == 1 }
    }

    /// The confirmations of a block; 0 for an unconfirmed transaction.
    func confirmations(at height: BlockHeight?) -> Int {
        height.map { $0.confirmations(whenNewestIs: self.height ?? $0) } ?? 0
    }

    static func json(_ answer: ElectrumMessage.Answer, _ what: String) throws(ElectrumFailure) -> JSON {
        switch answer {
        case .success(let json): return json
        case .failure(let error): throw .refusal(error, of: what)
        }
    }

    /// The entries of a script's history, and whether those are all of them.
    func history(
        _ answer: ElectrumMessage.Answer
    ) throws(ElectrumFailure) -> (read: [HistoryEntry], isWhole: Bool) {
        try entries(answer, "history", "the transactions of an address", HistoryEntry.init)
    }

    /// The unspent outputs of a script, and whether those are all of them.
    func unspent(
        _ answer: ElectrumMessage.Answer, maxMoney: Amount
    ) throws(ElectrumFailure) -> (read: [UnspentEntry], isWhole: Bool) {
        try entries(answer, "utxos", "the unspent outputs") { UnspentEntry($0, maxMoney: maxMoney) }
    }

    /// An entry that cannot be read is noted, and does not affect the others.
    /// - Parameter name: what version 1.7 calls the list.
    private func entries<Entry>(
        _ answer: ElectrumMessage.Answer, _ name: String, _ what: String, _ read: (JSON) -> Entry?
    ) throws(ElectrumFailure) -> (read: [Entry], isWhole: Bool) {
        let json = try Self.json(answer, what)
        guard let all = (version == .v17 ? json[name] : json)?.elements else {
            throw .strange("its answer is not a list of \(what)")
        }
        var found: [Entry] = []
        for json in all {
            if let entry = read(json) {
                found.append(entry)
            } else {
                noteUnread(.entry(json["tx_hash"]?.transactionID, json.text))
            }
        }
        return (found, found.count == all.count)
    }
}

extension ElectrumSession {
    /// The most transactions of an address, newest first, that are checked for spending an output.
    private static let mostSpenders = 200

    /// A server's report about one script, which can have several outputs: they are requested together.
    private struct ScriptFacts: Sendable {
        let unspent: Set<Outpoint>
        /// The newest transactions, and those among them that this version can read.
        let candidates: [HistoryEntry]
        let readable: [TransactionID: WholeTransaction]
        /// Whether the server lists more than was read: an output may be unspent, or spent by a transaction that was not
        /// examined or could not be read.
        let isIncomplete: Bool
    }

    /// Whether outputs are spent. Outputs of transactions that the server does not know, or that this version cannot
    /// read, are missing. Anybody can pay an address by a transaction of a kind that is not known yet, so one of those
    /// must not hide the others.
    func states(of outputs: [Outpoint], maxMoney: Amount) async throws(ElectrumFailure) -> [Outpoint: OutputState] {
        let paying = try await payingTransactions(Set(outputs.map(\.transaction)))
        var spendable: [Outpoint: Transaction.Output] = [:]
        for output in outputs {
            guard let paid = paying[output.transaction]?.content.outputs, let index = Int(exactly: output.index),
                paid.indices.contains(index)
            else { continue }
            spendable[output] = paid[index]
        }
        var facts: [[UInt8]: ScriptFacts?] = [:]
        var states: [Outpoint: OutputState] = [:]
        for output in outputs {
            guard let content = spendable[output] else { continue }
            let script = content.script
            let known: ScriptFacts?
            if let earlier = facts[script] {
                known = earlier
            } else {
                known = try await self.facts(of: script, maxMoney: maxMoney)
                facts.updateValue(known, forKey: script)
            }
            guard let known else { continue }
            states[output] = try Self.state(of: output, content, known)
        }
        return states
    }

    private static func state(
        of output: Outpoint, _ content: Transaction.Output, _ facts: ScriptFacts
    ) throws(ElectrumFailure) -> OutputState {
        if facts.unspent.contains(output) { return .unspent }
        // The spender has the output among its inputs, so nobody can name another one. And only our key spends our own
        // output: bytes that anybody can assemble prove nothing (S16).
        let spender = facts.candidates.first { entry in
            facts.readable[entry.id]?.content.isSigned(spending: output, of: content) ?? false
        }
        guard let spender else {
            if facts.isIncomplete { return .spent(nil) }
            throw ElectrumFailure(.wrong, "says that an output is spent, but shows no transaction signed by its key")
        }
        return spender.height == nil ? .spentByWaiting(spender.id) : .spent(spender.id)
    }

    /// Nil if the script has more outputs than the server lists.
    private func facts(of script: [UInt8], maxMoney: Amount) async throws(ElectrumFailure) -> ScriptFacts? {
        let answers = try await ask([.unspent(with: script, in: version), .history(of: script, in: version)])
        guard !answers[0].isAboutLongHistory else { return nil }
        let unspent = try unspent(answers[0], maxMoney: maxMoney)
        // What is unspent may be known although the history is too long.
        let history = answers[1].isAboutLongHistory ? (read: [], isWhole: false) : try history(answers[1])
        let candidates = history.read.suffix(Self.mostSpenders)
        let readable = try await readableTransactions(Set(candidates.map(\.id)))
        return ScriptFacts(
            unspent: Set(unspent.read.map(\.outpoint)), candidates: Array(candidates), readable: readable,
            isIncomplete: !unspent.isWhole || !history.isWhole || history.read.count > candidates.count
                || candidates.contains { readable[$0.id] == nil })
    }

    /// The transactions among these that the server knows and this version can read.
    private func payingTransactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { answer, id throws(ElectrumFailure) in
            if case .failure(let error) = answer, error.saysUnknownTransaction { return nil }
            return try Self.json(answer, "the transaction \(id)").hexBytes.flatMap {
                WholeTransaction($0, id: id, as: form)
            }
        }
    }
}

extension ElectrumSession {
    /// Whole transactions are large: this many of the largest that nodes relay fit into a line.
    static let transactionBatch = 20

    /// Whole transactions, proved by their ids.
    func transactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { answer, id throws(ElectrumFailure) in
            let bytes = try Self.json(answer, "the transaction \(id)").hexBytes
            guard let transaction = bytes.flatMap({ WholeTransaction($0, id: id, as: form) }) else {
                throw ElectrumFailure(.wrong, "returned something else for the transaction \(id)")
            }
            return transaction
        }
    }

    /// The transactions among these that this version can read. One of an unknown kind, such as of a later version, is
    /// missing; so is one that the server does not return, or for which it returns another: a server that is older than
    /// its network's rules does not know its id.
    func readableTransactions(
        _ ids: Set<TransactionID>
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        try await transactions(ids) { answer, id throws(ElectrumFailure) in
            guard case .success(let json) = answer else { return nil }
            return json.hexBytes.flatMap { WholeTransaction($0, id: id, as: form) }
        }
    }

    /// Requests whole transactions, some at a time, and parses each answer with `read`; those for which it returns nil
    /// are missing.
    func transactions(
        _ ids: Set<TransactionID>,
        read: (ElectrumMessage.Answer, TransactionID) throws(ElectrumFailure) -> WholeTransaction?
    ) async throws(ElectrumFailure) -> [TransactionID: WholeTransaction] {
        let ids = ids.sorted { $0.hex < $1.hex }
        let answers = try await ask(ids.map(ElectrumCall.transaction), atOnce: Self.transactionBatch)
        var found: [TransactionID: WholeTransaction] = [:]
        for (id, answer) in zip(ids, answers) {
            found[id] = try read(answer, id)
        }
        return found
    }

    func state(of id: TransactionID) async throws(ElectrumFailure) -> TransactionState {
        switch try await ask([.details(of: id)])[0] {
        case .success(let details):
            guard details["txid"]?.transactionID == id else {
                throw ElectrumFailure(.wrong, "returned a different transaction from \(id)")
            }
            let waiting = TransactionState.waiting(isLocked: details["instantlock"] == .bool(true))
            guard let said = details["confirmations"], said != .null else { return waiting }
            guard let count = said.wholeHeight?.number else {
                throw .strange("it reported an impossible number of confirmations")
            }
            guard count > 0 else { return waiting }
            return .confirmed(count, isLocked: details["chainlock"] == .bool(true))
        case .failure(let error):
            if error.saysUnknownTransaction { return .unknown }
            return try await stateWithoutDetails(of: id)
        }
    }

    /// The same for a server that does not pass on its node's details, such as electrs. No network of such servers has
    /// locks.
    private func stateWithoutDetails(of id: TransactionID) async throws(ElectrumFailure) -> TransactionState {
        let whole: WholeTransaction?
        switch try await ask([.transaction(id)])[0] {
        case .success(let json): whole = json.hexBytes.flatMap { WholeTransaction($0, id: id, as: form) }
        case .failure(let error):
            if error.saysUnknownTransaction { return .unknown }
            throw .refusal(error, of: "the transaction \(id)")
        }
        guard let scripts = whole?.content.outputs.map(\.script), let first = scripts.first else {
            throw ElectrumFailure(.wrong, "returned something else for the transaction \(id)")
        }
        // Any of its addresses tells; a popular one may have too many transactions.
        for script in scripts {
            let answer = try await ask([.history(of: script, in: version)])[0]
            if answer.isAboutLongHistory { continue }
            guard let entry = try history(answer).read.first(where: { $0.id == id }) else { return .unknown }
            let count = confirmations(at: entry.height)
            return count == 0 ? .waiting(isLocked: false) : .confirmed(count, isLocked: false)
        }
        throw .longHistory(of: addressText(first))
    }
}

/// A transaction from a server, whose id is proved to be the hash of these bytes (S12).
struct WholeTransaction: Sendable {
    let bytes: [UInt8]
    let content: Transaction

    /// Nil if `bytes`, of a coin with this form, are not the transaction with that id.
    init?(_ bytes: [UInt8], id: TransactionID, as form: TransactionForm) {
        guard let content = try? Transaction(bytes: bytes, as: form), content.id == id else { return nil }
        self.bytes = bytes
        self.content = content
    }
}

extension ElectrumSession {
    /// The most blocks whose times are looked up, newest first. Each takes a call.
    private static let mostTimes = 100

    /// All transactions of `scripts`, which must be distinct.
    func history(of scripts: [[UInt8]]) async throws(ElectrumFailure) -> [HistoricTransaction] {
        var heights: [TransactionID: BlockHeight?] = [:]
        for (_, answer) in try await listed(scripts, { .history(of: $0, in: version) }) {
            for entry in try history(answer).read {
                // It may have been mined between two answers.
                heights[entry.id] = (heights[entry.id] ?? nil) ?? entry.height
            }
        }
        let times = try await times(ofBlocks: Set(heights.values.compactMap(\.self)))
        return heights.map { id, height in
            HistoricTransaction(
                id: id, confirmations: confirmations(at: height), time: height.flatMap { times[$0] })
        }
    }

    /// The fee to be in one of the next blocks; nil if the server knows none.
    func feePerKB(decimals: Int, blocks: Int) async throws(ElectrumFailure) -> Amount? {
        let lowest: ElectrumCall = version == .v14 ? .relayFee : .mempool
        let answers = try await ask([.estimatedFee(blocks: blocks), lowest])
        // A transaction that nodes do not relay does not get into a block either.
        let fees = answers.map { answer in
            let json = try? answer.get()
            return (json?["minrelaytxfee"] ?? json)?.fee(decimals: decimals)
        }
        guard let estimate = fees[0] else { return nil }
        return max(estimate, fees[1] ?? estimate)
    }

    /// The times in the headers of blocks. Miners set them, not always truthfully.
    private func times(ofBlocks heights: Set<BlockHeight>) async throws(ElectrumFailure) -> [BlockHeight: UnixTime] {
        let newest = heights.sorted(by: >).prefix(Self.mostTimes)
        let answers = try await ask(newest.map(ElectrumCall.header))
        var times: [BlockHeight: UnixTime] = [:]
        for (height, answer) in zip(newest, answers) {
            times[height] = (try? answer.get().hexBytes).flatMap(JSON.time(inHeader:))
        }
        return times
    }
}
