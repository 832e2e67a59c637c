import ExactJSON
import SchemeRouter

/// How much the wallet has of a coin, in some of its accounts.
struct AccountBalance {
    let coin: CoinDescriptor
    let isPractice: Bool
    let accounts: [Part]

    /// How much one account has.
    struct Part {
        let name: AccountName
        let path: DerivationPath
        /// In blocks.
        let confirmed: Amount
        /// Not yet in a block.
        let waiting: Amount
        /// Of what waits, what the wallet's own payments brought back: nobody can take it back, so it can be spent.
        let ownChange: Amount
        /// Of both together, what a payment spends that was signed and is not decided.
        let reserved: Amount
        let usedAddresses: Int

        init(_ account: any AccountReader, _ survey: AccountSurvey, reserved: Set<Outpoint>) {
            func sum(_ isCounted: (OwnedUTXO) -> Bool) -> Amount {
                Amount.sum(survey.utxos.filter(isCounted).map(\.amount)) ?? .zero
            }
            name = account.name
            path = account.path
            confirmed = sum { $0.confirmations > 0 }
            waiting = sum { $0.confirmations == 0 }
            ownChange = sum { $0.confirmations == 0 && $0.isFromOwnPayment }
            self.reserved = sum { reserved.contains($0.outpoint) }
            usedAddresses = survey.usedScripts.count
        }
    }

    private func sum(_ part: (Part) -> Amount) -> Amount { Amount.sum(accounts.map(part)) ?? .zero }

    /// Sums in the smallest unit, and the same for each account.
    var json: JSON {
        .object(
            [
                ("coin", .string(coin.id.name)), ("practice", .bool(isPractice)),
                ("confirmed", .number(sum(\.confirmed).units)), ("waiting", .number(sum(\.waiting).units)),
                ("ownChange", .number(sum(\.ownChange).units)), ("reserved", .number(sum(\.reserved).units)),
                (
                    "accounts",
                    .array(
                        accounts.map { part in
                            .object([
                                ("account", .string(part.name.description)), ("path", .string(part.path.description)),
                                ("confirmed", .number(part.confirmed.units)), ("waiting", .number(part.waiting.units)),
                                ("ownChange", .number(part.ownChange.units)),
                                ("reserved", .number(part.reserved.units)),
                                ("usedAddresses", .number(Int64(part.usedAddresses))),
                            ])
                        })
                ),
            ])
    }

    /// For people: the sum, and the accounts where there are several.
    var lines: [String] {
        var lines = isPractice ? ["PRACTICE – no real money"] : []
        lines.append(
            text(
                confirmed: sum(\.confirmed), waiting: sum(\.waiting), ownChange: sum(\.ownChange),
                reserved: sum(\.reserved)))
        guard accounts.count > 1 else { return lines }
        return lines
            + accounts.map { part in
                "  \(part.name.text) (\(part.path)): "
                    + text(
                        confirmed: part.confirmed, waiting: part.waiting, ownChange: part.ownChange,
                        reserved: part.reserved)
            }
    }

    private func text(confirmed: Amount, waiting: Amount, ownChange: Amount, reserved: Amount) -> String {
        var text = "\(coin.text(confirmed.adding(ownChange) ?? confirmed))."
        if let others = waiting.subtracting(ownChange), others > .zero {
            text += " Another \(coin.text(others)) wait to be confirmed."
        }
        if reserved > .zero { text += " \(coin.text(reserved)) of it are reserved for a payment that is undecided." }
        return text
    }
}
