import RouterConfiguration
import RouterNetworkBackend
import RouterNetworks
import Testing

@testable import SchemeRouter

/// `use: core-rpc` in config.yaml.
@Suite struct CoreNodeReadingTests {
    private func read(_ fields: String) throws -> CoinNetwork? {
        let text = "networks: { dash: { use: core-rpc, \(fields) } }"
        let configuration = try PersonalConfiguration.read(
            file(text, name: "config.yaml"), routes: try ConfigurationTests.routes())
        return configuration.networks["dash"]
    }

    private func mistakes(_ fields: String) throws -> [DescriptorDiagnostic] {
        do {
            _ = try read(fields)
            return []
        } catch let error as DescriptorErrors {
            return error.diagnostics
        }
    }

    private static let url = #"url: "http://127.0.0.1:9998""#

    @Test("S7: where the node answers, what it lets in, which network it is of and who pays")
    func reads() throws {
        let url = try #require(ServerAddress("http://127.0.0.1:9998"))
        #expect(
            try read("\(Self.url), cookie: ~/.dashcore/.cookie")
                == CoinNetwork(use: CoreNode(url: url, login: .cookie("~/.dashcore/.cookie"))))
        #expect(
            try read(#"url: "http://127.0.0.1:9998///", cookie: /c, network: regtest, wallet: my-wallet_1.dat"#)
                == CoinNetwork(
                    use: CoreNode(url: url, login: .cookie("/c"), wallet: "my-wallet_1.dat"), network: .regtest))
        #expect(
            try read("\(Self.url), user: rpc, password-file: /run/secrets/rpc")
                == CoinNetwork(
                    use: CoreNode(url: url, login: .user("rpc", passwordFile: "/run/secrets/rpc"))))
    }

    @Test(
        "what is missing, meant for another network or no file is told with its place",
        arguments: [
            ("cookie: /c", "missing-key 1:13"), ("url: \"http://127.0.0.1:9998\"", "missing-key 1:13|missing-key 1:13"),
            ("\(url), user: rpc", "missing-key 1:13"), ("\(url), password-file: /p", "missing-key 1:13"),
            ("\(url), cookie: /c, user: rpc", "conflict 1:78"),
            ("\(url), cookie: /c, password-file: /p", "conflict 1:78"),
            ("\(url), cookie: .cookie", "invalid-value 1:74"), ("\(url), cookie: ~root/.cookie", "invalid-value 1:74"),
            ("\(url), cookie: [a]", "wrong-type 1:74"),
            ("\(url), user: \"a:b\", password-file: /p", "invalid-value 1:72"),
            ("\(url), user: \"a b\", password-file: /p", "invalid-value 1:72"),
            ("\(url), cookie: /c, wallet: a/b", "invalid-value 1:86"),
            ("\(url), cookie: /c, wallet: ..", "invalid-value 1:86"),
            ("\(url), cookie: /c, wallet: \"a b\"", "invalid-value 1:86"),
            ("\(url), cookie: /c, servers: [a]", "conflict 1:78"),
            ("\(url), cookie: /c, account: alice", "conflict 1:78"),
            ("\(url), cookie: /c, network: prod", "unknown-name 1:87"),
            ("\(url), cookie: /c, password: x", "unknown-key 1:78"),
            ("url: 127.0.0.1, cookie: /c", "invalid-value 1:41"),
            ("url: \"ftp://a\", cookie: /c", "invalid-value 1:41"),
            ("url: \"http://u:p@a\", cookie: /c", "invalid-value 1:41"),
        ])
    func refused(_ fields: String, _ expected: String) throws {
        #expect(try mistakes(fields).map(\.brief).joined(separator: "|") == expected)
    }

    @Test("a password that stands in the file itself is pointed to a file of its own")
    func advice() throws {
        #expect(try mistakes("\(Self.url), cookie: relative").first?.hint?.contains("~/.dashcore/.cookie") == true)
        #expect(
            try mistakes("\(Self.url), cookie: /c, user: a").first?.hint?.contains(
                "cookie contains the name and password")
                == true)
    }

    @Test("the practice network has no node")
    func sandbox() throws {
        for field in ["cookie: /c", "user: a", "password-file: /p", "wallet: w"] {
            let text = "networks: { dash: { use: sandbox, \(field) } }"
            let error = #expect(throws: DescriptorErrors.self) {
                try PersonalConfiguration.read(
                    file(text, name: "config.yaml"), routes: try ConfigurationTests.routes())
            }
            #expect(error?.diagnostics.map(\.brief) == ["conflict 1:35"])
        }
    }
}
