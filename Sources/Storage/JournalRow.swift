import SchemeRouter

/// A row of the journal as an entry.
struct JournalRow {
    /// The columns, in the order ``entry(inputs:)`` reads them.
    static let columns = """
        id, seen, changed, action, scheme, fingerprint, coin, network, practice, sender, recipient, asked, account,
        progress, ending, amount, fee, txid, raw, failure, answer, expires,
        settlement, program, bumps
        """

    private let values: [DatabaseValue]

    init(_ values: [DatabaseValue]) {
        self.values = values
    }

    /// The entry; nil where a value is not one that this program writes.
    func entry(inputs: [[DatabaseValue]]) -> JournalEntry? {
        guard values.count == 25, let id = values[0].integer, let seen = values[1].integer,
            let changed = values[2].integer, let request,
            let progress = values[13].text.flatMap({ JournalEntry.Progress(rawValue: $0) })
        else { return nil }
        guard let end: JournalEnd? = word(14), let failure: FailureCode? = word(19),
            let settlement: Settlement? = word(22)
        else { return nil }
        let outpoints = inputs.compactMap(outpoint)
        guard outpoints.count == inputs.count else { return nil }
        var transaction: SignedTransaction?
        if values[17] != .null {
            guard let txid = values[17].text.flatMap({ TransactionID(hex: $0) }), let bytes = values[18].blob else {
                return nil
            }
            transaction = SignedTransaction(id: txid, bytes: bytes, expires: values[21].integer)
        }
        return JournalEntry(
            id: id, seen: seen, changed: changed, request: request, progress: progress, end: end, amount: amount(15),
            fee: amount(16), transaction: transaction, inputs: outpoints, toldFailure: failure,
            settlement: settlement, program: values[23].text)
    }

    private var request: JournalRequest? {
        guard let action = values[3].text.flatMap({ Action(rawValue: $0) }), let scheme = values[4].text,
            let fingerprint = values[5].text, let coin = values[6].text,
            let network = values[7].text.flatMap({ NetworkKind(rawValue: $0) }), let practice = values[8].integer
        else { return nil }
        guard let reply: JournalReply? = word(20) else { return nil }
        return JournalRequest(
            action: action, scheme: scheme, fingerprint: fingerprint,
            chain: ChainID(coin: CoinID(coin), network: network, isPractice: practice != 0), sender: values[9].text,
            recipient: values[10].text, amount: amount(11),
            account: values[12].integer.flatMap({ UInt32(exactly: $0) }),
            reply: reply, bumps: values[24].integer)
    }

    /// The word in a column, which may be null; nil if it is not one that this program writes.
    private func word<Word: RawRepresentable<String>>(_ column: Int) -> Word?? {
        if values[column] == .null { return .some(nil) }
        guard let word = values[column].text.flatMap({ Word(rawValue: $0) }) else { return nil }
        return word
    }

    private func amount(_ column: Int) -> Amount? { values[column].integer.flatMap({ Amount(units: $0) }) }

    private func outpoint(_ row: [DatabaseValue]) -> Outpoint? {
        guard row.count == 2, let id = row[0].text.flatMap({ TransactionID(hex: $0) }),
            let index = row[1].integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return Outpoint(transaction: id, index: index)
    }
}
