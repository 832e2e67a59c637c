import RouterConfiguration
import RouterNetworkBackend
import RouterNetworks
import SchemeRouter

/// The page schemerouter-config(5), generated from the table of keys that the reader of config.yaml has.
enum ConfigurationPage {
    static func lines(share: String) -> [String] {
        [
            Roff.section("NAME"), "schemerouter\\-config \\- your settings for answering wallet links",
            Roff.section("SYNOPSIS"), Roff.italic("~/.config/schemerouter/config.yaml"),
            Roff.section("DESCRIPTION"),
            Roff.text(
                """
                A file in YAML that you write yourself, readable by you only (chmod 600). It alone can name a network, a \
                program or a sender, or raise a limit; no link and no descriptor can. Files in config.d beside it whose names \
                end in .yaml are read afterwards; they contain only “limits” and “senders”, and can only tighten them. Every \
                key is optional. “router check” reports each mistake with its line and column; an unknown key is one.
                """), ".PP",
            Roff.text("\(share)/doc/schemerouter/Documentation/settings.md explains the settings with examples."),
            Roff.section("EXAMPLE"), ".nf", ".RS",
        ] + example.map(Roff.text) + [".RE", ".fi"] + section("KEYS", SettingTable.file) + kinds
            + SettingTable.file.filter { !$0.keys.isEmpty }.flatMap { section("KEYS OF \($0.name)", $0.keys) }
            + [Roff.section("SEE ALSO"), ".BR router (1),", ".BR schemerouter\\-schemes (5)"]
    }

    private static let example = [
        "networks:", "  dash: { use: sandbox }",
        "  litecoin: { use: electrum, servers: [\"ssl://server.example:50002\"] }",
        "sandbox: { senders: [shop] }", "limits: { litecoin: { payment: \"10\", day: \"25\" } }",
        "hand-over:", "  - { coin: bitcoin, to: electrum }",
    ]

    private static func section(_ title: String, _ keys: [SettingKey]) -> [String] {
        [Roff.section(title)]
            + keys.flatMap { Roff.item("\(Roff.bold($0.name)): \(Roff.text($0.form))", $0.text) }
    }

    /// What may follow `use:`, and which keys each kind of network takes.
    private static var kinds: [String] {
        var lines = [Roff.section("KINDS OF NETWORKS")]
        for kind in SettingTable.kinds {
            let keys = [any NetworkUse.Type](NetworkList.all.filter { $0.name == kind.name }).keys
            lines += Roff.item("use: \(Roff.bold(kind.name))", "\(kind.text) Keys: \(keys.joined(separator: ", ")).")
        }
        return lines
    }
}
