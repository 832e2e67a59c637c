import RouterLinux

/// A link that was read: what it asks for, and who will act on it.
public struct ReadLink: Sendable {
    /// What it asks for.
    public let request: WalletRequest
    /// How whoever asks will be told that it was done; nil where they are not.
    public let reply: ReplyTemplate?

    let link: RoutedLink
    private let route: PluginRoute
    let router: Router

    init(
        _ request: WalletRequest, link: RoutedLink, route: PluginRoute, router: Router
    ) throws(RequestError) {
        self.request = request
        self.link = link
        self.route = route
        self.router = router
        reply = try rethrowing(try route.plugin.reply(to: .link(request), ending: .done), RequestError.init)
        let check = ReplyCheck(request: .link(request), ending: .done, form: route.form)
        guard let complaint = reply.flatMap(check.complaint) else { return }
        throw RequestError(.forbiddenSender, "The reply is not what the link asks for: \(complaint).")
    }

    /// The link by which the asking app is told that it was done; nil where none is opened.
    public var callback: LinkTemplate? { reply?.link }

    /// The link by which the asking app is told that nothing came of it; nil where it is not.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` where the plugin's reply is not what the request asks for.
    func failureCallback(_ ending: Ending) throws(ServiceError) -> LinkTemplate? {
        guard callback != nil, let reply = try route.plugin.reply(to: .link(request), ending: ending) else {
            return nil
        }
        let check = ReplyCheck(request: .link(request), ending: ending, form: route.form)
        if let complaint = check.complaint(about: reply) { throw .refusedReply(complaint) }
        return reply.link
    }

    /// The names of a reply's fields, and what they say that is not of the link; nil where the plugin's words were known
    /// before it ran.
    func wording(of reply: LinkTemplate) -> String? {
        guard route.plugin.namesFormsLater else { return nil }
        return ReplyRequest.link(request).wording(of: reply)
    }

    /// The coin it is about.
    public var coin: CoinDescriptor { link.coin }

    /// Whether it is about a coin at all, and not about accounts of something else.
    public var hasCoin: Bool { !link.scheme.coins.isEmpty || !link.coin.isHandOverOnly }

    /// Whether any change of the link would break it, so that only the link itself may be given away (S15).
    var isExact: Bool { link.scheme.links?.isExact ?? false }

    var ability: PluginAbility { route.ability }

    var routes: RouteTable { link.routes }

    /// Whether a text is an address of one of these forms, as the plugin that read the link checks them; false where it knows no forms of addresses.
    func isAddress(_ text: String, as forms: [AddressForm]) -> Bool {
        guard let reader = route.plugin as? any DescribedLinkReader else { return false }
        let bytes = Array(text.utf8)
        return (try? reader.address(bytes[...], at: 0..<0, of: link, forms: forms, chain: nil, parameter: nil)) != nil
    }

    /// The link as it arrived, without the white space around it. Links have ASCII alone.
    var received: String { link.text }

    /// The same for the same link.
    public var fingerprint: String {
        route.plugin.sameness(of: link).map { PublicDigest.blake2b($0, count: 16).hex } ?? link.fingerprint
    }
}

extension RequestError {
    /// A plugin that read the link and cannot say how it is answered.
    fileprivate init(_ error: ServiceError) {
        self.init(.pluginFailed, error.message, hint: error.hint, reason: error.reason)
    }
}
