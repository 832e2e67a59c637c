import ExactJSON
import RouterEOSIO

/// What `transfer` takes (Documentation/protocols/mykey.md §4).
public final class TransferRequest {
    /// The account that pays; nil for the one that the person chooses.
    public var from: String?
    /// The account that is paid.
    public var to = ""
    /// How much, `1.0000`: these digits go on the wire.
    public var amount = ""
    /// The token's letters, `EOS`.
    public var symbol = ""
    /// The token's contract, `eosio.token`.
    public var contractName = ""
    /// The token's decimals, `4`; nil leaves them to the wallet.
    public var decimal: String?
    /// A note that goes on the chain.
    public var memo: String?
    /// What it is about, for the person.
    public var info: String?
    /// The dapp's own number of it.
    public var orderId: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var callbackUrl: String?

    /// An empty one.
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
