/// The address ranges that are not the public internet (IANA's registries of special-purpose addresses).
package enum SpecialRange {
    /// The name of the special range of `address`; nil if it is public.
    package static func name(of address: IPAddress) -> String? {
        // A name has no honest reason to resolve to the mapped form. Networks without IPv4 use the translated one.
        if address.isMapped { return "an IPv4-mapped address" }
        let address = address.embedded ?? address
        if let special = all.first(where: { $0.range.contains(address) }) { return special.name }
        // Only one eighth of IPv6 is assigned; whatever the rest becomes, it is not public today.
        guard address.bytes.count == 4 || address.bytes[0] & 0xE0 == 0x20 else { return "a reserved address" }
        return nil
    }

    /// Whether `address` belongs to this computer.
    package static func isThisComputer(_ address: IPAddress) -> Bool {
        // The mapped form of such an address belongs to it too.
        name(of: address.embedded ?? address) == thisComputer
    }

    /// Whether `address` may belong to this computer or a network around it, or has no meaning on the public internet.
    /// Documentation addresses lead nowhere.
    package static func isLocal(_ address: IPAddress) -> Bool {
        name(of: address).map { $0 != documentation } ?? false
    }

    private static let thisComputer = "an address of this computer"
    private static let documentation = "an address for documentation"

    private static let all: [(range: AddressRange, name: String)] = [
        ("0.0.0.0/8", thisComputer),
        ("10.0.0.0/8", "an address of a private network"),
        ("100.64.0.0/10", "a carrier-grade NAT address"),
        ("127.0.0.0/8", thisComputer),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "an address of a private network"),
        ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", documentation),
        ("192.88.99.0/24", "a reserved address"),
        ("192.168.0.0/16", "an address of a private network"),
        ("198.18.0.0/15", "an address for benchmarks"),
        ("198.51.100.0/24", documentation),
        ("203.0.113.0/24", documentation),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
        ("::/127", thisComputer),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "an address of a private network"),
        ("fc00::/7", "an address of a private network"),
        ("ff00::/8", "a multicast address"),
        ("2001::/23", "a reserved address"),
        ("2001:db8::/32", documentation),
        ("2002::/16", "an address of a tunnel"),
        ("3fff::/20", documentation),
    ].compactMap { text, name in AddressRange(text).map { ($0, name) } }
}
