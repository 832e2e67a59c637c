import RouterDapp
import RouterDescribedAsking
import SchemeRouter

struct DemoLink: Equatable {
    /// Its name in paths and in the page.
    let id: String
    /// The scheme that it begins with.
    let scheme: String
    /// A short title of its request.
    let title: String
    let url: String
    /// The scheme that receives its reply; nil if it wants none. Each link has its own scheme.
    let sender: String?

    /// A link for each request of each scheme.
    /// - Parameter routes: descriptors that include the schemes.
    static func all(of schemes: [DemoScheme], _ holdings: [PracticeWallet.Holding], _ routes: RouteTable) throws
        -> [DemoLink]
    {
        var links: [DemoLink] = []
        func add(_ scheme: DemoScheme, _ name: String, _ title: String, _ url: String, _ sender: String?) {
            links.append(
                DemoLink(
                    id: "\(scheme.base.name)-\(name)", scheme: scheme.name, title: title, url: url, sender: sender))
        }
        func sender() -> String { "\(DemoScheme.prefix)shop\(links.count + 1)" }
        for scheme in schemes {
            guard let holding = holdings.first(where: { $0.coin.id == scheme.coin.id }) else { continue }
            if scheme.base.grammar == .jsonParameter {
                for request in DappRequest.all(of: scheme.base.name) {
                    let sender = sender()
                    let url = try request.link(of: scheme.base.name, from: holding, sender: sender)
                    add(scheme, request.rawValue, request.title(scheme.coin), url, sender)
                }
                continue
            }
            let builder = try RequestBuilder(scheme: scheme.name, coin: scheme.coin.id, of: routes)
            for request in DemoRequest.all(of: scheme.base) {
                let sender = request.hasSender(in: scheme.base) ? sender() : nil
                let link = try request.link(by: builder, address: holding.payee, sender: sender)
                add(scheme, request.name, request.title(scheme.coin), link.text(.documented), sender)
            }
        }
        return links
    }
}

extension CoinDescriptor {
    /// An amount with a non-breaking space.
    func label(_ amount: String) -> String { "\(amount)\u{A0}\(ticker)" }
}
