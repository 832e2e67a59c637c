import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The chain's own token, as `eosio.token` implements it: transactions move money and never create it.
struct PracticeToken {
    let connection: Connection
    let symbol: Symbol

    /// An account's balance; nil if it has no row for the token.
    func balance(of account: Name) throws(ServiceError) -> Int64? {
        try connection.execute("SELECT units FROM balance WHERE account = ?", .text(account.description))
            .first?.first?.integer
    }

    func supply() throws(ServiceError) -> Int64 {
        try connection.execute("SELECT coalesce(sum(units), 0) FROM balance").first?.first?.integer ?? 0
    }

    /// Moves money, following the rules of a transfer.
    func move(_ quantity: Asset, from payer: Name, to recipient: Name) throws(ServiceError) {
        guard quantity.symbol.code == symbol.code else { throw .assertion("unable to find key") }
        guard quantity.units > 0 else { throw .assertion("must transfer positive quantity") }
        guard quantity.symbol == symbol else { throw .assertion("symbol precision mismatch") }
        guard let balance = try balance(of: payer) else { throw .assertion("no balance object found") }
        guard balance >= quantity.units else { throw .assertion("overdrawn balance") }
        try add(-quantity.units, to: payer)
        try add(quantity.units, to: recipient)
    }

    /// Creates money. Throws if the total would exceed the maximum.
    func issue(_ quantity: Asset, to account: Name) throws(ServiceError) {
        guard quantity.symbol == symbol, quantity.units > 0 else {
            throw ServiceError(.networkRefused, "The practice chain creates amounts such as “10.0000 \(symbol.code)”.")
        }
        // Both are below 2^62, so the sum fits an Int64.
        guard try supply() + quantity.units <= Asset.maxUnits else {
            throw ServiceError(.networkRefused, "There would be more \(symbol.code) than can exist.")
        }
        try add(quantity.units, to: account)
    }

    /// Removes an empty row.
    func close(_ account: Name) throws(ServiceError) {
        try connection.execute("DELETE FROM balance WHERE account = ?", .text(account.description))
    }

    /// Adds to a row, creating it if there is none.
    func add(_ units: Int64, to account: Name) throws(ServiceError) {
        let name = DatabaseValue.text(account.description)
        try connection.execute("INSERT OR IGNORE INTO balance (account, units) VALUES (?, 0)", name)
        try connection.execute("UPDATE balance SET units = units + ? WHERE account = ?", .integer(units), name)
    }
}
