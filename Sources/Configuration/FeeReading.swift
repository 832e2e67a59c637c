import SchemeRouter

extension ConfigurationReader {
    /// The fees that the person wants to pay: `fees: { bitcoin: slow, litecoin: 2000 }`.
    mutating func fees(in fields: Fields) -> [CoinID: FeeChoice] {
        var fees: [CoinID: FeeChoice] = [:]
        for entry in section("fees", in: fields) {
            guard let coin = coin(entry, in: fields["fees"]) else { continue }
            guard coin.accountChain == nil else {
                document.note(
                    .conflict, at: entry.mark, in: fields["fees"] ?? fields.node, "\(coin.title) has no fees",
                    hint: "remove this")
                continue
            }
            guard let text = document.text(entry.value) else { continue }
            guard let choice = FeeChoice(text) else {
                document.note(
                    .invalidValue, in: entry.value, "\(quoted(text)) is not a fee", hint: "write \(FeeChoice.forms)",
                    name: text, candidates: FeeLevel.allCases.map(\.rawValue))
                continue
            }
            if let complaint = choice.complaint(for: coin) {
                document.note(.outOfRange, in: entry.value, complaint)
                continue
            }
            fees[coin.id] = choice
        }
        return fees
    }
}
