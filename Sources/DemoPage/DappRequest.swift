import ExactJSON
import MYKEYWalletLib
import RouterEOSIO
import SchemeRouter

/// One request of a dapp to MYKEY, of which the page has a link.
enum DappRequest: String, CaseIterable {
    case login, transfer, contract, sign

    /// The scheme that MYKEYWalletLib writes.
    static let scheme = "mykey"

    /// In a few words.
    func title(_ coin: CoinDescriptor) -> String {
        switch self {
        case .login: "Log in"
        case .transfer: "Pay \(coin.label(Self.transferred))"
        case .contract: "Call a contract that moves \(coin.label(Self.called))"
        case .sign: "Sign a message"
        }
    }

    private static let (transferred, called) = ("1.5", "0.5")

    /// The link, which begins with ``DemoScheme/prefix``.
    /// - Parameter sender: the scheme of the dapp's own links.
    func link(from holding: PracticeWallet.Holding, sender: String) throws -> String {
        let identity = try DappIdentity.simple(name: "Demo dapp", scheme: sender, userID: "demo")
        return DemoScheme.prefix + (try MYKEYDapp(identity).link(for: try request(holding)))
    }

    private func request(_ holding: PracticeWallet.Holding) throws -> MYKEYRequest {
        let token = try Name("eosio.token")
        switch self {
        case .login:
            return .login(LoginRequest(info: "Log in to the demo"))
        case .transfer:
            let quantity = try Self.quantity(Self.transferred, of: holding.coin)
            return .transfer(
                TokenTransferRequest(quantity, of: token, to: try Name(holding.payee), memo: "Two coffees"))
        case .contract:
            let data = JSON.object([
                ("from", .string(holding.address)), ("to", .string(holding.payee)),
                ("quantity", .string(try Self.quantity(Self.called, of: holding.coin).description)),
                ("memo", .string("")),
            ])
            return .contract(ContractCallRequest([.init(account: token, name: try Name("transfer"), data: data)]))
        case .sign:
            return .sign(SigningRequest("Is this really you?"))
        }
    }

    private static func quantity(_ amount: String, of coin: CoinDescriptor) throws -> Asset {
        guard let code = SymbolCode(coin.ticker), let precision = UInt8(exactly: coin.decimals),
            let symbol = Symbol(precision: precision, code: code), let decimal = ExactDecimal(amount)
        else { throw DemoError.router("\(coin.title) has no EOSIO chain in its descriptor.") }
        return try Asset(decimal, of: symbol)
    }
}
