import RouterLinux

/// A link that was read: its request, and who will act on it.
public struct ReadLink: Sendable {
    public let request: WalletRequest
    /// The reply that reports success; nil for none.
    public let reply: ReplyTemplate?

    /// Whether it was made from an address and an amount given to `router pay`, so that there was no original link.
    package var isTyped = false

    /// Whether it has something that only its receiver may see.
    var hasSecrets: Bool { request.asDescribed.map { !$0.secrets.isEmpty } ?? false }

    @usableFromInline let link: RoutedLink
    private let route: PluginRoute
    let router: Router

    /// - Parameter reply: what ``reply(to:by:)`` returned.
    init(_ request: WalletRequest, reply: ReplyTemplate?, link: RoutedLink, route: PluginRoute, router: Router) {
        self.request = request
        self.reply = reply
        self.link = link
        self.route = route
        self.router = router
    }

    /// The reply that reports success, compared with the request; nil for none.
    static func reply(to request: ReplyRequest, by route: PluginRoute) throws(RequestError) -> ReplyTemplate? {
        let reply: ReplyTemplate?
        do throws(ServiceError) {
            reply = try route.plugin.reply(to: request, ending: .done)
        } catch {
            throw RequestError(error)
        }
        guard let reply else { return nil }
        let check = ReplyCheck(request: request, ending: .done, form: route.form)
        guard let complaint = check.complaint(about: reply) else { return reply }
        throw RequestError(.forbiddenSender, "The reply is not what the link asks for: \(complaint).")
    }

    /// The link that reports success to the requesting app; nil if none is opened.
    public var callback: LinkTemplate? { reply?.link }

    /// The link that tells the requesting app that its request was not carried out; nil if there is none.
    ///
    /// If a plugin chooses its wording only at run time, its reply is used only for an unknown outcome, after the
    /// person agreed: a person who refuses, or is not asked, may not have seen the wording.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` if the plugin's reply does not match the request.
    func failureCallback(_ ending: Ending) throws(ServiceError) -> LinkTemplate? {
        let plugin = route.plugin
        guard let callback, ending == .unknown || !plugin.declaresFormsLazily,
            let reply = try plugin.reply(to: .link(request), ending: ending)
        else { return nil }
        let check = ReplyCheck(request: .link(request), ending: ending, form: route.form)
        if let complaint = check.complaint(about: reply) { throw .refusedReply(complaint) }
        if plugin.declaresFormsLazily, reply.link == callback {
            throw .refusedReply("where nobody knows the outcome it says that it was done")
        }
        return reply.link
    }

    /// The contents of each field of a reply; nil if the plugin's wording was known before it ran.
    func wording(of reply: LinkTemplate) -> String? {
        guard route.plugin.declaresFormsLazily else { return nil }
        return ReplyRequest.link(request).wording(of: reply)
    }

    /// The coin of the link. Inlinable, so that reading one field does not copy the whole descriptor.
    @inlinable public var coin: CoinDescriptor { link.coin }

    /// Whether it has a coin at all, instead of other accounts.
    public var hasCoin: Bool { !link.scheme.coins.isEmpty || !link.coin.isForeign }

    /// Whether the parameters have the names that BIP21 and the Dash and Axe wallets give them.
    package var hasUsualNames: Bool { link.scheme.hasUsualNames }

    /// Whether any change would invalidate the link, so that only the link itself may be handed over (S15).
    var isExact: Bool { link.scheme.links?.isExact ?? false }

    var ability: PluginAbility { route.ability }

    var routes: RouteTable { link.routes }

    /// Whether a text is an address in one of these forms, checked by the plugin that read the link; false if it
    /// supports no address forms.
    func isAddress(_ text: String, as forms: [AddressForm]) -> Bool {
        guard let reader = route.reader as? any DescribedLinkReader else { return false }
        let bytes = Array(text.utf8)
        return (try? reader.address(bytes[...], at: 0..<0, of: link, forms: forms, chain: nil, parameter: nil)) != nil
    }

    /// All texts that pay the same recipient as this address of the link's coin, itself included.
    func spellings(of address: String) -> [String] {
        guard let network = coin.network(request.header.network) else { return [address] }
        let all = route.reader.spellings(of: address, on: network)
        return all.contains(address) ? all : [address] + all
    }

    /// The link as received, without surrounding white space. Links are always ASCII.
    var received: String { link.text }

    /// The link as received, for people, with its secrets masked; nil if it has none (S8). The same secret may
    /// stand elsewhere, under a name that is not known.
    var withoutSecrets: String? { withMarks.map(KeyMaterial.hidden(in:)) }

    /// The link as received, with its secrets masked; nil if it has none.
    private var withMarks: String? {
        guard let secrets = request.asDescribed?.secrets, !secrets.isEmpty else { return nil }
        var text = ""
        var offset = link.start
        for range in secrets.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            text += String(decoding: link.bytes[offset..<range.lowerBound], as: UTF8.self) + KeyMaterial.mark
            offset = range.upperBound
        }
        return text + String(decoding: link.bytes[offset..<link.body.upperBound], as: UTF8.self)
    }

    /// Identifies the request: the same for all links that the plugin considers equal. Not even a digest of a secret is kept.
    public var fingerprint: String {
        if let text = withMarks { return OutgoingLink.fingerprint(of: text) }
        return route.reader.deduplicationKey(of: link).map { PublicDigest.blake2b($0, count: 16).hex }
            ?? link.fingerprint
    }
}

extension RequestError {
    /// The error for a plugin that read the link but cannot make its reply.
    fileprivate init(_ error: ServiceError) {
        self.init(.pluginFailed, error.message, hint: error.hint, reason: error.reason)
    }
}
