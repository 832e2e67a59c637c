/// A link that was read: what it asks for, and who will act on it.
public struct ReadLink: Sendable {
    /// What it asks for.
    public let request: WalletRequest
    /// How whoever asks will be told that it was done; nil where they are not.
    public let reply: ReplyTemplate?

    private let link: RoutedLink
    private let route: PluginRoute
    let router: Router

    init(
        _ request: WalletRequest, link: RoutedLink, route: PluginRoute, router: Router
    ) throws(RequestError) {
        self.request = request
        self.link = link
        self.route = route
        self.router = router
        let check = ReplyCheck(request: .link(request), ending: .done, form: route.form)
        reply = route.plugin.reply(to: .link(request), ending: .done)
        guard let complaint = reply.flatMap(check.complaint) else { return }
        throw RequestError(.forbiddenSender, "The reply is not what the link asks for: \(complaint).")
    }

    /// The link by which the asking app is told that it was done; nil where none is opened.
    public var callback: LinkTemplate? { reply?.link }

    /// The link by which the asking app is told that nothing came of it; nil where it is not.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` where the plugin's reply is not what the request asks for.
    func failureCallback(_ ending: Ending) throws(ServiceError) -> LinkTemplate? {
        guard callback != nil, let reply = route.plugin.reply(to: .link(request), ending: ending) else {
            return nil
        }
        let check = ReplyCheck(request: .link(request), ending: ending, form: route.form)
        if let complaint = check.complaint(about: reply) { throw .refusedReply(complaint) }
        return reply.link
    }

    /// The coin it is about.
    public var coin: CoinDescriptor { link.coin }

    var ability: PluginAbility { route.ability }

    var routes: RouteTable { link.routes }

    /// The link as it arrived, without the white space around it. Links have ASCII alone.
    var received: String { link.text }

    /// The same for the same link.
    public var fingerprint: String { link.fingerprint }
}
