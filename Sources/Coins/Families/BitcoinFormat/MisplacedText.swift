import RouterBytes

/// What stands where an address should be but is recognisably something else, by its beginning: for a hint that names the
/// mistake. Nothing is paid by it.
package struct MisplacedText: Sendable {
    /// What it is, as in “This is …”.
    package let name: String
    /// What the link would be instead, or who can pay it.
    package let advice: String
    /// Whether it is a payload of links: an invoice, an offer or an LNURL.
    package let isPayload: Bool

    /// Nil if the text looks like nothing else.
    package init?(_ text: String) {
        let folded = text.lowercased()
        let bytes = folded.utf8
        isPayload = bytes.starts(with: "ln".utf8)
        if let known = Self.prefixes.first(where: { bytes.count > $0.0.utf8.count + 6 && bytes.starts(with: $0.0.utf8) }
        ) {
            (name, advice) = (known.1, known.2)
        } else if bytes.count == 42, bytes.starts(with: "0x".utf8),
            bytes.dropFirst(2).allSatisfy({ $0.hexDigitValue != nil })
        {
            name = "an address of Ethereum or a chain like it (EVM)"
            advice = "Its links begin with “ethereum:”."
        } else if bytes.count == 64, bytes.allSatisfy({ $0.hexDigitValue != nil }) {
            name = "64 hexadecimal digits: a key or the id of a transaction"
            advice = "Give a private key to nobody."
        } else if bytes.count == 80, ["VJL", "VTp", "VTq"].contains(where: { text.utf8.starts(with: $0.utf8) }) {
            (name, advice) = ("an address of Liquid", "Only wallets of Liquid can pay it.")
        } else if text.contains("&") {
            name = "an address with “&” behind it"
            advice = "The first parameter follows “?”, not “&”."
        } else {
            return nil
        }
    }

    /// Lower-case beginnings, the longest of those that begin alike first.
    private static let prefixes: [(String, String, String)] = {
        let invoice = ("a Lightning invoice", "Its links begin with “lightning:”.")
        let mweb = ("a private (MWEB) address", "Only a wallet with MWEB can pay it.")
        let silent = (
            "a silent payment address", "It belongs into “?sp=…”, and only wallets with silent payments pay it."
        )
        let liquid = ("an address of Liquid", "Only wallets of Liquid can pay it.")
        let platform = ("a Dash Platform address (DIP-18)", "Only a wallet with Platform credits can pay it.")
        return [
            ("dash1", platform.0, platform.1), ("tdash1", platform.0, platform.1),
            ("lnurl1", "an LNURL, which a wallet asks a server about", "Its links begin with “lightning:”."),
            ("lnbcrt", invoice.0, invoice.1), ("lnbc", invoice.0, invoice.1), ("lntb", invoice.0, invoice.1),
            ("lno1", "a Lightning offer", "Its links begin with “lightning:”."),
            ("ltcmweb1", mweb.0, mweb.1), ("tmweb1", mweb.0, mweb.1), ("sp1", silent.0, silent.1),
            ("tsp1", silent.0, silent.1),
            ("lq1", liquid.0, liquid.1), ("ex1", liquid.0, liquid.1), ("tlq1", liquid.0, liquid.1),
        ]
    }()
}
