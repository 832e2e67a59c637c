import RouterLinux

/// A link that was read: what it asks for, and who will act on it.
public struct ReadLink: Sendable {
    /// What it asks for.
    public let request: WalletRequest
    /// The reply that reports success; nil for none.
    public let reply: ReplyTemplate?

    /// Whether it was made from an address and an amount that somebody gave to `router pay`, so that no link came from anywhere.
    package var isTyped = false

    @usableFromInline let link: RoutedLink
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
        guard let reply else { return }
        let check = ReplyCheck(request: .link(request), ending: .done, form: route.form)
        guard let complaint = check.complaint(about: reply) else { return }
        throw RequestError(.forbiddenSender, "The reply is not what the link asks for: \(complaint).")
    }

    /// The link that reports success to the requesting app; nil if none is opened.
    public var callback: LinkTemplate? { reply?.link }

    /// The link that tells the requesting app that its request was not carried out; nil if there is none.
    ///
    /// A plugin that words its replies only when it runs is heard about what the person agreed to and nothing else: whoever
    /// refuses, or is asked nothing, has perhaps not seen its words.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` where the plugin's reply is not what the request asks for.
    func failureCallback(_ ending: Ending) throws(ServiceError) -> LinkTemplate? {
        let plugin = route.plugin
        guard let callback, ending == .unknown || !plugin.namesFormsLater,
            let reply = try plugin.reply(to: .link(request), ending: ending)
        else { return nil }
        let check = ReplyCheck(request: .link(request), ending: ending, form: route.form)
        if let complaint = check.complaint(about: reply) { throw .refusedReply(complaint) }
        if plugin.namesFormsLater, reply.link == callback {
            throw .refusedReply("where nobody knows the outcome it says that it was done")
        }
        return reply.link
    }

    /// The contents of each field of a reply; nil if the plugin's words were known before it ran.
    func wording(of reply: LinkTemplate) -> String? {
        guard route.plugin.namesFormsLater else { return nil }
        return ReplyRequest.link(request).wording(of: reply)
    }

    /// The coin it is about. Inlinable, so that who needs one field does not copy all of it.
    @inlinable public var coin: CoinDescriptor { link.coin }

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
