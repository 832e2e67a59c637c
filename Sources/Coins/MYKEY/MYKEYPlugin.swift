import RouterMYKEYFormat
import SchemeRouter

/// MYKEY: `mykey://mykey.org/protocol` links as its SDK writes them (Documentation/protocols/mykey.md §1.1), and those of
/// SimpleWallet, which it grew out of, for accounts of EOSIO chains.
public struct MYKEYPlugin: AccountPlugin {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "mykey"

    private let now: @Sendable () -> UnixTime
    private let writer: ReplyWriter

    /// The plugin.
    /// - Parameters:
    ///   - now: the time, for QR codes that expire.
    ///   - rawPayloads: the dapps, by the schemes that wake them in lower case, whose answers go into the link as they
    ///     are and not percent-encoded: old Android SDKs read no others.
    public init(now: @escaping @Sendable () -> UnixTime, rawPayloads: Set<String> = []) {
        self.now = now
        writer = ReplyWriter(rawPayloads: rawPayloads)
    }

    /// Nothing can be required: these links have no `req-`.
    public func understood(for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName> { [] }

    /// No link of these begins with an address.
    public func isAddress(_ address: String, on network: NetworkParameters) -> Bool { false }

    /// Link → request.
    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        guard link.scheme.grammar == .jsonParameter else {
            throw RequestError(.unsupportedScheme, "“\(link.scheme.name)” links are not for this coin.")
        }
        return try LinkReading(link: link, now: now()).request()
    }

    /// `<callback>?result=…`.
    public var replyForms: [ReplyForm] { [ReplyWriter.form] }

    /// What a dapp and its server are told: 1 with what came of it; 0 if the person refused, otherwise 2, or 10005 if the
    /// outcome is unknown. The journal does not keep where a dapp's answer goes.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard case .link(let request) = request else { return nil }
        return writer.reply(to: request, ending)
    }

    /// What is signed to log in (Documentation/protocols/mykey.md §5.2): time, account, user and the wallet's word, which
    /// dapp servers verify; and the same with the wallet's own id of the person, which newer servers of MYKEY read.
    public func texts(
        for request: WalletRequest, by signer: AccountSigner, at time: UnixTime
    ) throws(ServiceError) -> [String] {
        switch request {
        case .login(let login):
            let dialect = LoginProtocol(of: login.dapp)
            let text = "\(time)\(signer.account)\(login.userID)\(dialect.ref)"
            return dialect == .simpleWallet ? [text] : [text, text + WalletID.make(account: signer.account)]
        case .sign(let sign): return [sign.message]
        default: throw ServiceError(.internalError, "This request has no text to sign.")
        }
    }

    /// A login that was answered binds the dapp's user to the account.
    public func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? {
        guard case .login(let login) = request, LoginProtocol(of: login.dapp) == .mykey, let appKey = login.dapp.appKey
        else { return nil }
        return DappBinding(appKey: appKey, userID: login.userID, account: signer.account)
    }
}
