import RouterMYKEYFormat
import SchemeRouter

/// MYKEY: `mykey://mykey.org/protocol` links as its SDK writes them (Documentation/protocols/mykey.md §1.1), and those
/// of its predecessor SimpleWallet, for accounts of EOSIO chains.
public struct MYKEYPlugin: AccountPlugin, LinkReader {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "mykey"

    private let now: @Sendable () -> UnixTime
    private let writer: ReplyWriter

    /// The plugin.
    /// - Parameters:
    ///   - now: the time, for QR codes that expire.
    ///   - rawPayloads: the dapps, by the lower-case schemes that open them, whose answers are not percent-encoded in
    ///     the link: old Android SDKs read no others.
    public init(now: @escaping @Sendable () -> UnixTime, rawPayloads: Set<String> = []) {
        self.now = now
        writer = ReplyWriter(rawPayloads: rawPayloads)
    }

    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        guard link.scheme.grammar == .jsonParameter else {
            throw RequestError(.unsupportedScheme, "“\(link.scheme.name)” links are not for this coin.")
        }
        return try LinkReading(link: link, now: now()).request()
    }

    /// `<callback>?result=…`.
    public var replyForms: [ReplyForm] { [ReplyWriter.form] }

    /// The answer to a dapp and its server: 1 with the result; 0 if the person refused, 2 after a failure, or 10005 if
    /// the outcome is unknown. The journal does not store a dapp answer's destination.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard case .link(let request) = request else { return nil }
        return writer.reply(to: request, ending)
    }

    /// The texts to sign for a login (Documentation/protocols/mykey.md §5.2): time, account, user and the wallet's
    /// word, which dapp servers verify; and the same with the wallet's own id of the person, which newer MYKEY servers
    /// read.
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

    /// After an answered login, the dapp's user is bound to the account.
    public func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? {
        guard case .login(let login) = request, LoginProtocol(of: login.dapp) == .mykey, let appKey = login.dapp.appKey
        else { return nil }
        return DappBinding(appKey: appKey, userID: login.userID, account: signer.account)
    }
}
