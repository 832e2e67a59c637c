import ExactJSON
import SchemeRouter

/// What `router explain` says about a dapp's request. What its contracts would do is only known with a network.
struct DappExplanation {
    let request: WalletRequest

    /// Its members of the JSON object.
    var json: JSON {
        guard let dapp = request.dapp else { return ownJSON }
        return ownJSON.adding([
            "protocol": dapp.dialect, "encrypted": dapp.isEncoded, "chain": dapp.chain, "dappName": dapp.name?.text,
            "account_hint": dapp.userName?.text, "post_url": dapp.server?.text, "note": dapp.note?.text,
        ])
    }

    private var ownJSON: JSON {
        switch request {
        case .actions(let actions):
            let transfer = actions.transfer.map {
                JSON(["from": $0.from, "to": $0.to, "quantity": $0.quantity, "memo": $0.memo, "contract": $0.contract])
            }
            return (transfer ?? .object([])).adding(["n_actions": actions.calls.count])
        case .sign(let sign): return JSON(["message": sign.message])
        case .open(_, let page): return JSON(["url": page?.text])
        default: return .object([])
        }
    }

    /// For people.
    /// - Parameter coin: the coin of the link, which is the chain of the account.
    func text(of coin: CoinDescriptor) -> String {
        let account = "your \(coin.title) account"
        var lines: [String] = []
        switch request {
        case .login: lines.append("Logs in to a dapp with \(account).")
        case .actions(let actions):
            if let transfer = actions.transfer {
                // Contract, recipient and amount were parsed as names and an amount, so they cannot contain other text.
                let what = "\(transfer.quantity) of the token contract \(transfer.contract)"
                lines.append(
                    transfer.isPayment
                        ? "Pays \(what) to \(transfer.to), from \(account)."
                        : "Calls the contract \(transfer.contract) from \(account): transfer \(transfer.quantity) to "
                            + "\(transfer.to). What it does with that is not known.")
                if !transfer.memo.isEmpty { lines.append("With the memo \(Quoted(exactly: transfer.memo)).") }
            } else {
                lines.append("Calls contracts from \(account):")
                lines += actions.calls.map { "  \($0.contract) → \($0.name)" }
            }
        case .sign(let sign): lines.append("Signs the text \(Quoted(exactly: sign.message)) with \(account).")
        case .open(_, let page):
            lines.append(
                page.map { "Opens the page of a dapp: \(Quoted(exactly: $0.text))" } ?? "Opens the wallet.")
        default: break
        }
        guard let dapp = request.dapp else { return lines.joined(separator: "\n") }
        lines.append(
            dapp.name?.ifVisible.map { "Asked by \(Quoted($0)) (not verified)." } ?? "It does not say who is asking.")
        if let note = dapp.note?.ifVisible { lines.append("It says: \(Quoted(note))") }
        if let server = dapp.server { lines.append("Its server gets the result: \(server.host)") }
        return lines.joined(separator: "\n")
    }
}
