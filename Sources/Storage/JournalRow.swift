import SchemeRouter

/// A row of the journal as an entry.
struct JournalRow {
    /// The columns, in the order in which ``entry(inputs:)`` reads them.
    static let columns = """
        id, seen, changed, action, scheme, fingerprint, coin, network, practice, sender, recipient, asked, account,
        progress, ending, amount, fee, txid, raw, failure, answer, expires,
        settlement, program, bumps
        """

    private let values: [DatabaseValue]

    init(_ values: [DatabaseValue]) {
        self.values = values
    }

    /// The entry; nil if a value is not one that this program writes.
    func entry(inputs: [[DatabaseValue]]) -> JournalEntry? {
        guard values.count == 25, let id = values[0].integer, let seen = values[1].integer,
            let changed = values[2].integer, let request,
            let progress = values[13].text.flatMap({ JournalEntry.Progress(rawValue: $0) })
        else { return nil }
        guard let end: JournalEnd? = word(14), let failure: FailureCode? = word(19),
            let settlement: Settlement? = word(22), let amount = self.amount(15), let fee = self.amount(16),
            let expires = self.column(21, \.integer), let program = self.column(23, \.text)
        else { return nil }
        let outpoints = inputs.compactMap(outpoint)
        guard outpoints.count == inputs.count else { return nil }
        var transaction: SignedTransaction?
        if values[17] != .null {
            guard let txid = values[17].text.flatMap({ TransactionID(hex: $0) }), let bytes = values[18].blob else {
                return nil
            }
            transaction = SignedTransaction(id: txid, bytes: bytes, expires: expires)
        } else if values[18] != .null {
            return nil
        }
        return JournalEntry(
            id: id, seen: seen, changed: changed, request: request, progress: progress, end: end, amount: amount,
            fee: fee, transaction: transaction, inputs: outpoints, toldFailure: failure, settlement: settlement,
            program: program)
    }

    private var request: JournalRequest? {
        guard let action = values[3].text.flatMap({ Action(rawValue: $0) }), let scheme = values[4].text,
            let fingerprint = values[5].text, let coin = values[6].text,
            let network = values[7].text.flatMap({ NetworkKind(rawValue: $0) }), let practice = values[8].integer,
            practice == 0 || practice == 1
        else { return nil }
        guard let reply: JournalReply? = word(20), let sender = column(9, \.text), let recipient = column(10, \.text),
            let amount = self.amount(11), let bumps = column(24, \.integer),
            let account = column(12, { $0.integer.flatMap { UInt32(exactly: $0) } })
        else { return nil }
        return JournalRequest(
            action: action, scheme: scheme, fingerprint: fingerprint,
            chain: ChainID(coin: CoinID(coin), network: network, isPractice: practice != 0), sender: sender,
            recipient: recipient, amount: amount, account: account, reply: reply, bumps: bumps)
    }

    /// The value of a column, which may be null; nil if this program never writes such a value. Reading it as null
    /// would make a damaged entry look like one that paid nothing.
    private func column<Value>(_ column: Int, _ read: (DatabaseValue) -> Value?) -> Value?? {
        if values[column] == .null { return .some(nil) }
        guard let value = read(values[column]) else { return nil }
        return .some(value)
    }

    private func word<Word: RawRepresentable<String>>(_ column: Int) -> Word?? {
        self.column(column) { $0.text.flatMap { Word(rawValue: $0) } }
    }

    private func amount(_ column: Int) -> Amount?? {
        self.column(column) { $0.integer.flatMap { Amount(units: $0) } }
    }

    private func outpoint(_ row: [DatabaseValue]) -> Outpoint? {
        guard row.count == 2, let id = row[0].text.flatMap({ TransactionID(hex: $0) }),
            let index = row[1].integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return Outpoint(transaction: id, index: index)
    }
}
