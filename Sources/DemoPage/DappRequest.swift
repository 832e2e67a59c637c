import ExactJSON
import MYKEYWalletLib
import RouterDapp
import RouterEOSIO
import SchemeRouter

/// One request of a dapp to MYKEY or a wallet of SimpleWallet.
enum DappRequest: String, CaseIterable {
    case login, transfer, contract, sign

    private static let simpleWallet = "simplewallet"
    /// The schemes whose links this page writes.
    static let schemes = ["mykey", simpleWallet]

    /// The requests that dapps can make to wallets of a scheme. SimpleWallet 1.0 knows only two.
    static func all(of scheme: String) -> [DappRequest] { scheme == simpleWallet ? [.login, .transfer] : allCases }

    /// A short title.
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
    /// - Parameters:
    ///   - scheme: one of ``schemes``.
    ///   - sender: the scheme of the dapp's own links.
    func link(of scheme: String, from holding: PracticeWallet.Holding, sender: String) throws -> String {
        guard scheme != Self.simpleWallet else {
            let json = simpleRequest(holding, sender: sender)
            return "\(DemoScheme.prefix)\(scheme)://eos.io?param=\(PercentEncoding.encode(json.text))"
        }
        let identity = try DappIdentity.simple(name: Self.dapp, scheme: sender, userID: Self.user)
        return DemoScheme.prefix + (try MYKEYDapp(identity).link(for: try request(holding)))
    }

    private static let (dapp, user) = ("Demo dapp", "demo")
    private static let (greeting, memo) = ("Log in to the demo", "Two coffees")

    /// As in SimpleWallet 1.0 (Documentation/protocols/mykey.md §1.5 and §2).
    private func simpleRequest(_ holding: PracticeWallet.Holding, sender: String) -> JSON {
        let request = JSON([
            "protocol": "SimpleWallet", "version": "1.0", "action": rawValue, "dappName": Self.dapp,
            "uuID": Self.user, "callback": "\(sender)://simplewallet?action=\(rawValue)",
        ])
        guard self == .transfer else { return request.adding(["loginMemo": Self.greeting]) }
        return request.adding([
            "to": holding.payee, "amount": Self.transferred, "contract": "eosio.token", "symbol": holding.coin.ticker,
            "precision": holding.coin.decimals, "dappData": Self.memo,
        ])
    }

    private func request(_ holding: PracticeWallet.Holding) throws -> MYKEYRequest {
        let token = try Name("eosio.token")
        switch self {
        case .login:
            return .login(LoginRequest(info: Self.greeting))
        case .transfer:
            let quantity = try Self.quantity(Self.transferred, of: holding.coin)
            return .transfer(
                TokenTransferRequest(quantity, of: token, to: try Name(holding.payee), memo: Self.memo))
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
