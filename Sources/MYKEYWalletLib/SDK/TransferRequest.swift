import ExactJSON
import RouterEOSIO

/// The argument of `transfer` (Documentation/protocols/mykey.md §4).
public final class TransferRequest {
    /// The paying account; nil to let the person choose.
    public var from: String?
    /// The receiving account.
    public var to = ""
    /// The amount, `1.0000`: exactly these digits are sent.
    public var amount = ""
    /// The token's symbol, `EOS`.
    public var symbol = ""
    /// The token's contract, `eosio.token`.
    public var contractName = ""
    /// The token's decimals, `4`; nil if the wallet should ask the chain.
    public var decimal: String?
    /// A public note on the chain.
    public var memo: String?
    /// A description for the person.
    public var info: String?
    /// The dapp's own order number.
    public var orderId: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var callbackUrl: String?

    /// An empty request.
    public init() {}

    func checked() throws(MYKEYError) -> TokenTransferRequest {
        guard let number = JSONNumber(amount) else {
            throw .invalid("amount", "The amount must be a decimal number such as 1.0000.")
        }
        guard let code = SymbolCode(symbol) else {
            throw .invalid("symbol", "The symbol must have one to seven letters A to Z.")
        }
        var precision: UInt8?
        if let decimal, !decimal.isEmpty {
            guard let read = UInt8(decimal) else {
                throw .invalid("decimal", "The number of decimals must be from 0 to 18.")
            }
            precision = read
        }
        var payer: Name?
        if let from, !from.isEmpty { payer = try Name(property: "from", from) }
        return TokenTransferRequest(
            from: payer, to: try Name(property: "to", to), amount: number, symbol: code, precision: precision,
            contract: try Name(property: "contractName", contractName), memo: memo, info: info, orderID: orderId,
            server: callbackUrl)
    }
}
