import RouterEOSIO
import SchemeRouter

/// The actions of `eosio.token`.
extension PracticeCall {
    func executeToken() throws(ServiceError) {
        switch action.name.description {
        case "transfer": try transfer()
        case "open": try open()
        default: try close()
        }
    }

    private func transfer() throws(ServiceError) {
        let (from, to) = (name("from"), name("to"))
        guard from != to else { throw .assertion("cannot transfer to self") }
        try requireAuthority(of: from)
        try requireAccount(to, "to account does not exist")
        guard case .string(let memo)? = value["memo"], memo.utf8.count <= TokenTransfer.maxMemo else {
            throw .assertion("memo has more than \(TokenTransfer.maxMemo) bytes")
        }
        try token.move(asset("quantity"), from: from, to: to)
    }

    private func open() throws(ServiceError) {
        try requireAuthority(of: name("ram_payer"))
        try requireAccount(name("owner"), "owner account does not exist")
        try requireSymbol()
        try token.add(0, to: name("owner"))
    }

    private func close() throws(ServiceError) {
        try requireAuthority(of: name("owner"))
        try requireSymbol()
        guard let balance = try token.balance(of: name("owner")) else {
            throw .assertion("Balance row already deleted or never existed. Action won't have any effect.")
        }
        guard balance == 0 else { throw .assertion("Cannot close because the balance is not zero.") }
        try token.close(name("owner"))
    }

    private func requireSymbol() throws(ServiceError) {
        guard case .symbol(symbol)? = value["symbol"] else { throw .assertion("symbol precision mismatch") }
    }
}
