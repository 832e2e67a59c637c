import RouterBitcoinFamily
import SchemeRouter

/// The replies that the Dash and Axe wallets document: shared by every coin whose descriptor names them.
public final class DashReplies: WalletReplies {
    /// The replies. They are the same for every coin.
    public static let all = DashReplies()

    private init() {}

    /// `<sender>://callback=…`.
    public let form = ReplyForm(
        name: "dash-family", fields: ["callback", "address", "account", "source", "request", "code"],
        results: [
            ("txid", .txid), ("masterPublicKeyBIP32", .masterPublicKeyBIP32),
            ("masterPublicKeyBIP44", .masterPublicKeyBIP44),
        ], done: ["payack", "address", "masterPublicKey"], declined: ["error", "declined"],
        failed: ["error", "declined"], unknown: ["error", "unknown"])

    /// The callbacks that the Dash and Axe wallets document (Documentation/protocols/dash-axe.md §2.1).
    ///
    /// `source` is the wallet scheme of the link. A payment's callback does not have it: neither document shows one.
    /// The reply to a declined or failed request is an extension: neither document has it.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard let sender = request.sender else { return nil }
        var source: ReplyField { ReplyField("source", .text(request.scheme)) }
        let fields: [ReplyField]
        switch (ending, request.action) {
        case (.done, .payment):
            guard let recipient = request.recipient else { return nil }
            fields = [
                ReplyField("callback", .text("payack")), ReplyField("address", .text(recipient)),
                ReplyField("txid", .blank(.txid)),
            ]
        case (.done, .address):
            fields = [ReplyField("callback", .text("address")), ReplyField("address", .blank(.address)), source]
        case (.done, .masterPublicKey):
            fields = [
                ReplyField("callback", .text("masterPublicKey")),
                ReplyField("masterPublicKeyBIP32", .blank(.masterPublicKeyBIP32)),
                ReplyField("masterPublicKeyBIP44", .blank(.masterPublicKeyBIP44)),
                ReplyField("account", .text(String(request.account ?? 0))), source,
            ]
        case (_, .payment), (_, .address), (_, .masterPublicKey):
            fields = [
                ReplyField("callback", .text("error")), ReplyField("request", .text(request.action.rawValue)),
                ReplyField("code", .text(FailureCode(ending).rawValue)), source,
            ]
        default: return nil
        }
        return ReplyTemplate(link: LinkTemplate(to: sender, fields))
    }
}
