import RouterConfiguration
import RouterNetworkBackend
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// `use: monero-rpc` in config.yaml.
@Suite struct MoneroWalletReadingTests {
    private func read(_ fields: String, coin: String = "monero") throws -> CoinNetwork? {
        let text = "networks: { \(coin): { use: monero-rpc, \(fields) } }"
        let configuration = try PersonalConfiguration.read(
            file(text, name: "config.yaml"), routes: try RouteTable.load([.shipped]))
        return configuration.networks[CoinID(coin)]
    }

    private func mistakes(_ fields: String, coin: String = "monero") throws -> [DescriptorDiagnostic] {
        do {
            _ = try read(fields, coin: coin)
            return []
        } catch let error as DescriptorErrors {
            return error.diagnostics
        }
    }

    private static let url = #"url: "http://127.0.0.1:18083""#
    private static let login = "user: me, password-file: ~/wallet-password"

    @Test("S7: where the program is, how it is logged in to, which account pays, and on which network")
    func reads() throws {
        let read = try #require(try read("\(Self.url), \(Self.login)"))
        let use = try #require(read.use as? MoneroWalletUse)
        #expect(use.url.text == "http://127.0.0.1:18083" && use.account == 0 && read.network == .main)
        #expect(use.login == .digest(user: "me", passwordFile: "~/wallet-password") && use.network == .main)
        for (name, kind) in [("main", NetworkKind.main), ("test", .test), ("stage", .test), ("regtest", .regtest)] {
            let other = try #require(try self.read("\(Self.url), \(Self.login), account: 3, network: \(name)"))
            #expect(other.network == kind && (other.use as? MoneroWalletUse)?.account == 3)
            #expect((other.use as? MoneroWalletUse)?.network.rawValue == name)
        }
    }

    @Test(
        "what is missing or cannot be is told: a wallet program without a login is used by nobody",
        arguments: [
            ("", ["missing-key", "missing-key", "missing-key"]), (url, ["missing-key", "missing-key"]),
            ("\(url), user: me", ["missing-key"]), ("\(url), password-file: /p", ["missing-key"]),
            (login, ["missing-key"]),
            ("\(url), \(login), account: x", ["invalid-value"]), ("\(url), \(login), account: -1", ["invalid-value"]),
            ("\(url), \(login), account: \"99999999\"", ["invalid-value"]),
            ("\(url), \(login), network: mainnet", ["unknown-name"]), ("\(url), \(login), cookie: /c", ["conflict"]),
            ("\(url), \(login), wallet: w", ["conflict"]), ("url: \"127.0.0.1\", \(login)", ["invalid-value"]),
            ("\(url), user: \"a:b\", password-file: /p", ["invalid-value"]),
            ("\(url), user: me, password-file: p", ["invalid-value"]),
        ])
    func mistakes(_ fields: String, _ codes: [String]) throws {
        #expect(try mistakes(fields).map(\.code.rawValue) == codes)
        #expect(try mistakes(fields).allSatisfy { $0.hint != nil || $0.code.rawValue == "missing-key" })
    }

    @Test("it is for Monero and coins like it, and no other network is for them")
    func coins() throws {
        for coin in ["dash", "ethereum", "eos"] {
            #expect(
                try mistakes("\(Self.url), \(Self.login)", coin: coin).map(\.code.rawValue) == ["conflict"], "\(coin)")
        }
        #expect(MoneroWalletUse.servesForeign && !CoreNode.servesForeign && !SandboxUse.servesForeign)
    }
}
