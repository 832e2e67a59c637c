import ExactJSON
import RouterEOSIO

/// Asks the person to send tokens.
public struct TokenTransferRequest: Sendable, Hashable {
    /// Who pays; nil for the account that the person chooses.
    public var from: Name?
    /// Who is paid.
    public var to: Name
    /// How much, in decimals of the token, with the digits that go on the wire.
    public var amount: JSONNumber
    /// The token's letters.
    public var symbol: SymbolCode
    /// The token's decimals, 0…18; nil leaves them to the wallet, which asks the chain.
    public var precision: UInt8?
    /// The contract of the token.
    public var contract: Name
    /// A note that goes on the chain, at most 256 bytes.
    public var memo: String?
    /// What it is about, for the person.
    public var info: String?
    /// The dapp's own number of it.
    public var orderID: String?
    /// The dapp's server, which is told of the transaction before the dapp is.
    public var server: String?

    /// A transfer of an amount with all its decimals, `1.0000 EOS`.
    public init(
        _ quantity: Asset, of contract: Name, to: Name, from: Name? = nil, memo: String? = nil, info: String? = nil,
        orderID: String? = nil, server: String? = nil
    ) {
        guard let amount = JSONNumber(quantity.amount) else { preconditionFailure("an amount is a number") }
        self.init(
            from: from, to: to, amount: amount, symbol: quantity.symbol.code, precision: quantity.symbol.precision,
            contract: contract, memo: memo, info: info, orderID: orderID, server: server)
    }

    init(
        from: Name?, to: Name, amount: JSONNumber, symbol: SymbolCode, precision: UInt8?, contract: Name,
        memo: String?, info: String?, orderID: String?, server: String?
    ) {
        self.from = from
        self.to = to
        self.amount = amount
        self.symbol = symbol
        self.precision = precision
        self.contract = contract
        self.memo = memo
        self.info = info
        self.orderID = orderID
        self.server = server
    }
}
