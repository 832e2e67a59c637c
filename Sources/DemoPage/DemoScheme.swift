import ExactJSON
import SchemeRouter

/// A scheme of the page's own, such as `demo-dashwallet`, that is read like `dashwallet`.
///
/// No wallet is registered for such links, so a link that is clicked elsewhere, or copied, opens nothing.
struct DemoScheme {
    /// The scheme that these links imitate.
    let base: SchemeDescriptor
    let coin: CoinDescriptor
    /// The network of the addresses in its links; nil for a coin with named accounts.
    let network: NetworkKind?

    var name: String { Self.prefix + base.name }
    var title: String { base.title }

    static let prefix = "demo-"

    /// A scheme without links on the page.
    struct LeftOut: Equatable {
        let title: String
        let reason: String
    }

    /// The schemes with links on the page, and those that it cannot have.
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

    /// Describes the schemes to `router`. Texts are quoted as in JSON, which is also YAML. If a scheme has several
    /// coins, its links use the first: their test addresses are the same.
    static func descriptors(of schemes: [DemoScheme]) -> DescriptorFile {
        let lines = schemes.map { scheme in
            let values = [
                ("extends", scheme.base.name), ("coin", scheme.coin.id.name), ("title", scheme.title),
            ].map { "\($0.0): \(JSON.string($0.1).text)" }.joined(separator: ", ")
            return "  \(JSON.string(scheme.name).text): { \(values) }\n"
        }
        return DescriptorFile(name: "demo page", bytes: Array(("version: 1\nschemes:\n" + lines.joined()).utf8))
    }

    /// Whether this page can write links of the scheme: it can write those of wallets, payments and dapps.
    private static func isWritten(_ scheme: SchemeDescriptor) -> Bool {
        switch scheme.grammar {
        case .authorityParameters, .bip21: true
        case .jsonParameter: DappRequest.schemes.contains(scheme.name)
        case .uri: false
        }
    }

    /// The limit of `router` (S1); RFC 3986 3.1 has none.
    private static let longestName = 32

    /// A network of `coin` whose addresses differ from those of every main network; nil if there is none.
    static func practiceNetwork(of coin: CoinDescriptor, among coins: [CoinDescriptor]) -> NetworkKind? {
        let real = coins.map(RealAddresses.init)
        return [NetworkKind.regtest, .test].first { kind in
            coin.networks[kind].map { network in !real.contains { $0.include(network) } } ?? false
        }
    }
}

/// The prefixes of addresses on a coin's main network.
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
