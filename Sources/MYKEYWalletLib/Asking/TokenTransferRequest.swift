import ExactJSON
import RouterEOSIO

/// Asks the person to send tokens.
public struct TokenTransferRequest: Sendable, Hashable {
    /// The paying account; nil to let the person choose.
    public var from: Name?
    /// The recipient.
    public var to: Name
    /// The amount, in whole tokens, with the digits to send.
    public var amount: JSONNumber
    /// The token's symbol.
    public var symbol: SymbolCode
    /// The token's decimals, 0…18; nil if the wallet should ask the chain.
    public var precision: UInt8?
    /// The token's contract.
    public var contract: Name
    /// A public note on the chain, at most 256 bytes.
    public var memo: String?
    /// A description for the person.
    public var info: String?
    /// The dapp's own order number.
    public var orderID: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var server: String?
}

extension TokenTransferRequest {
    /// A transfer of an amount that has all its decimals, `1.0000 EOS`.
    public init(
        _ quantity: Asset, of contract: Name, to: Name, from: Name? = nil, memo: String? = nil, info: String? = nil,
        orderID: String? = nil, server: String? = nil
    ) {
        guard let amount = JSONNumber(quantity.amount) else { preconditionFailure("an amount is a number") }
        self.init(
            from: from, to: to, amount: amount, symbol: quantity.symbol.code, precision: quantity.symbol.precision,
            contract: contract, memo: memo, info: info, orderID: orderID, server: server)
    }

    /// Checks the amount digit by digit, as wallets do: nothing is rounded (S9).
    func checkAmount() throws(MYKEYError) {
        if let precision, precision > Symbol.maxPrecision {
            throw .invalid("decimal", "A token can have at most \(Symbol.maxPrecision) decimals.")
        }
        let decimals = Int(precision ?? Symbol.maxPrecision)
        let tooLarge = MYKEYError.invalid("amount", "The amount is not valid for a token.")
        let units: Int128
        do {
            units = try amount.decimal.units(decimals: decimals)
        } catch {
            guard error == .tooPrecise else { throw tooLarge }
            throw .invalid("amount", "\(amount.text) has more than \(decimals) decimals.")
        }
        guard units > 0 else { throw .invalid("amount", "The amount must be more than zero.") }
        guard precision == nil || units <= Asset.maxUnits else { throw tooLarge }
    }
}
