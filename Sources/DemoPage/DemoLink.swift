import RouterDapp
import RouterDescribedAsking
import SchemeRouter

struct DemoLink: Equatable {
    /// Its name in paths and in the page.
    let id: String
    /// What it asks for, in a few words.
    let title: String
    let url: String
    /// What it asks for, as the log of `router` has it.
    let action: Action
    /// The scheme that its callback goes to. Each link has one of its own: it tells the answers apart.
    let sender: String?

    /// A link for each request of each enabled scheme, to the address given for its coin.
    static func all(of routes: RouteTable, addresses: [String: String]) throws(RequestError) -> [DemoLink] {
        var links: [DemoLink] = []
        for scheme in schemes(of: routes) {
            guard let address = addresses[scheme.coins[0].name] else { continue }
            let builder = try RequestBuilder(scheme: scheme.name, coin: scheme.coins[0], of: routes)
            for request in DemoRequest.all(of: scheme) {
                let sender = request.sender(of: scheme)
                let link = try request.link(by: builder, address: address, sender: sender)
                links.append(
                    DemoLink(
                        id: "\(scheme.name)-\(request.name)", title: request.title(builder.coin.ticker),
                        url: link.text(.documented), action: request.action, sender: sender))
            }
        }
        return links
    }

    /// The enabled schemes that the page has links of. Each is about a coin at least; of several the first is used.
    static func schemes(of routes: RouteTable) -> [SchemeDescriptor] {
        routes.schemes.filter {
            $0.isEnabled && !$0.coins.isEmpty && $0.grammar != .jsonParameter && $0.grammar != .uri
        }
    }

    /// Every sender that the links of these schemes name.
    static func senders(of schemes: [SchemeDescriptor]) -> [String] {
        schemes.flatMap { scheme in DemoRequest.all(of: scheme).compactMap { $0.sender(of: scheme) } }
    }
}
