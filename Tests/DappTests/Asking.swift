import Dash
import SchemeRouter

@testable import Dapp

/// The descriptors and the reader of all tests about asking.
enum Asking {
    static let routes: RouteTable = {
        do {
            return try RouteTable.load([.shipped])
        } catch {
            preconditionFailure("the shipped descriptors are broken")
        }
    }()

    static let router = Router(routes: routes, plugins: [DashPlugin.name: DashPlugin()])
}

extension RequestLink {
    /// The same request with other details.
    func replacing(_ details: PaymentDetails) -> RequestLink {
        RequestLink(scheme: scheme, grammar: grammar, coin: coin, sender: sender, content: .payment(details))
    }
}
