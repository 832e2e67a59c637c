import Foundation
import Testing

@testable import SchemeRouter

@Suite struct ShippedDescriptorTests {
    /// The coins of `chainparams.json` by the names of `schemes.yaml`.
    static let names: [CoinID: String] = [
        "dash": "dash", "axe": "axe", "bitcoin": "btc", "litecoin": "ltc", "dogecoin": "doge",
    ]

    static func load() throws -> RouteTable {
        do throws(DescriptorErrors) {
            return try RouteTable.load([.shipped])
        } catch {
            Issue.record("\(error.text)")
            throw error
        }
    }

    @Test("No shipped scheme takes more than 20 lines, without its examples and comments")
    func length() throws {
        let text = try String(contentsOf: repository.appending(path: "schemes.yaml"), encoding: .utf8)
        let section = try #require(text.range(of: "\nschemes:\n"))
        var (lines, name, isExample) = ([String: Int](), "", false)
        for line in text[section.upperBound...].split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count
            if line.dropFirst(depth).hasPrefix("#") { continue }
            if depth == 2 { (name, isExample) = (String(line), false) }
            if depth == 4 { isExample = line.hasPrefix("    examples:") }
            if !isExample { lines[name, default: 0] += 1 }
        }
        #expect(lines.count == (try Self.load()).schemes.count)
        for (name, count) in lines { #expect(count <= 20, "\(name)") }
    }

    @Test("The shipped coins have the numbers of the coins' own nodes", arguments: names.keys.sorted())
    func numbers(id: CoinID) throws {
        let url = repository.appending(path: "Tests/Vectors/dash-axe/chainparams.json")
        let vectors = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        let coins = try #require(vectors?["coins"] as? [String: [String: Any]])
        let expected = try #require(Self.names[id].flatMap { coins[$0] })
        let table = try Self.load()
        #expect(table.coins.values.filter { $0.addressLedger != nil }.count == coins.count)
        let coin = try #require(table.coins[id])
        #expect(coin.decimals == expected["decimals"] as? Int)
        let maxMoney = try #require(expected["maxMoney"] as? Int)
        #expect(coin.text(coin.maxMoney) == "\(maxMoney) \(coin.ticker)")
        #expect(coin.dust.units == expected["dustP2PKH"] as? Int64)
        #expect(coin.addressLedger?.feePerKB.min.units == expected["minRelayPerKB"] as? Int64)
        #expect(coin.hasLock == (expected["instantSend"] as? String == "automatic"))
        let networks = try #require(expected["networks"] as? [String: [String: Any]])
        for kind in NetworkKind.allCases {
            let network = try #require(coin.networks[kind])
            let numbers = try #require(network.numbers)
            let values = try #require(networks[kind.rawValue])
            #expect(Int(numbers.p2pkh) == values["p2pkh"] as? Int)
            #expect(Int(numbers.p2sh[0]) == values["p2sh"] as? Int)
            #expect(Int(numbers.wif) == values["wif"] as? Int)
            let (xpub, xprv) = (try #require(values["pub"] as? String), try #require(values["prv"] as? String))
            #expect(numbers.xpub == UInt32(xpub, radix: 16))
            #expect(numbers.xprv == UInt32(xprv, radix: 16))
            #expect(network.bech32 == values["hrp"] as? String)
            #expect(Int(network.coinType) == values["coinType"] as? Int)
        }
        #expect(coin.networks[.main]?.numbers?.p2sh.dropFirst().first.map { Int($0) } == expected["p2shLegacy"] as? Int)
    }

    @Test(
        "S16: each coin has a ceiling of its own, and warns below it",
        arguments: [
            ("bitcoin", 100_000, 1_500_000), ("litecoin", 100_000, 1_000_000), ("dash", 10_000, 100_000),
            ("axe", 10_000, 100_000), ("dogecoin", 100_000_000, 1_000_000_000),
        ] as [(CoinID, Int64, Int64)])
    func feeCaps(id: CoinID, high: Int64, max: Int64) throws {
        let fees = try #require(try Self.load().coins[id]?.addressLedger).feePerKB
        #expect(fees.high.units == high && fees.max.units == max)
    }

    @Test("New money of Dogecoin waits for 240 blocks, all others for 100")
    func maturity() throws {
        for coin in try Self.load().coins.values where coin.addressLedger != nil {
            #expect(coin.addressLedger?.coinbaseMaturity == (coin.id == "dogecoin" ? 240 : 100))
        }
    }

    @Test("All schemes are answered")
    func schemes() throws {
        let table = try Self.load()
        #expect(table.schemes.filter(\.isEnabled).count == table.schemes.count)
        #expect(
            table.schemes.map(\.name) == [
                "algorand", "aopp", "axe", "axewallet", "bank", "bchreg", "bchtest", "bitcoin", "bitcoincash", "dash",
                "dash-key", "dash-st", "dashpay", "dashwallet", "dogecoin", "ecash", "ectest", "esr", "eth", "ethereum",
                "kaspa", "kaspadev", "kaspasim", "kaspatest", "keyauth", "lightning", "liquidnetwork", "liquidtestnet",
                "litecoin", "lnurla", "lnurlc", "lnurlp", "lnurlw", "metamask", "monero", "mykey", "nano", "nanoseed",
                "nostr+walletconnect", "nostrnwc", "pay", "payto", "ripple", "simplewallet", "solana", "substrate",
                "taler", "taler+http", "ton", "tron", "upi", "ur", "wc", "web+cardano", "web+esr", "web+stellar", "xrp",
                "xrpl", "zcash",
            ])
        #expect(table.schemes.filter { $0.coins == ["eos"] }.map(\.name) == ["mykey", "simplewallet"])
        let scheme = try #require(table.scheme(named: "dashwallet".utf8))
        #expect(scheme.coins == ["dash"] && scheme.callbacks == "dash-family" && scheme.grammar == .authorityParameters)
        #expect(scheme.actions.keys == [.payment, .address, .masterPublicKey, .scanQR])
        // Every parameter that the engine knows is read somewhere, and what it cannot do without is required.
        let rules = scheme.actions.values.joined()
        #expect(Set(rules.map(\.name)) == Set(ParameterName.allCases).subtracting([.proofOfPayment]))
        #expect(Set(rules.filter(\.isRequired).map(\.name)) == [.pay, .request, .sender])
        #expect(scheme.examples.count >= 5)
        #expect(table.scheme(named: "axewallet".utf8)?.actions == scheme.actions)
    }

    @Test(
        "Links of BIP21 have the parameters of the BIP; a lock where the coin has it, a sender where it gets a reply"
    )
    func bip21() throws {
        let table = try Self.load()
        let bip: Set<ParameterName> = [.amount, .label, .message, .paymentRequest, .proofOfPayment]
        for name in ["bitcoin", "litecoin", "dogecoin", "dash", "axe", "pay"] {
            let scheme = try #require(table.scheme(named: name.utf8))
            let rules = try #require(scheme.actions[.payment])
            let own: Set<ParameterName> = scheme.callbacks == nil ? [] : [.lock, .sender, .data]
            #expect(Set(rules.map(\.name)) == bip.union(own) && scheme.actions.keys == [.payment], "\(name)")
            #expect(rules.filter(\.isRequired).isEmpty)
        }
        let pay = try #require(table.scheme(named: "pay".utf8))
        #expect(pay.coins == ["dash", "axe"])
    }

    @Test("The built-in bytes are those of schemes.yaml")
    func embedded() throws {
        let bytes = try Data(contentsOf: repository.appending(path: "schemes.yaml"))
        #expect(DescriptorFile.shipped.bytes == Array(bytes))
    }

    @Test(
        "S4: every configured scheme is our own, whatever its case",
        arguments: ["dashwallet", "DashWallet", "PAY", "mykey"])
    func ownSchemes(name: String) throws {
        let table = try Self.load()
        #expect(table.isOwnScheme(name))
        #expect(table.scheme(named: Array(name.utf8))?.name == name.lowercased())
        #expect(table.scheme(named: Array(name.utf8)[...])?.name == name.lowercased())
    }

    @Test(
        "What is not configured is not found",
        arguments: [
            "", "dashwalle", "dashwallets", "dashwallet\0", "dash wallet", "daſhwallet", "web\u{B}stellar",
            String(repeating: "d", count: 99),
        ])
    func foreignSchemes(name: String) throws {
        let table = try Self.load()
        #expect(!table.isOwnScheme(name))
        #expect(table.scheme(named: name.utf8) == nil)
    }

    @Test("The beginning of a scheme is another scheme")
    func beginnings() throws {
        let name = "abcdefghijklmnopqrstuvwxyz012345"
        let text = "version: 1\nschemes: { \(name): { title: A, grammar: bip21, enabled: false } }\n"
        let table = try RouteTable.load([file(text)])
        #expect(table.isOwnScheme(name))
        for length in 0..<name.utf8.count { #expect(!table.isOwnScheme(name.prefix(length))) }
    }

    @Test("Each of 1,000 schemes and their aliases is found")
    func manySchemes() throws {
        let text =
            "version: 1\nschemes:\n"
            + (0..<1_000).map {
                "  s\($0): { title: S, grammar: bip21, enabled: false, aliases: [a\($0).x] }\n"
            }.joined()
        let table = try RouteTable.load([file(text)])
        for number in 0..<1_000 {
            #expect(table.scheme(named: "S\(number)".utf8)?.name == "s\(number)")
            #expect(table.scheme(named: "a\(number).X".utf8)?.name == "s\(number)")
        }
        #expect(table.scheme(named: "s1000".utf8) == nil)
    }
}
