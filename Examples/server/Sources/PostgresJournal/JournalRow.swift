import SchemeRouter

/// A row of the table `entry`.
struct JournalRow {
    /// The columns, in the order that ``entry`` reads. Inputs are written `txid:index`, separated by commas.
    static let columns = """
        id, seen, changed, action, scheme, fingerprint, coin, network, practice, sender, recipient, asked, account, reply,
        bumps, progress, ending, amount, fee, txid, raw, expires, failure, settlement, program,
        (SELECT string_agg(txid || ':' || vout, ',' ORDER BY place) FROM input
            WHERE input.wallet = entry.wallet AND input.entry = entry.id), node, opener
        """

    let row: Row

    /// Throws if this program did not write the row.
    func entry() throws(DatabaseError) -> JournalEntry {
        guard let entry = parsed else {
            throw .rule(ServiceError(.cannotWrite, "The journal has an entry that this program did not write."))
        }
        return entry
    }

    private var parsed: JournalEntry? {
        guard let id = row.integer(0), let seen = row.integer(1), let changed = row.integer(2), let request,
            let progress: JournalEntry.Progress = word(15), let end: JournalEnd? = optionalWord(16),
            let failure: FailureCode? = optionalWord(22), let settlement: Settlement? = optionalWord(23),
            let inputs = Self.outpoints(row.text(25)), let node: NodeSignature? = optionalWord(26)
        else { return nil }
        var transaction: SignedTransaction?
        if let text = row.text(19) {
            guard let txid = TransactionID(hex: text), let raw = row.bytes(20) else { return nil }
            transaction = SignedTransaction(id: txid, bytes: raw, expires: row.integer(21))
        }
        return JournalEntry(
            id: id, seen: seen, changed: changed, request: request, progress: progress, end: end, amount: amount(17),
            fee: amount(18), transaction: transaction, inputs: inputs, toldFailure: failure, settlement: settlement,
            program: row.text(24), nodeSignature: node)
    }

    private var request: JournalRequest? {
        guard let action: Action = word(3), let scheme = row.text(4), let fingerprint = row.text(5),
            let coin = row.text(6), let network: NetworkKind = word(7), let reply: JournalReply? = optionalWord(13)
        else { return nil }
        let opener = row.text(27).map { Opener(record: $0) }
        if case .some(nil) = opener { return nil }
        return JournalRequest(
            action: action, scheme: scheme, fingerprint: fingerprint,
            chain: ChainID(coin: CoinID(coin), network: network, isPractice: row.isTrue(8)), sender: row.text(9),
            recipient: row.text(10), amount: amount(11), account: row.integer(12).flatMap { UInt32(exactly: $0) },
            reply: reply, bumps: row.integer(14), opener: opener ?? nil)
    }

    private func word<Word: RawRepresentable<String>>(_ column: Int) -> Word? {
        row.text(column).flatMap { Word(rawValue: $0) }
    }

    /// The word in a nullable column; nil if this program does not write such a word.
    private func optionalWord<Word: RawRepresentable<String>>(_ column: Int) -> Word?? {
        guard let text = row.text(column) else { return .some(nil) }
        guard let word = Word(rawValue: text) else { return nil }
        return word
    }

    private func amount(_ column: Int) -> Amount? { row.integer(column).flatMap { Amount(units: $0) } }

    private static func outpoints(_ text: String?) -> [Outpoint]? {
        var outpoints: [Outpoint] = []
        for part in (text ?? "").split(separator: ",") {
            let halves = part.split(separator: ":")
            guard halves.count == 2, let id = TransactionID(hex: String(halves[0])), let index = UInt32(halves[1])
            else {
                return nil
            }
            outpoints.append(Outpoint(transaction: id, index: index))
        }
        return outpoints
    }
}
