import ExactJSON
import RouterEOSIO

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The requests to a wallet, by their names in the protocol (Documentation/protocols/mykey.md §1.5).
public enum WalletActionConstants: String, Sendable, Hashable, CaseIterable {
    /// Logging in, which binds the account to the dapp's user.
    case LOGIN = "login"
    /// A transfer of one token. The action of a token contract has the same name.
    case TRANSFER = "transfer"
    /// One transaction of several actions.
    case TRANSACTION = "transaction"
    /// Signing a text.
    case SIGN = "sign"
}

/// The argument of `initWallet` (Documentation/protocols/mykey.md §4).
public final class InitRequest {
    /// The dapp's key from MYKEY.
    public var appKey = ""
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The dapp's user, preferably a UUID: Foundation's type, a text, or anything else that prints as one.
    public var UUID: any CustomStringConvertible = ""
    public var dappName = ""
    /// The URL of its icon, at least 144 × 144 pixels.
    public var dappIcon: String?
    /// Whether to skip ``MYKEYWallet/install`` if no wallet is installed.
    public var disableInstall = false
    /// The scheme of the dapp's links, which receives the answers.
    public var scheme = ""

    /// An empty request.
    public init() {}
}

/// The argument of `initWalletSimple` (Documentation/protocols/mykey.md §4).
public final class InitSimpleRequest {
    /// The dapp's name, from which its key is derived.
    public var dappName = ""
    /// The URL of its icon, at least 144 × 144 pixels.
    public var dappIcon: String?
    /// Whether to skip ``MYKEYWallet/install`` if no wallet is installed.
    public var disableInstall = false
    /// The scheme of the dapp's links, which receives the answers.
    public var scheme = ""

    /// An empty request.
    public init() {}
}

/// The argument of `authorize` (Documentation/protocols/mykey.md §4).
public final class AuthorizeRequest {
    /// The name of the dapp's user, for the person.
    public var userName: String?
    /// The dapp's server, which receives the signed login before the dapp.
    public var callbackUrl: String?
    /// A description for the person.
    public var info: String?

    /// An empty request.
    public init() {}

    /// The other documented spelling of ``callbackUrl``.
    public var callBackUrl: String? {
        get { callbackUrl }
        set { callbackUrl = newValue }
    }

    var checked: LoginRequest { LoginRequest(userName: userName, info: info, server: callbackUrl) }
}

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

/// The argument of `sign` (Documentation/protocols/mykey.md §4).
public final class SignRequest {
    /// The text to sign.
    public var message = ""
    /// The dapp's server, which receives the signature before the dapp.
    public var callbackUrl: String?

    /// An empty request.
    public init() {}

    var checked: SigningRequest { SigningRequest(message, server: callbackUrl) }
}
