import RouterEOSIO
import SchemeRouter

/// Checks payments against their tokens, and against the payer's balance.
struct TokenCheck {
    let facts: any ContractFacts
    /// The account whose balance counts. The chain refuses payments that others must sign.
    let payer: Name

    /// One token, and all payments in it.
    private struct Group: Sendable {
        let contract: Name
        let code: SymbolCode
        var transfers: [TokenTransfer]
    }

    /// Throws ``ServiceError/Code/unfitRequest`` if a token does not exist or has a different number of decimals, and
    /// ``ServiceError/Code/insufficientFunds`` if the balance is too low.
    func check(_ transfers: [TokenTransfer]) async throws(ServiceError) {
        var groups: [Group] = []
        for transfer in transfers {
            try transfer.check()
            let code = transfer.quantity.symbol.code
            if let place = groups.firstIndex(where: { $0.contract == transfer.contract && $0.code == code }) {
                groups[place].transfers.append(transfer)
            } else {
                groups.append(Group(contract: transfer.contract, code: code, transfers: [transfer]))
            }
        }
        let (facts, payer) = (facts, payer)
        _ = try await groups.concurrently { (group) throws(ServiceError) in
            try await Self.check(group, payer, facts)
        }
    }

    private static func check(
        _ group: Group, _ payer: Name, _ facts: any ContractFacts
    ) async throws(ServiceError) {
        let token = try await facts.token(group.code, of: group.contract)
        for transfer in group.transfers {
            guard let token else {
                throw transfer.place.unfit("\(group.contract) has no token \(group.code)", at: "quantity")
            }
            guard token == transfer.quantity.symbol else {
                throw transfer.place.unfit(
                    "amounts of \(group.code) need \(token.precision) decimals", at: "quantity")
            }
        }
        let amounts = group.transfers.filter { $0.from == payer }.map(\.quantity.units)
        guard let token, !amounts.isEmpty else { return }
        let balance = try await facts.balance(of: payer, in: token, of: group.contract)
        // Amounts are positive, so no payment returns money in between.
        guard amounts.reduce(Int128(0), { $0 + Int128($1) }) <= Int128(balance) else {
            throw ServiceError(
                .insufficientFunds,
                "\(payer) has \((try? Asset(units: balance, symbol: token))?.description ?? "no \(token.code)"), "
                    + "which is less than the payment.",
                hint: "Nothing was signed.")
        }
    }
}
