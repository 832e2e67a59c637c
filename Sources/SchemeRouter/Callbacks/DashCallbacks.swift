/// The callbacks of the seed documents of Dash and Axe, written once for every coin of that family.
///
/// `source` is the wallet scheme of the link. A payment's callback has none: neither document shows one.
enum DashCallbacks {
    /// The callback a request asks for; nil where nobody is to be called.
    static func template(for request: WalletRequest, _ header: RequestHeader) -> CallbackTemplate? {
        guard let sender = header.sender else { return nil }
        let source = CallbackTemplate.Field("source", .text(header.scheme))
        let fields: [CallbackTemplate.Field]
        switch request {
        case .payment(let payment): return payack(to: sender.scheme, address: payment.address)
        case .address:
            fields = [.init("callback", .text("address")), .init("address", .blank(.address)), source]
        case .key(let key):
            fields = [
                .init("callback", .text("masterPublicKey")),
                .init("masterPublicKeyBIP32", .blank(.masterPublicKeyBIP32)),
                .init("masterPublicKeyBIP44", .blank(.masterPublicKeyBIP44)),
                .init("account", .text(String(key.account))), source,
            ]
        case .scanQR, .login, .actions, .sign, .open:
            return nil
        }
        return CallbackTemplate(scheme: sender.scheme, fields: fields)
    }

    /// The same callback from what the journal has of a payment (S6); nil where it has not all of it.
    static func payack(for request: JournalRequest) -> CallbackTemplate? {
        guard request.answer == .payack, let sender = request.sender, let address = request.recipient else {
            return nil
        }
        return payack(to: sender, address: address)
    }

    private static func payack(to scheme: String, address: String) -> CallbackTemplate {
        CallbackTemplate(
            scheme: scheme,
            fields: [
                .init("callback", .text("payack")), .init("address", .text(address)), .init("txid", .blank(.txid)),
            ])
    }

    /// `<sender>://callback=error&request=<what>&code=<code>&source=<scheme>`: an extension; neither document has it.
    static func failure(_ code: FailureCode, of request: WalletRequest, _ header: RequestHeader) -> CallbackTemplate? {
        guard let sender = header.sender, request.action != .scanQR else { return nil }
        return CallbackTemplate(
            scheme: sender.scheme,
            fields: [
                .init("callback", .text("error")), .init("request", .text(request.action.rawValue)),
                .init("code", .text(code.rawValue)), .init("source", .text(header.scheme)),
            ])
    }
}
