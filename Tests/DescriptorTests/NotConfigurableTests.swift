import Foundation
import Testing

@testable import SchemeRouter

/// S3, S7: what a descriptor can never say, it has no word for.
@Suite struct NotConfigurableTests {
    /// Whether to ask, what `req-` means, who may not be called, limits upward, how often to decode, programs, endpoints,
    /// logs and the wording of consent.
    static let keys = [
        "ask", "confirm", "consent", "policy", "remember", "req", "unknown", "duplicates", "denylist", "allow",
        "senders", "decode", "max-length", "limits", "program", "exec", "command", "shell", "library", "path", "rpc",
        "server", "servers", "endpoint", "host", "cookie", "password", "passcode", "keystore", "seed", "log", "wording",
        "text", "network", "sandbox", "pinentry", "plugins",
    ]

    /// A place at each level of the format, and the words to put a key there.
    static let places = [
        ("version: 1\n", "version: 1\nKEY: 1\n"), ("    ticker: FTC\n", "    ticker: FTC\n    KEY: 1\n"),
        ("{ min: 1000,", "{ KEY: 1, min: 1000,"), ("    networks:\n", "    networks:\n      KEY: {}\n"),
        ("p2pkh: 14,", "KEY: 1, p2pkh: 14,"), ("like: test", "like: test, KEY: 1"),
        ("    title: Feather Wallet\n", "    title: Feather Wallet\n    KEY: 1\n"),
        ("    actions:\n", "    actions:\n      KEY: {}\n"), ("      payment:\n", "      payment:\n        KEY: 1\n"),
        ("        params:\n", "        params:\n          KEY: text\n"), ("required: true,", "KEY: 1, required: true,"),
        ("url: featherwallet:pay=x\n", "url: featherwallet:pay=x\n        KEY: 1\n"),
        ("{ action: address }", "{ action: address, KEY: 1 }"),
    ]

    @Test("No level of a descriptor has such a key", arguments: keys)
    func descriptor(key: String) {
        for (old, new) in Self.places {
            #expect(MistakeCorpus.good.contains(old))
            let text = MistakeCorpus.good.replacing(old, with: new.replacing("KEY", with: key), maxReplacements: 1)
            let found = mistakes(.shipped, file(text))
            #expect(found.contains { $0.code == .unknownKey || $0.code == .unknownName }, "\(new)")
        }
        for amendment in ["coins: { dash: { KEY: 1 } }", "schemes: { dashwallet: { KEY: 1 } }"] {
            let text = "version: 1\n" + amendment.replacing("KEY", with: key) + "\n"
            #expect(mistakes(.shipped, file(text)).map(\.code) == [.unknownKey])
        }
    }

    @Test("The JSON schema has no such property, and no object that takes any key")
    func schema() throws {
        let url = repository.appending(path: "schemes.schema.json")
        let schema = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        var properties: Set<String> = []
        var open = 0
        func walk(_ value: Any) {
            if let list = value as? [Any] { list.forEach(walk) }
            guard let object = value as? [String: Any] else { return }
            if let own = object["properties"] as? [String: Any] {
                properties.formUnion(own.keys)
                own.values.forEach(walk)
                if object["type"] as? String == "object", object["additionalProperties"] as? Bool != false { open += 1 }
            }
            for (key, part) in object where !["properties", "required", "enum"].contains(key) { walk(part) }
        }
        // What links look like has words of its own: the path of a link is not the path of a program.
        var definitions = try #require(schema["definitions"] as? [String: Any])
        let ofLinks = definitions.filter { $0.key.hasPrefix("link") || $0.key == "address-form" }
        for name in ofLinks.keys { definitions[name] = nil }
        #expect(
            Set(ofLinks.keys) == [
                "address-form", "links", "link-keys", "link-amounts", "link-form", "link-page", "link-parameter",
                "link-value",
            ])
        walk(ofLinks)
        #expect(open == 0)
        properties = []
        var own = schema
        own["definitions"] = definitions
        walk(own)
        #expect(open == 0)
        #expect(properties.isDisjoint(with: Self.keys))
        // Every word of the format: a new one is added here by somebody who has thought of S3 and S7.
        #expect(
            properties.sorted() == [
                "IS", "account", "account-chain", "action", "actions", "address", "address-network", "addresses",
                "aliases", "amount", "ask-server", "bech32", "beginning", "bip44", "callbacks", "chain-id", "channel",
                "claim", "coin", "coinbase-maturity", "coins", "contact", "decimals", "delegate", "dust", "enabled",
                "error", "examples", "extends", "fee-per-kb", "genesis", "grammar", "hand-over", "height", "high",
                "is", "label", "like", "line", "lines", "link", "links", "lock", "login", "main", "mark",
                "master-public-key", "max", "max-money", "message", "min", "mixing-account", "name", "networks",
                "normal", "old-account", "op_return", "open-dapp", "open-home", "otherwise", "p2pkh", "p2sh",
                "params", "pay", "payment", "plugin", "pop", "prefix", "r", "regtest", "replaces", "request",
                "required", "scan-qr", "schemes", "sender", "sign", "test", "ticker", "title", "transaction",
                "transactions", "transfer", "type", "unit", "unless", "upgrade", "url", "values", "version", "why",
                "wif", "withdraw", "xprv", "xpub",
            ])
    }
}
