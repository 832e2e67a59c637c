import ExactJSON
import RouterMYKEYFormat
import SchemeRouter

/// Writes the answers to a dapp and its server (Documentation/protocols/mykey.md §3).
struct ReplyWriter: Sendable {
    /// The dapps, by the schemes that open them, whose answers are not percent-encoded in the link.
    let rawPayloads: Set<String>

    /// `<callback>?result=…`, with the payloads for servers and dapps.
    static let form = ReplyForm(
        name: "simplewallet",
        fields: [
            "result", "payload", "protocol", "version", "dapp_key", "dappKey", "uuID", "dappUserId", "ref", "origin",
            "message", "chain", "accountType", "notify", "ok", "errorCode", "errorMsg",
        ],
        results: [
            ("txID", .txid), ("txId", .txid), ("tx_id", .txid), ("sign", .signature), ("signature", .signature),
            ("timestamp", .time), ("account", .account), ("public_key", .publicKey), ("pubKey", .publicKey),
            ("mykeyUID", .addition), ("mykeyUIDSignature", .secondSignature),
        ],
        done: ["1", "1.0", LoginProtocol.mykey.ref, LoginProtocol.simpleWallet.ref, "false"],
        declined: [String(SDKCode.cancelled)], failed: [String(SDKCode.failure), failure],
        unknown: [String(SDKCode.failure), String(SDKCode.pushTimedOut), timeout])

    // The names of the numbers in MYKEY's table.
    private static let failure = "Failure"
    private static let timeout = "Push transaction timeout"

    func reply(to request: WalletRequest, _ ending: Ending) -> ReplyTemplate? {
        guard let dapp = request.dapp else { return nil }
        guard ending == .done else {
            return dapp.wake.map { wake in ReplyTemplate(link: link(wake, Self.undone(ending, LoginProtocol(of: dapp))))
            }
        }
        let post = dapp.server.map { PostTemplate(server: $0, body: Self.body(of: request, dapp)) }
        guard let wake = dapp.wake else { return post.map { ReplyTemplate(link: nil, post: $0) } }
        return ReplyTemplate(
            link: link(wake, Self.done(request, dapp)),
            linkWithoutServer: Self.unnotified(request, dapp).map { link(wake, $0) }, post: post)
    }

    private func link(_ wake: WakeLink, _ fields: [ReplyField]) -> LinkTemplate {
        LinkTemplate(continuing: wake, fields, isRaw: rawPayloads.contains(wake.scheme.lowercased()))
    }

    /// The answer that a request was not carried out: a number and, for MYKEY, its name in the table.
    private static func undone(_ ending: Ending, _ dialect: LoginProtocol) -> [ReplyField] {
        let (number, words): (Int, String?) =
            switch (ending, dialect) {
            case (.declined, _): (SDKCode.cancelled, nil)
            case (_, .simpleWallet): (SDKCode.failure, nil)
            case (.unknown, _): (SDKCode.pushTimedOut, timeout)
            default: (SDKCode.failure, failure)
            }
        let result = ReplyField("result", .text(String(number)))
        guard let words else { return [result] }
        let error: [ReplyField] = [
            .init("errorCode", .literal(.number(number))), .init("errorMsg", .text(words)),
        ]
        return [result, .init("payload", .object(error))]
    }

    /// The answer that a request was carried out.
    private static func done(_ request: WalletRequest, _ dapp: DappClaims) -> [ReplyField] {
        let result = ReplyField("result", .text("1"))
        switch (LoginProtocol(of: dapp), request) {
        case (.simpleWallet, .actions): return [result, .init("txID", .blank(.txid))]
        case (.simpleWallet, .sign): return [result, .init("sign", .blank(.signature))]
        case (.simpleWallet, _): return [result]
        default: return [result, .init("payload", .object(payload(of: request, dapp)))]
        }
    }

    /// The answer if the transaction is in the chain but the dapp's server did not accept the notification.
    /// SimpleWallet has no code for that.
    private static func unnotified(_ request: WalletRequest, _ dapp: DappClaims) -> [ReplyField]? {
        guard case .actions = request, LoginProtocol(of: dapp) != .simpleWallet else { return nil }
        let notify = ReplyField("notify", .object([.init("ok", .literal(.bool(false)))]))
        return [
            .init("result", .text("1")), .init("payload", .object(payload(of: request, dapp) + [notify])),
        ]
    }

    /// The payload for a MYKEY dapp. A login has both spellings that dapps read.
    private static func payload(of request: WalletRequest, _ dapp: DappClaims) -> [ReplyField] {
        switch request {
        case .sign(let sign):
            return [
                .init("sign", .blank(.signature)), .init("message", .text(sign.message)),
                .init("account", .blank(.account)), .init("public_key", .blank(.publicKey)),
            ]
        case .login(let login):
            return head(of: dapp) + [
                .init("dapp_key", appKey(of: dapp)), .init("uuID", .text(login.userID)),
                .init("public_key", .blank(.publicKey)), .init("sign", .blank(.signature)), ref(of: dapp),
                .init("timestamp", .digits(.time)), .init("account", .blank(.account)),
                .init("chain", dapp.chain.map { .text($0) } ?? .literal(.null)),
                .init("dappKey", appKey(of: dapp)), .init("dappUserId", .text(login.userID)),
                .init("pubKey", .blank(.publicKey)), .init("signature", .blank(.signature)),
                .init("accountType", .literal(.number(1))), .init("origin", .text(LoginProtocol(of: dapp).ref)),
                .init("mykeyUID", .blank(.addition)), .init("mykeyUIDSignature", .blank(.secondSignature)),
            ]
        default: return [.init("txId", .blank(.txid))]
        }
    }

    /// The body for the server.
    private static func body(of request: WalletRequest, _ dapp: DappClaims) -> [ReplyField] {
        let isSimple = LoginProtocol(of: dapp) == .simpleWallet
        let signer: [ReplyField] = [.init("account", .blank(.account)), .init("public_key", .blank(.publicKey))]
        let sign = ReplyField("sign", .blank(.signature))
        switch request {
        case .login(let login):
            let key: [ReplyField] = isSimple ? [] : [.init("dapp_key", appKey(of: dapp))]
            // MYKEY's servers expect a string, those of SimpleWallet a number.
            let time = ReplyField("timestamp", isSimple ? .digits(.time) : .blank(.time))
            return head(of: dapp) + key + [.init("uuID", .text(login.userID)), sign, ref(of: dapp), time] + signer
        case .sign(let asked):
            return head(of: dapp) + [.init("message", .text(asked.message)), sign, ref(of: dapp)] + signer
        default:
            return head(of: dapp) + [.init("tx_id", .blank(.txid)), ref(of: dapp), signer[0]]
        }
    }

    private static func head(of dapp: DappClaims) -> [ReplyField] {
        [.init("protocol", .text(dapp.dialect)), .init("version", .text("1.0"))]
    }

    private static func ref(of dapp: DappClaims) -> ReplyField { .init("ref", .text(LoginProtocol(of: dapp).ref)) }

    /// In simple mode the dapp has none.
    private static func appKey(of dapp: DappClaims) -> ReplyValue {
        guard LoginProtocol(of: dapp) == .mykey, let key = dapp.appKey else { return .literal(.null) }
        return .text(key)
    }
}

extension LoginProtocol {
    /// The protocol of a dapp, as this plugin read it.
    init(of dapp: DappClaims) { self = LoginProtocol(rawValue: dapp.dialect) ?? .simpleWallet }

    /// The wallet's word for itself, which is signed and sent. MYKEY dapps expect MYKEY's word; others receive this
    /// wallet's.
    var ref: String { self == .simpleWallet ? "schemerouter" : "mykey" }
}
