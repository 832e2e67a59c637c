import Foundation
import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterDemoPage

/// No link of the page can reach a real wallet or pay on a real network (S14).
@Suite struct DemoSchemeTests {
    private static func routes(_ own: String? = nil) throws -> RouteTable {
        var stack = DescriptorStack([.shipped])
        if let own { stack.add(DescriptorFile(name: "own", bytes: Array(own.utf8))) }
        return try RouteTable.load(stack)
    }

    /// A coin with these networks, and a scheme for it.
    private static func coin(_ networks: String) -> String {
        "version: 1\ncoins: { pebble: { ticker: PEB, networks: { \(networks) } } }\n"
            + "schemes: { pebble: { coin: pebble, grammar: bip21 } }\n"
    }

    @Test("every scheme that the wallet answers has one of the page's own, and the page names all others")
    func names() throws {
        let (schemes, leftOut) = DemoScheme.all(of: try Self.routes())
        #expect(
            schemes.map(\.name) == [
                "demo-axe", "demo-axewallet", "demo-bitcoin", "demo-dash", "demo-dashwallet", "demo-dogecoin",
                "demo-litecoin", "demo-mykey", "demo-pay", "demo-simplewallet",
            ])
        #expect(leftOut.count == 1)
        let named = try #require(leftOut.first).title.components(separatedBy: ", ")
        #expect(schemes.count + named.count == (try Self.routes()).schemes.count)
        #expect(named.contains("Monero") && named.contains("Signing request"))
    }

    @Test("the networks of the links have no address of any coin's main network")
    func networks() throws {
        let routes = try Self.routes()
        for scheme in DemoScheme.all(of: routes).schemes where scheme.coin.accountChain == nil {
            let network = try #require(scheme.network.flatMap { scheme.coin.networks[$0] })
            #expect(scheme.network != .main)
            for address in Self.addresses {
                guard let text = address.text(on: network) else { continue }
                #expect((try? Address(text, on: network)) != nil, "\(text)")
                for coin in routes.coinList {
                    guard let main = coin.networks[.main] else { continue }
                    #expect((try? Address(text, on: main)) == nil, "\(coin.title) takes \(text)")
                }
            }
        }
    }

    @Test("a coin whose test addresses are somebody's real ones has no links, and the page says so")
    func unsafeNetworks() throws {
        for (networks, expected) in [
            ("main: { p2pkh: 100, p2sh: 101, bip44: 7777 }", nil),
            ("main: { p2pkh: 100, p2sh: 101, bip44: 7777 }, regtest: { p2pkh: 120, p2sh: 121 }", NetworkKind.regtest),
            // Dash's, Litecoin's second and Bitcoin's addresses.
            ("main: { p2pkh: 100, p2sh: 101, bip44: 7777 }, regtest: { p2pkh: 76, p2sh: 121 }", nil),
            ("main: { p2pkh: 100, p2sh: 101, bip44: 7777 }, regtest: { p2pkh: 120, p2sh: [121, 50] }", nil),
            ("main: { p2pkh: 100, p2sh: 101, bip44: 7777 }, regtest: { p2pkh: 120, p2sh: 121, bech32: bc }", nil),
            (
                "main: { p2pkh: 100, p2sh: 101, bip44: 7777 }, regtest: { p2pkh: 76, p2sh: 121 }, "
                    + "test: { p2pkh: 120, p2sh: 121 }", .test
            ),
        ] {
            let routes = try Self.routes(Self.coin(networks))
            let coin = try #require(routes.coin("pebble"))
            #expect(DemoScheme.practiceNetwork(of: coin, among: routes.coinList) == expected, "\(networks)")
            let (schemes, leftOut) = DemoScheme.all(of: routes)
            #expect(schemes.contains { $0.name == "demo-pebble" } == (expected != nil))
            #expect(leftOut.dropLast().map(\.title) == (expected == nil ? ["Pebble"] : []))
        }
    }

    @Test("a scheme whose name is taken or has no room has no links, and the page says so")
    func takenNames() throws {
        let long = String(repeating: "x", count: 28)
        let (schemes, leftOut) = DemoScheme.all(
            of: try Self.routes(
                "version: 1\nschemes:\n  \(long): { extends: dash, title: Long }\n"
                    + "  demo-dash: { extends: dash, title: Mine }\n"))
        #expect(!schemes.contains { $0.name == "demo-dash" || $0.base.name == long })
        #expect(
            leftOut.dropLast() == [
                .init(title: "Dash", reason: "“demo-dash” is one of your own schemes"),
                .init(title: "Long", reason: "the name “\(long)” is too long"),
            ])
    }

    @Test("the descriptors are read as they are meant, whatever titles say")
    func descriptors() throws {
        let title = #"a"b {c} #d <é>"#
        var stack = DescriptorStack([.shipped])
        stack.add(
            DescriptorFile(
                name: "own",
                bytes: Array("version: 1\nschemes: { mine: { extends: pay, title: '\(title)' } }\n".utf8)))
        let schemes = DemoScheme.all(of: try RouteTable.load(stack)).schemes
        stack.add(DemoScheme.descriptors(of: schemes))
        let routes = try RouteTable.load(stack)
        let mine = try #require(routes.scheme(named: "demo-mine".utf8))
        #expect(mine.title == title && mine.coins == ["dash"] && mine.grammar == .bip21)
        for scheme in schemes {
            let own = try #require(routes.scheme(named: scheme.name.utf8))
            #expect(own.actions == scheme.base.actions && own.callbacks == scheme.base.callbacks)
        }
    }

    @Test("every link has an answer of its own, or none, and begins with a scheme of the page's own")
    func links() throws {
        var stack = DescriptorStack([.shipped])
        let schemes = DemoScheme.all(of: try RouteTable.load(stack)).schemes
        stack.add(DemoScheme.descriptors(of: schemes))
        let holdings = try schemes.map { scheme in
            let network = scheme.network.flatMap { scheme.coin.networks[$0] }
            let address = try network.map { try #require(Self.addresses[0].text(on: $0)) } ?? "demoaccount1"
            return PracticeWallet.Holding(coin: scheme.coin, address: address, payee: address)
        }
        let links = try DemoLink.all(of: schemes, holdings, try RouteTable.load(stack))
        #expect(Set(links.map(\.id)).count == links.count && Set(links.map(\.url)).count == links.count)
        let senders = links.compactMap(\.sender)
        #expect(Set(senders).count == senders.count && senders.allSatisfy { $0.hasPrefix("demo-shop") })
        for link in links {
            #expect(link.url.hasPrefix(link.scheme + ":") && link.scheme.hasPrefix("demo-"))
            #expect(link.sender.map { link.url.contains($0) } ?? true)
        }
        for id in [
            "mykey-login", "mykey-transfer", "mykey-contract", "mykey-sign", "dashwallet-pay", "bitcoin-pay",
            "simplewallet-login", "simplewallet-transfer",
        ] {
            #expect(links.contains { $0.id == id }, "\(id)")
        }
    }

    /// One of each kind.
    private static let addresses = [
        Address(.publicKeyHash(Array(repeating: 7, count: 20))), Address(.scriptHash(Array(repeating: 7, count: 20))),
        Address(.witness(version: 0, program: Array(repeating: 7, count: 20))),
    ]
}
