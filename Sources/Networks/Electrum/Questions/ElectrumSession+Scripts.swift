import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

extension ElectrumSession {
    /// The transactions of each of `scripts`, which must be distinct.
    func histories(of scripts: [[UInt8]]) async throws(ElectrumFailure) -> [[HistoryEntry]] {
        let answers = try await ask(scripts.map(ElectrumCall.history))
        return try answers.map { (answer) throws(ElectrumFailure) in try history(answer).read }
    }

    /// The `scripts` that a transaction ever paid.
    func usedScripts(among scripts: [[UInt8]]) async throws(ElectrumFailure) -> Set<[UInt8]> {
        let answers = try await ask(scripts.map(ElectrumCall.history))
        var used: Set<[UInt8]> = []
        for (script, answer) in zip(scripts, answers) {
            // A script with too many transactions is used.
            if case .failure(let error) = answer, error.code == ElectrumError.historyTooLarge {
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
        let answers = try await ask(scripts.map(ElectrumCall.unspent))
        var outputs: [UnspentOutput] = []
        for (script, answer) in zip(scripts, answers) {
            outputs += try unspent(answer, maxMoney: maxMoney).read.map { entry in
                UnspentOutput(
                    outpoint: entry.outpoint, amount: entry.amount, script: script,
                    confirmations: confirmations(at: entry.height))
            }
        }
        let times = Dictionary(outputs.map { ($0.outpoint, 1) }, uniquingKeysWith: +)
        for (outpoint, times) in times where times > 1 { noteUnread(outpoint.transaction, "") }
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
        try entries(answer, "the transactions of an address", HistoryEntry.init)
    }

    /// The unspent outputs of a script, and whether those are all of them.
    func unspent(
        _ answer: ElectrumMessage.Answer, maxMoney: Amount
    ) throws(ElectrumFailure) -> (read: [UnspentEntry], isWhole: Bool) {
        try entries(answer, "the unspent outputs") { UnspentEntry($0, maxMoney: maxMoney) }
    }

    /// An entry that cannot be read is noted, and does not affect the others.
    private func entries<Entry>(
        _ answer: ElectrumMessage.Answer, _ what: String, _ read: (JSON) -> Entry?
    ) throws(ElectrumFailure) -> (read: [Entry], isWhole: Bool) {
        guard let all = try Self.json(answer, what).elements else {
            throw .strange("its answer is not a list of \(what)")
        }
        var found: [Entry] = []
        for json in all {
            if let entry = read(json) {
                found.append(entry)
            } else {
                noteUnread(json["tx_hash"]?.transactionID, json.text)
            }
        }
        return (found, found.count == all.count)
    }
}
