import RouterMYKEY

@testable import SchemeRouter

/// MYKEY's plugin, but its replies say what it likes.
struct LyingAccountPlugin: AccountPlugin, LinkReader {
    let lie: @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate?

    private let honest = MYKEYPlugin(now: { MYKEYFixture.now })

    init(lie: @escaping @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate?) {
        self.lie = lie
    }

    func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> { [] }

    func isAddress(_ address: String, on network: NetworkParameters) -> Bool { false }

    func request(from link: RoutedLink) throws(RequestError) -> WalletRequest { try honest.request(from: link) }

    var replyForms: [ReplyForm] { honest.replyForms }

    func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        lie(honest.reply(to: request, ending: ending), ending)
    }

    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError) {}

    func texts(
        for request: WalletRequest, by signer: AccountSigner, at time: UnixTime
    ) throws(ServiceError) -> [String] {
        try honest.texts(for: request, by: signer, at: time)
    }

    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? { nil }
}

extension ReplyTemplate {
    /// The same reply with another link.
    func with(link change: (LinkTemplate) -> LinkTemplate) -> ReplyTemplate {
        ReplyTemplate(link: link.map(change), linkWithoutServer: linkWithoutServer, post: post)
    }

    /// The same reply, posted elsewhere or with another body.
    func with(server: String? = nil, body change: ([ReplyField]) -> [ReplyField] = { $0 }) -> ReplyTemplate {
        ReplyTemplate(
            link: link, linkWithoutServer: linkWithoutServer,
            post: post.map { post in
                PostTemplate(server: server.flatMap { ServerAddress($0) } ?? post.server, body: change(post.body))
            })
    }

    /// The same reply with something else in the object that the dapp gets.
    func with(payload change: ([ReplyField]) -> [ReplyField]) -> ReplyTemplate {
        with(link: { link in
            link.with(
                fields: link.fields.map { field in
                    guard case .object(let members) = field.value else { return field }
                    return ReplyField(field.name, .object(change(members)))
                })
        })
    }
}

extension LinkTemplate {
    /// The same link with some parts replaced.
    func with(
        scheme: String? = nil, opening: String? = nil, fields: [ReplyField]? = nil, ending: String? = nil
    ) -> LinkTemplate {
        LinkTemplate(
            scheme: scheme ?? self.scheme, opening: opening ?? self.opening, fields: fields ?? self.fields,
            ending: ending ?? self.ending, isRaw: isRaw)
    }
}

extension [ReplyField] {
    /// The same fields with another value of one of them.
    func replacing(_ name: String, with value: ReplyValue) -> [ReplyField] {
        map { $0.name == name ? ReplyField(name, value) : $0 }
    }
}
