import RouterAxe
import RouterBitcoinFamily
import RouterDash
import RouterDescribedAsking
import SchemeRouter

@testable import RouterDapp

/// The descriptors and the reader of all tests about asking.
enum Asking {
    static let routes: RouteTable = {
        do {
            return try RouteTable.load([.shipped])
        } catch {
            preconditionFailure("the shipped descriptors are broken")
        }
    }()

    static let router = Router(
        routes: routes,
        plugins: [
            DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin(),
            BitcoinLikePlugin.name: BitcoinLikePlugin(replies: DashReplies.all),
        ])

    /// Every scheme that is answered, with each of its coins.
    static let builders: [RequestBuilder] = routes.schemes
        .filter { $0.isEnabled && $0.grammar != .jsonParameter }
        .flatMap { scheme in
            scheme.coins.compactMap { try? RequestBuilder(scheme: scheme.name, coin: $0, of: routes) }
        }
}

extension RequestLink {
    /// The same request with other details.
    func replacing(_ details: PaymentDetails) -> RequestLink {
        RequestLink(scheme: scheme, grammar: grammar, coin: coin, sender: sender, content: .payment(details))
    }
}
