import SchemeRouter

/// The reply to the requesting app (EEP-7, callbacks): the blanks in the callback link, or the members of the posted
/// object.
enum SigningReply {
    static let form = ReplyForm(
        name: "signing-request", fields: [blockHint, link],
        results: results.map { (name: $0.0, blank: $0.1) },
        // The block is unknown: the executed transaction is not in one yet.
        done: [""], declined: [], failed: [], unknown: [])

    private static let blockHint = "bn"
    private static let link = "req"
    private static let results: [(String, ReplyBlank)] = [
        ("sig", .signature), ("tx", .txid), ("rbn", .referenceBlock), ("rid", .referenceCheck), ("ex", .expiration),
        ("sa", .account), ("sp", .permission), ("cid", .chainID),
    ]

    /// Whether this program knows the blank's name.
    static func isKnown(_ name: String) -> Bool {
        name == blockHint || name == link || results.contains { $0.0 == name }
    }

    static func reply(to request: WalletRequest) -> ReplyTemplate? {
        guard request.header.callbacks == form.name, let dapp = request.dapp, let received = dapp.request else {
            return nil
        }
        if let server = dapp.server {
            let body = results.map { ReplyField($0.0, .blank($0.1)) } + [ReplyField(link, .text(received))]
            return ReplyTemplate(link: nil, post: PostTemplate(server: server, body: body, receipt: .status))
        }
        guard let wake = dapp.wake else { return nil }
        let fields = wake.blanks.map { name in
            ReplyField(
                name,
                results.first { $0.0 == name }.map { .blank($0.1) } ?? .text(name == link ? received : ""))
        }
        return ReplyTemplate(link: LinkTemplate(filling: wake, fields))
    }
}
