/// The ranges of addresses that are not the public internet (IANA's registries of special-purpose addresses).
enum SpecialRange {
    /// What `address` is instead of public; nil where it is public.
    static func name(of address: IPAddress) -> String? {
        // A name has no honest reason to lead to the mapped form. Networks without version 4 use the translated one.
        if address.isMapped { return "an address of version 4 in disguise" }
        let address = address.embedded ?? address
        if let special = all.first(where: { $0.range.contains(address) }) { return special.name }
        // Of version 6 only one eighth is given out; whatever the rest becomes, it is not public today.
        guard address.bytes.count == 4 || address.bytes[0] & 0xE0 == 0x20 else { return "a reserved address" }
        return nil
    }

    private static let all: [(range: AddressRange, name: String)] = [
        ("0.0.0.0/8", "an address of this computer"),
        ("10.0.0.0/8", "an address of a private network"),
        ("100.64.0.0/10", "an address of a provider's inner network"),
        ("127.0.0.0/8", "an address of this computer"),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "an address of a private network"),
        ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", "an address for documentation"),
        ("192.88.99.0/24", "a reserved address"),
        ("192.168.0.0/16", "an address of a private network"),
        ("198.18.0.0/15", "an address for measurements"),
        ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
        ("::/127", "an address of this computer"),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "an address of a private network"),
        ("fc00::/7", "an address of a private network"),
        ("ff00::/8", "a multicast address"),
        ("2001::/23", "a reserved address"),
        ("2001:db8::/32", "an address for documentation"),
        ("2002::/16", "an address of a tunnel"),
        ("3fff::/20", "an address for documentation"),
    ].compactMap { text, name in AddressRange(text).map { ($0, name) } }
}
