/// A key of config.yaml. The reader takes no others, and schemerouter-config(5) lists each with what it says here.
package struct SettingKey: Sendable {
    package let name: String
    /// How its value is written: words in capitals stand for what a person fills in.
    package let form: String
    /// What it does, and what holds without it.
    package let text: String
    /// The keys in its value; empty if that has none of its own.
    package let keys: [SettingKey]

    init(_ name: String, _ form: String, _ text: String, keys: [SettingKey] = []) {
        (self.name, self.form, self.text, self.keys) = (name, form, text, keys)
    }
}

extension [SettingKey] {
    var names: [String] { map(\.name) }

    /// The key with this name, which must exist.
    subscript(name: String) -> SettingKey {
        guard let key = first(where: { $0.name == name }) else {
            preconditionFailure("config.yaml has no key “\(name)” here")
        }
        return key
    }
}

/// All keys of config.yaml, in the order of its manual page.
package enum SettingTable {
    package static let file: [SettingKey] = [
        SettingKey(
            "networks", "{ COIN: { use: KIND, … } }",
            "Where the money of each coin is. A coin that is not named has no network and cannot be paid from here.",
            keys: network),
        SettingKey(
            "limits", "{ COIN: { payment: \"AMOUNT\", day: \"AMOUNT\" } }",
            "The most that may be paid, fees included. What exceeds it, or cannot be counted, is refused without a question.",
            keys: [
                SettingKey("payment", "\"AMOUNT\"", "The most in one payment, in whole coins. Without it: no limit."),
                SettingKey("day", "\"AMOUNT\"", "The most in 24 hours, in whole coins. Without it: no limit."),
            ]),
        SettingKey(
            "senders", "{ allow: [NAME, …] }", "Who may receive anything.",
            keys: [
                SettingKey(
                    "allow", "[NAME, …]",
                    "Schemes of apps, such as shop, and servers, such as \"https://dapp.example\". Links of all others are "
                        + "refused. Without it: everybody who passes the checks.")
            ]),
        SettingKey(
            "hand-over", "[ { coin: COIN, to: PROGRAM, … }, … ]",
            "Which wallet receives a link. The first rule that matches decides; without one, the program that had the scheme "
                + "comes first.", keys: handOver),
        SettingKey(
            "fees", "{ COIN: FEE }",
            "The fee of your payments: slow, normal, fast, or a rate in the coin's smallest unit per 1,000 bytes. Without it: "
                + "normal."),
        SettingKey(
            "ask-passcode", "[address]",
            "Requests that need the passcode besides payments and keys. Without it: an address is confirmed."),
        SettingKey(
            "instant-send", "{ COIN: on or off }",
            "Whether payments of the coin ask for InstantSend. Without it: on, for coins that have it."),
        SettingKey(
            "sandbox", "{ senders: [NAME, …] }", "Practice money.",
            keys: [
                SettingKey(
                    "senders", "[NAME, …]",
                    "Who receives answers about practice money: schemes of apps, and servers as \"https://HOST\". Without it: nobody."
                )
            ]),
        SettingKey(
            "paths", "{ COIN: \"44'/NUMBER'\" }",
            "Another BIP44 coin type for the coin's keys. Two coins with real networks must not share one, as Dash and Axe do."
        ),
        SettingKey(
            "error-callbacks", "{ SCHEME: shown or off }",
            "Whether the requesting app is also told when a request that you saw was not carried out. Without it: off."),
        SettingKey(
            "raw-payload", "[SCHEME, …]",
            "Dapps whose answers are not percent-encoded in the link, because old Android SDKs read no others."),
        SettingKey(
            "proxy", "\"socks5h://HOST:PORT\"",
            "The proxy for all connections that leave this computer; it looks up all names. Also http:// and https://. Without "
                + "it: none."),
        SettingKey(
            "allow-hosts", "[HOST, …]",
            "Hosts on this computer or in your own network to which dapps may have results posted. Without it: none."),
        SettingKey(
            "sockets", "{ \"http://HOST:PORT\": PATH }",
            "A server on this computer that listens on a Unix socket, by the name under which other settings know it. Also "
                + "tcp://."),
        SettingKey(
            "pinentry", "PATH",
            "The program that asks you, by its whole path. Without it: the window of schemerouter-window, "
                + "/usr/bin/pinentry, or your terminal."),
        SettingKey(
            "plugins", "{ NAME: PATH }",
            "Programs that read the links of descriptors which name them, each by its whole path."),
    ]

    /// The keys of all kinds of networks. `use` decides which of the others a network takes.
    package static let network: [SettingKey] = [
        SettingKey("use", "KIND", "The kind of network."),
        SettingKey(
            "network", "main, test or regtest", "Which of the coin's networks; Monero has stage, too. Without it: main."
        ),
        SettingKey("url", "\"URL\"", "Where the node or the wallet program listens."),
        SettingKey("cookie", "PATH", "The file with the login that a node writes when it starts."),
        SettingKey("user", "NAME", "The name of the login, where there is no cookie."),
        SettingKey("password-file", "PATH", "A file with only the password of that login."),
        SettingKey("wallet", "NAME", "The node's wallet that pays, with its own keys. Without it: your keys here pay."),
        SettingKey(
            "servers", "[\"ssl://HOST:PORT\", …]",
            "Electrum servers, in the order in which they are tried. Also tcp://."),
        SettingKey(
            "account", "NAME or NUMBER", "Your account on the chain, or the number of the wallet program's account."),
        SettingKey("permission", "NAME", "The permission that signs. Without it: active."),
        SettingKey("chain", "ID", "The id of the chain, 64 hexadecimal digits. Without it: the coin's own."),
    ]

    /// The kinds of networks, by the names after `use:`.
    package static let kinds: [(name: String, text: String)] = [
        ("sandbox", "Practice money in a file on your disk. “router sandbox on COIN” writes this setting."),
        ("core-rpc", "Your own full node."),
        ("electrum", "Electrum servers."),
        ("nodeos", "A node of a chain with named accounts."),
        ("monero-rpc", "Your own monero-wallet-rpc."),
    ]

    private static let handOver: [SettingKey] = [
        SettingKey("scheme", "SCHEME", "Only links of this scheme."),
        SettingKey("coin", "COIN", "Only links of this coin."),
        SettingKey("network", "main, test or regtest", "Only links of this network."),
        SettingKey("at-least", "\"AMOUNT\"", "Only payments of at least this amount, in whole coins."),
        SettingKey("below", "\"AMOUNT\"", "Only payments below this amount, in whole coins."),
        SettingKey("grammar", "other", "Only links of the scheme that are no payments, such as dash:python:os."),
        SettingKey(
            "to", "PROGRAM", "Who gets them: a desktop id, such as electrum; router for this wallet; or ask. Required."),
        SettingKey(
            "ask", "yes or no", "Whether you are asked first. “no” is only for “grammar: other”. Without it: yes."),
        SettingKey(
            "reads", "[NAME, …]",
            "The parameters that the program is known to read, or bip321: then it gets links with them unchanged."),
    ]
}
