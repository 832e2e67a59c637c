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
        let notable: [NotableOutput]
        let usedAddresses: Int

        /// - Parameter notable: as ``ChainReader/notableOutputs(payingTo:)``, of all accounts.
        init(_ account: any AccountReader, _ whole: WholeSurvey, _ bound: BoundMoney, _ notable: [NotableOutput] = []) {
            name = account.name
            path = account.path
            self.notable = notable.filter { whole.ownScripts.contains($0.output.script) }
            // What is too new is money that a line of its own tells; what was not checked is none by anybody's word.
            let apart = self.notable.apart
            sums = Sums(whole.survey.utxos.filter { !apart.contains($0.outpoint) }, bound)
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
        /// The part of `waiting` that are withdrawals which the network has locked: they can be spent.
        let locked: Amount
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
            locked = sum { $0.confirmations == 0 && $0.isLocked }
            reserved = sum { bound.outputs.contains($0.outpoint) }
            spendable = sum { $0.isSpendable && !bound.includes($0) }
        }

        init(of parts: [Part]) {
            func sum(_ amount: (Sums) -> Amount) -> Amount { Amount.sum(parts.map { amount($0.sums) }) ?? .zero }
            (confirmed, waiting) = (sum(\.confirmed), sum(\.waiting))
            (ownChange, locked) = (sum(\.ownChange), sum(\.locked))
            (reserved, spendable) = (sum(\.reserved), sum(\.spendable))
        }

        var json: JSON {
            JSON([
                "confirmed": confirmed.units, "waiting": waiting.units, "ownChange": ownChange.units,
                "reserved": reserved.units, "spendable": spendable.units,
            ])
        }
    }

    /// Sums in the smallest unit, in total and for each account, and the notable outputs.
    var json: JSON {
        let parts = accounts.map { part in
            JSON(["account": part.name.description, "path": part.path.description]).adding(part.sums.json)
                .adding(["usedAddresses": part.usedAddresses])
        }
        return JSON(["coin": coin.id.name, "practice": isPractice]).adding(coin.unitsJSON)
            .adding(Sums(of: accounts).json).adding(["accounts": parts])
            .adding(["notable": NotableText(coin: coin, notable: accounts.flatMap(\.notable)).json])
    }

    /// For people: the sum, and the accounts if there are several.
    var lines: [String] {
        let whole = (isPractice ? ["PRACTICE – no real money"] : []) + [text(Sums(of: accounts))]
        let notable = NotableText(coin: coin, notable: accounts.flatMap(\.notable)).lines
        guard accounts.count > 1 else { return whole + notable + unsearched }
        return whole + accounts.map { "  \($0.name.text) (\($0.path)): \(text($0.sums))" } + notable
    }

    /// That other accounts were not looked at, if the only one is empty: the words may be older than the network.
    private var unsearched: [String] {
        guard !isPractice, let only = accounts.first, only.usedAddresses == 0,
            only.sums.waiting == .zero
        else { return [] }
        return [
            "Only \(only.path) was looked at, and never used. If your words are older, “router wallet discover \(coin.id)” looks "
                + "for their other accounts."
        ]
    }

    private func text(_ sums: Sums) -> String {
        let settled = sums.ownChange.adding(sums.locked) ?? sums.ownChange
        var text = coin.text(sums.confirmed.adding(settled) ?? sums.confirmed)
        text += settled > .zero ? ", of which \(coin.text(settled)) is unconfirmed." : "."
        if let others = sums.waiting.subtracting(settled), others > .zero {
            text += " Another \(coin.text(others)) is waiting to be confirmed."
        }
        if sums.reserved > .zero {
            text += " \(coin.text(sums.reserved)) of it is reserved for a payment whose outcome is unknown."
        }
        return text
    }
}

/// Money of the wallet that payments must not spend now, according to the journal.
struct BoundMoney {
    /// Outputs that undecided payments spend (S6).
    var outputs: Set<Outpoint> = []
    /// Payments that were given up. Their change is not spent, or both they and the next payment could be confirmed
    /// (S16).
    var givenUp: Set<TransactionID> = []

    func includes(_ utxo: OwnedUTXO) -> Bool {
        outputs.contains(utxo.outpoint) || givenUp.contains(utxo.outpoint.transaction)
    }
}
