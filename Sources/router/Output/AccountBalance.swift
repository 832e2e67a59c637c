import ExactJSON
import SchemeRouter

/// The balance of a coin, in some of the wallet's accounts.
struct AccountBalance {
    let coin: CoinDescriptor
    let isPractice: Bool
    let accounts: [Part]

    /// How much one account has.
    struct Part {
        let name: AccountName
        let path: DerivationPath
        let sums: Sums
        let usedAddresses: Int

        init(_ account: any AccountReader, _ whole: WholeSurvey, _ bound: BoundMoney) {
            name = account.name
            path = account.path
            sums = Sums(whole.survey.utxos, bound)
            usedAddresses = whole.usedScripts.count
        }
    }

    /// The value of UTXOs.
    struct Sums {
        /// In blocks.
        let confirmed: Amount
        /// Not yet in a block.
        let waiting: Amount
        /// The part of `waiting` that is change of the wallet's own payments: nobody can take it back, so it can be
        /// spent.
        let ownChange: Amount
        /// The part of both that is spent by payments that are undecided or not yet final.
        let reserved: Amount
        /// What a payment can spend now, in total.
        let spendable: Amount

        init(_ utxos: [OwnedUTXO], _ bound: BoundMoney) {
            func sum(_ isCounted: (OwnedUTXO) -> Bool) -> Amount {
                Amount.sum(utxos.filter(isCounted).map(\.amount)) ?? .zero
            }
            confirmed = sum { $0.confirmations > 0 }
            waiting = sum { $0.confirmations == 0 }
            ownChange = sum { $0.confirmations == 0 && $0.isFromOwnPayment }
            reserved = sum { bound.outputs.contains($0.outpoint) }
            spendable = sum { $0.isSpendable && !bound.includes($0) }
        }

        init(of parts: [Part]) {
            func sum(_ amount: (Sums) -> Amount) -> Amount { Amount.sum(parts.map { amount($0.sums) }) ?? .zero }
            (confirmed, waiting) = (sum(\.confirmed), sum(\.waiting))
            (ownChange, reserved, spendable) = (sum(\.ownChange), sum(\.reserved), sum(\.spendable))
        }

        var json: JSON {
            JSON([
                "confirmed": confirmed.units, "waiting": waiting.units, "ownChange": ownChange.units,
                "reserved": reserved.units, "spendable": spendable.units,
            ])
        }
    }

    /// Sums in the smallest unit, in total and for each account.
    var json: JSON {
        let parts = accounts.map { part in
            JSON(["account": part.name.description, "path": part.path.description]).adding(part.sums.json)
                .adding(["usedAddresses": part.usedAddresses])
        }
        return JSON(["coin": coin.id.name, "practice": isPractice]).adding(coin.unitsJSON)
            .adding(Sums(of: accounts).json).adding(["accounts": parts])
    }

    /// For people: the sum, and the accounts if there are several.
    var lines: [String] {
        let whole = (isPractice ? ["PRACTICE – no real money"] : []) + [text(Sums(of: accounts))]
        guard accounts.count > 1 else { return whole }
        return whole + accounts.map { "  \($0.name.text) (\($0.path)): \(text($0.sums))" }
    }

    private func text(_ sums: Sums) -> String {
        var text = coin.text(sums.confirmed.adding(sums.ownChange) ?? sums.confirmed)
        text += sums.ownChange > .zero ? ", of which \(coin.text(sums.ownChange)) are unconfirmed." : "."
        if let others = sums.waiting.subtracting(sums.ownChange), others > .zero {
            text += " Another \(coin.text(others)) are waiting to be confirmed."
        }
        if sums.reserved > .zero {
            text += " \(coin.text(sums.reserved)) of it are reserved for a payment whose outcome is unknown."
        }
        return text
    }
}
