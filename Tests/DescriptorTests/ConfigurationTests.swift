import RouterNetworkBackend
import RouterNetworks
import Testing

@testable import RouterConfiguration
@testable import SchemeRouter

@Suite struct ConfigurationTests {
    static func routes() throws -> RouteTable {
        try RouteTable.load([.shipped])
    }

    private func read(_ text: String) throws -> PersonalConfiguration {
        try PersonalConfiguration.read(file(text, name: "config.yaml"), routes: Self.routes())
    }

    private func mistakes(_ text: String) throws -> [DescriptorDiagnostic] {
        let routes = try Self.routes()
        do throws(DescriptorErrors) {
            _ = try PersonalConfiguration.read(file(text, name: "config.yaml"), routes: routes)
            return []
        } catch {
            return error.diagnostics
        }
    }

    @Test("S7, S14: everything that this version follows")
    func reads() throws {
        let configuration = try read(
            """
            networks:
              dash: { use: sandbox, network: regtest }
              axe:      { use: sandbox }
              litecoin:
                use: electrum
                servers: ["ssl://Server.example:50002", "tcp://127.0.0.1:50001", "ssl://[::1]:1"]
              bitcoin:
                use: core-rpc
                network: test
                url: "http://127.0.0.1:18332/"
                cookie: ~/.bitcoin/.cookie
            sandbox: { senders: [demo, Shop, "http://127.0.0.1", "https://Dapp.example"] }
            instant-send: { axe: off, dash: on }
            ask-passcode: [address]
            error-callbacks: { dashwallet: shown, axewallet: off }
            pinentry: /usr/bin/pinentry-gnome3
            plugins: { }
            """)
        #expect(
            configuration
                == PersonalConfiguration(
                    networks: [
                        "dash": CoinNetwork(use: SandboxUse(), network: .regtest),
                        "axe": CoinNetwork(use: SandboxUse()),
                        "litecoin": CoinNetwork(
                            use: .electrum([
                                LineServer(host: "server.example", port: 50_002, certificate: .any),
                                LineServer(host: "127.0.0.1", port: 50_001, certificate: nil),
                                LineServer(host: "::1", port: 1, certificate: .any),
                            ])),
                        "bitcoin": CoinNetwork(
                            use: CoreNode(
                                url: try #require(ServerAddress("http://127.0.0.1:18332")),
                                login: .cookie("~/.bitcoin/.cookie")), network: .test),
                    ],
                    practiceSenders: ["demo", "shop", "http://127.0.0.1", "https://dapp.example"],
                    instantSend: ["axe": false, "dash": true],
                    asksPasscodeForAddress: true, failureCallbacks: ["dashwallet"], pinentry: "/usr/bin/pinentry-gnome3"
                ))
        #expect(configuration.practiceSenders.contains("shop") && !configuration.practiceSenders.contains("shops"))
    }

    @Test("S7: named accounts, their nodes, and how servers are reached")
    func accounts() throws {
        let id = "73e4385a2708e6d7048834fbc1079f2fabb17b3c125b146af438971e90716c4d"
        let configuration = try read(
            """
            networks: { eos: { use: nodeos, url: "https://node.example:8443/eos/", account: alicealice11 } }
            allow-hosts: ["127.0.0.1", "::1", Node.Home]
            proxy: "socks5h://127.0.0.1:9050"
            sockets: { "http://localhost:8888": /run/nodeos.sock, "tcp://[::1]:50001": "/a b" }
            """)
        let url = try #require(ServerAddress("https://node.example:8443/eos"))
        let own = try #require(try Self.routes().coin("eos")?.accountChain?.chainID)
        let alice = AccountSigner(account: "alicealice11", permission: "active")
        #expect(
            configuration
                == PersonalConfiguration(
                    networks: ["eos": CoinNetwork(use: NodeosUse(url: url, chainID: own), signer: alice)],
                    connections: ConnectionSettings(
                        proxy: "socks5h://127.0.0.1:9050", allowedHosts: ["127.0.0.1", "::1", "node.home"],
                        sockets: [
                            .init(name: "http://localhost:8888", path: "/run/nodeos.sock"),
                            .init(name: "tcp://[::1]:50001", path: "/a b"),
                        ])))
        let other =
            "networks: { eos: { use: nodeos, url: \"http://[::1]:8888\", account: bob, permission: pay, chain: \(id) } }"
        let chosen = try #require(try read(other).networks["eos"])
        #expect(chosen.signer == AccountSigner(account: "bob", permission: "pay"))
        #expect(
            chosen.use as? NodeosUse
                == NodeosUse(
                    url: try #require(ServerAddress("http://[::1]:8888")),
                    chainID: try #require([UInt8](hexDigits: id))))
    }

    @Test("S14: the practice network of named accounts has an account without a word of the person")
    func practiceAccount() throws {
        let signer = { (text: String) in
            try read("networks: { eos: { \(text) } }\n").networks["eos"]?.signer
        }
        #expect(try signer("use: sandbox") == AccountSigner(account: "practiceuser", permission: "active"))
        #expect(
            try signer("use: sandbox, account: bob, permission: owner")
                == AccountSigner(account: "bob", permission: "owner"))
    }

    @Test(
        "Without settings there are none",
        arguments: [
            "", "# nothing\n",
            "networks:\nsandbox:\ninstant-send:\nask-passcode:\nerror-callbacks:\nallow-hosts:\nsockets:\nplugins:\n",
        ])
    func empty(text: String) throws {
        #expect(try read(text) == PersonalConfiguration())
    }

    @Test("InstantSend is on wherever the coin has it, unless it is switched off")
    func instantSend() throws {
        let routes = try Self.routes()
        let configuration = try read("instant-send: { axe: off }\n")
        for (id, expected) in [("dash", true), ("axe", false), ("bitcoin", false)] as [(CoinID, Bool)] {
            #expect(configuration.usesInstantSend(try #require(routes.coin(id))) == expected)
        }
    }

    @Test("S12: keys are moved where the person says, on every network of the coin, and nowhere else")
    func paths() throws {
        let configuration = try read("paths: { axe: \"44'/4242'\" }\n")
        #expect(configuration.coinTypes == ["axe": 4_242])
        let table = try RouteTable.load([.shipped]).moving(configuration.coinTypes)
        #expect(table.coin("axe")?.networks.values.map(\.coinType) == [4_242, 4_242, 4_242])
        #expect(table.coin("dash")?.networks.values.map(\.coinType) == [5, 1, 1])
        #expect(try RouteTable.load([.shipped]).coin("axe")?.networks[.main]?.coinType == 5)
    }

    @Test(
        "S12: coins on real networks whose keys would meet are refused, naming both, until one is moved",
        arguments: [
            (
                "dash: { use: core-rpc }, axe: { use: electrum }", "",
                "Dash and Axe would share the keys at m/44'/5'"
            ),
            ("dash: { use: core-rpc }, axe: { use: electrum }", "axe: \"44'/4242'\"", nil),
            ("dash: { use: core-rpc }, axe: { use: electrum }", "dash: \"44'/0'\", axe: \"44'/0'\"", "at m/44'/0'"),
            ("dash: { use: core-rpc }, bitcoin: { use: core-rpc }", "bitcoin: \"44'/5'\"", "Dash and Bitcoin"),
            ("dash: { use: core-rpc, network: test }, axe: { use: electrum, network: regtest }", "", "at m/44'/1'"),
            ("dash: { use: sandbox }, axe: { use: electrum }", "", nil),
            ("dash: { use: sandbox }, axe: { use: sandbox }", "", nil),
            ("dash: { use: core-rpc }, bitcoin: { use: core-rpc }", "", nil),
            (
                "bitcoin: { use: core-rpc }, eos: { use: nodeos, url: \"https://n.example\", account: alice }",
                "bitcoin: \"44'/194'\"", "Bitcoin and EOS would share the keys at m/44'/194'"
            ),
            ("bitcoin: { use: core-rpc }, eos: { use: sandbox }", "bitcoin: \"44'/194'\"", nil),
        ] as [(String, String, String?)])
    func sharedKeys(_ networks: String, _ paths: String, _ message: String?) throws {
        let node = "use: core-rpc, url: \"http://127.0.0.1:1\", cookie: /c"
        let servers = "use: electrum, servers: [\"ssl://s.example:1\"]"
        let networks = networks.replacing("use: core-rpc", with: node).replacing("use: electrum", with: servers)
        let found = try mistakes("networks: { \(networks) }\npaths: { \(paths) }\n")
        #expect(found.map(\.code) == (message == nil ? [] : [.conflict]))
        if let message { #expect(found.first?.message.contains(message) == true) }
        if message != nil { #expect(found.first?.hint?.contains("paths:") == true) }
    }

    @Test(
        "What is not followed is refused, never ignored",
        arguments: [
            ("paths: { axe: \"44'/4242\" }", "invalid-value 1:15"), ("paths: { axe: 4242 }", "invalid-value 1:15"),
            ("paths: { axe: \"49'/4242'\" }", "invalid-value 1:15"),
            ("paths: { axy: \"44'/4242'\" }", "unknown-name 1:10"),
            ("plugins: [/bin/x]", "wrong-type 1:10"), ("plugins: { X: /bin/x }", "invalid-value 1:12"),
            ("plugins: { x: bin/x }", "invalid-value 1:15"), ("plugins: { x: [/bin/x] }", "wrong-type 1:15"),
            ("plugins: { x: /bin/x, x: /bin/y }", "duplicate-key 1:23"), ("plugins: { x: }", "wrong-type 1:15"),
            ("network: {}", "unknown-key 1:1"), ("networks: [dash]", "wrong-type 1:11"),
            ("networks: { dsah: { use: sandbox } }", "unknown-name 1:13"),
            ("networks: { dash: sandbox }", "wrong-type 1:19"),
            ("networks: { dash: { use: sandbax } }", "unknown-name 1:26"),
            ("networks: { dash: {} }", "missing-key 1:13"),
            ("networks: { dash: { use: sandbox, url: x } }", "conflict 1:35"),
            ("networks: { dash: { use: sandbox, port: 1 } }", "unknown-key 1:35"),
            ("networks: { dash: { use: sandbox, network: prod } }", "unknown-name 1:44"),
            ("networks: { dash: { use: nodeos } }", "conflict 1:26"),
            ("networks: { dash: { use: sandbox, account: alice } }", "conflict 1:35"),
            (
                "networks: { dash: { use: core-rpc, permission: active, url: \"http://a\", cookie: /c } }",
                "conflict 1:36"
            ),
            ("networks: { dash: { use: electrum, chain: aa, servers: [\"ssl://a:1\"] } }", "conflict 1:36"),
            ("networks: { dash: { use: electrum, url: \"https://a\", servers: [\"ssl://a:1\"] } }", "conflict 1:36"),
            ("networks: { dash: { use: electrum } }", "missing-key 1:13"),
            ("networks: { dash: { use: electrum, servers: [] } }", "out-of-range 1:45"),
            ("networks: { dash: { use: electrum, servers: \"ssl://a:1\" } }", "wrong-type 1:45"),
            ("networks: { dash: { use: electrum, servers: [\"a:1\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a:\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a:0\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a:65536\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a:+1\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a:1/x\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://u@a:1\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"https://a:1\"] } }", "invalid-value 1:46"),
            ("networks: { dash: { use: electrum, servers: [\"ssl://:1\"] } }", "invalid-value 1:46"),
            (
                "networks: { dash: { use: electrum, servers: [\"ssl://a:1\", \"tcp://A:1\"] } }", "conflict 1:59"
            ),
            ("networks: { dash: { use: electrum, servers: [\"ssl://a:1\", \"ssl://A.:1\"] } }", "conflict 1:59"),
            (
                "networks: { dash: { use: electrum, servers: [\"ssl://127.1:1\", \"tcp://localhost:1\"] } }",
                "conflict 1:63"
            ),
            ("networks: { eos: { use: core-rpc } }", "conflict 1:25"),
            ("networks: { eos: { use: electrum } }", "conflict 1:25"),
            ("networks: { eos: { use: nodeos, account: alice } }", "missing-key 1:13"),
            ("networks: { eos: { use: nodeos, url: \"https://n.example\" } }", "missing-key 1:13"),
            ("networks: { eos: { use: nodeos, url: n.example, account: alice } }", "invalid-value 1:38"),
            ("networks: { eos: { use: nodeos, url: \"ftp://n.example\", account: alice } }", "invalid-value 1:38"),
            ("networks: { eos: { use: nodeos, url: \"https://u@n.example\", account: alice } }", "invalid-value 1:38"),
            ("networks: { eos: { use: nodeos, url: \"https://n.example?a\", account: alice } }", "invalid-value 1:38"),
            ("networks: { eos: { use: sandbox, account: Alice } }", "invalid-value 1:43"),
            ("networks: { eos: { use: sandbox, account: alice6 } }", "invalid-value 1:43"),
            ("networks: { eos: { use: sandbox, account: alicealicealice } }", "invalid-value 1:43"),
            ("networks: { eos: { use: sandbox, account: alice. } }", "invalid-value 1:43"),
            ("networks: { eos: { use: sandbox, account: \"\" } }", "invalid-value 1:43"),
            ("networks: { eos: { use: sandbox, permission: 9 } }", "invalid-value 1:46"),
            ("networks: { eos: { use: sandbox, url: \"https://n.example\" } }", "conflict 1:34"),
            ("networks: { eos: { use: sandbox, chain: aa } }", "conflict 1:34"),
            ("networks: { eos: { use: sandbox, network: main } }", "conflict 1:34"),
            (
                "networks: { eos: { use: nodeos, url: \"https://n.example\", account: alice, chain: aca376f2 } }",
                "invalid-value 1:82"
            ),
            (
                "networks: { eos: { use: nodeos, url: \"https://n.example\", account: alice, cookie: a } }",
                "conflict 1:75"
            ),
            ("allow-hosts: 127.0.0.1", "wrong-type 1:14"), ("allow-hosts: [\"127.0.0.1:8888\"]", "invalid-value 1:15"),
            ("allow-hosts: [\"http://a\"]", "invalid-value 1:15"), ("allow-hosts: [\"[::1]\"]", "invalid-value 1:15"),
            ("allow-hosts: [\"a b\"]", "invalid-value 1:15"), ("allow-hosts: [\"\"]", "invalid-value 1:15"),
            ("proxy: 127.0.0.1", "invalid-value 1:8"), ("proxy: \"socks5://a:1\"", "invalid-value 1:8"),
            ("proxy: \"http://a:1/x\"", "invalid-value 1:8"), ("proxy: \"http://u:p@a:1\"", "invalid-value 1:8"),
            ("sockets: [/run/x]", "wrong-type 1:10"), ("sockets: { \"http://a:1\": run/x }", "invalid-value 1:26"),
            ("sockets: { \"https://a:1\": /run/x }", "invalid-value 1:12"),
            ("sockets: { \"http://a:1/x\": /run/x }", "invalid-value 1:12"),
            ("sockets: { a: /run/x }", "invalid-value 1:12"),
            ("error-callbacks: { dashwalet: shown }", "unknown-name 1:20"),
            ("error-callbacks: { bitcoin: shown }", "unknown-name 1:20"),
            ("error-callbacks: { dashwallet: all }", "unknown-name 1:32"),
            ("error-callbacks: shown", "wrong-type 1:18"),
            ("sandbox: { senders: [1app] }", "invalid-value 1:22"), ("sandbox: { senders: demo }", "wrong-type 1:21"),
            ("instant-send: { dash: true }", "unknown-name 1:23"), ("instant-send: { bitcoin: on }", "conflict 1:26"),
            ("ask-passcode: [payment]", "unknown-name 1:16"), ("pinentry: pinentry", "invalid-value 1:11"),
            ("pinentry: \"/bin/a\\tb\"", "invalid-value 1:11"), ("dash: *x", "alias 1:7"),
        ])
    func refused(text: String, expected: String) throws {
        #expect(try mistakes(text).map(\.brief) == [expected])
    }

    @Test("A coin that is misspelt gets its likely name")
    func suggestion() throws {
        #expect(try mistakes("networks: { dsah: { use: sandbox } }").first?.suggestion == "dash")
    }

    @Test(
        "S8: no hint or place repeats a secret that was written where another value belongs",
        arguments: [
            "senders: { allow: \"SECRET\" }\n", "ask-passcode: SECRET\n",
            "networks: { \"SECRET\": { use: sandbox } }\n",
            "networks: { dash: { use: electrum, servers: \"SECRET\" } }\n", "plugins: { x: \"SECRET\" }\n",
            "plugins: { SECRET: x }\n", "limits: { SECRET: { per-day: 1 } }\n", "SECRET: 1\n",
        ])
    func secrets(text: String) throws {
        for secret in [
            "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8", "f6e504bfad60b485450578e05678ed37",
            "zebra pelican actress acid alley ability able about above absent absorb abstract",
        ] {
            let found = try mistakes(text.replacing("SECRET", with: secret))
            #expect(!found.isEmpty)
            for one in found {
                let said = [one.text, one.message, one.hint ?? "", one.suggestion ?? ""] + one.path
                #expect(!said.contains { $0.contains(secret.prefix(20)) }, "\(one)")
            }
        }
    }

    @Test("S7: the file must be private, and need not be there")
    func load() throws {
        let scratch = try Scratch()
        let routes = try Self.routes()
        #expect(try PersonalConfiguration.load(path: scratch.path("none"), routes: routes) == PersonalConfiguration())
        let path = try scratch.write("networks: { dash: { use: sandbox } }\n", "config.yaml", mode: 0o600)
        #expect(try PersonalConfiguration.load(path: path, routes: routes).networks["dash"]?.use.isPractice == true)
        _ = try scratch.write("", "config.yaml", mode: 0o644)
        #expect(throws: DescriptorErrors.self) { try PersonalConfiguration.load(path: path, routes: routes) }
    }
}
