import ExactJSON
import SchemeRouter

/// A scheme of the page's own, `demo-dashwallet`, that reads what `dashwallet` reads.
///
/// No wallet is registered for such links, so that a link which is clicked elsewhere, or copied, asks nobody.
struct DemoScheme {
    /// The scheme whose links these look like.
    let base: SchemeDescriptor
    let coin: CoinDescriptor
    /// The network whose addresses the links name; nil for a coin whose money lies in named accounts.
    let network: NetworkKind?

    var name: String { Self.prefix + base.name }
    var title: String { base.title }

    static let prefix = "demo-"

    /// A scheme that has no links on the page.
    struct LeftOut: Equatable {
        let title: String
        let reason: String
    }

    /// The schemes that the page has links of, and those that it cannot have.
    static func all(of routes: RouteTable) -> (schemes: [DemoScheme], leftOut: [LeftOut]) {
        var schemes: [DemoScheme] = []
        var leftOut: [LeftOut] = []
        var others: [String] = []
        for scheme in routes.schemes where scheme.isEnabled {
            guard isWritten(scheme), let coin = scheme.coins.first.flatMap({ routes.coin($0) }), !coin.isHandOverOnly
            else {
                others.append(scheme.title)
                continue
            }
            let demo = DemoScheme(base: scheme, coin: coin, network: practiceNetwork(of: coin, among: routes.coinList))
            if demo.network == nil && coin.accountChain == nil {
                leftOut.append(
                    LeftOut(title: scheme.title, reason: "\(coin.title) has no test network with its own addresses"))
            } else if demo.name.utf8.count > longestName {
                leftOut.append(LeftOut(title: scheme.title, reason: "the name “\(scheme.name)” is too long"))
            } else if routes.isOwnScheme(demo.name) {
                leftOut.append(LeftOut(title: scheme.title, reason: "“\(demo.name)” is one of your own schemes"))
            } else {
                schemes.append(demo)
            }
        }
        if !others.isEmpty {
            leftOut.append(
                LeftOut(title: others.joined(separator: ", "), reason: "the demo does not answer these"))
        }
        return (schemes, leftOut)
    }

    /// Describes the schemes to `router`; texts are quoted as in JSON, which is YAML too. If a scheme has several coins, its
    /// links are about the first: their test addresses are the same.
    static func descriptors(of schemes: [DemoScheme]) -> DescriptorFile {
        let lines = schemes.map { scheme in
            let values = [
                ("extends", scheme.base.name), ("coin", scheme.coin.id.name), ("title", scheme.title),
            ].map { "\($0.0): \(JSON.string($0.1).text)" }.joined(separator: ", ")
            return "  \(JSON.string(scheme.name).text): { \(values) }\n"
        }
        return DescriptorFile(name: "demo page", bytes: Array(("version: 1\nschemes:\n" + lines.joined()).utf8))
    }

    /// Whether this page can write links of the scheme: those of wallets and payments, and those of dapps.
    private static func isWritten(_ scheme: SchemeDescriptor) -> Bool {
        switch scheme.grammar {
        case .authorityParameters, .bip21: true
        case .jsonParameter: DappRequest.schemes.contains(scheme.name)
        case .uri: false
        }
    }

    /// What `router` reads (RFC 3986 3.1 has no limit, S1 has).
    private static let longestName = 32

    /// A network of `coin` whose addresses no coin's main network has; nil if there is none.
    static func practiceNetwork(of coin: CoinDescriptor, among coins: [CoinDescriptor]) -> NetworkKind? {
        let real = coins.map(RealAddresses.init)
        return [NetworkKind.regtest, .test].first { kind in
            coin.networks[kind].map { network in !real.contains { $0.include(network) } } ?? false
        }
    }
}

/// How addresses of one coin's main network begin.
private struct RealAddresses {
    private var versions: Set<Int> = []
    private var prefixes: Set<String> = []

    init(_ coin: CoinDescriptor) {
        if let main = coin.networks[.main] {
            versions.formUnion(([main.p2pkh] + main.p2sh).map(Int.init))
            if let prefix = main.bech32 { prefixes.insert(prefix) }
        }
        for form in coin.addresses where form.network == .main {
            switch form.rule {
            case .base58check(let more, _): versions.formUnion(more.map(Int.init))
            case .bech32(let prefix, _), .bech32m(let prefix, _), .segwit(let prefix): prefixes.insert(prefix)
            default: break
            }
        }
    }

    func include(_ network: NetworkParameters) -> Bool {
        !versions.isDisjoint(with: ([network.p2pkh] + network.p2sh).map(Int.init))
            || network.bech32.map(prefixes.contains) ?? false
    }
}
