import Glibc

extension LineServer {
    /// The computer that the host names, in one spelling for all: servers with the same one are one server, which cannot
    /// confirm its own word (S16).
    ///
    /// The same are capital and small letters, a name with and without the final dot, the spellings of an IPv4 address
    /// (`127.1`, `0x7f000001`, `::ffff:127.0.0.1`) or IPv6 address, and all names and addresses of this computer, those of
    /// its network interfaces, too. Whether two other names lead to one computer is not known without asking.
    package var computer: String {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        while name.hasSuffix(".") { name.removeLast() }
        guard let address = IPAddress(anySpelling: name) else {
            let isThis = Self.ownNames.contains(name) || name.hasSuffix(".\(Self.thisComputer)")
            return isThis ? Self.thisComputer : name
        }
        let real = address.embedded ?? address
        let isThis = SpecialRange.isThisComputer(real) || OwnAddresses.contain(real)
        return isThis ? Self.thisComputer : real.description
    }

    private static let thisComputer = "localhost"

    /// The names of this computer: those that systems write into `/etc/hosts`, and its own with and without a domain.
    private static let ownNames: Set<String> = {
        var names: Set<String> = [
            thisComputer, "localhost4", "localhost6", "ip6-localhost", "ip6-loopback", "localhost.localdomain",
            "localhost4.localdomain4", "localhost6.localdomain6",
        ]
        var text = [CChar](repeating: 0, count: 256)
        // The last byte stays zero, even if the name is longer.
        guard unsafe gethostname(&text, 255) == 0 else { return names }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let whole = String(decoding: bytes, as: UTF8.self).lowercased()
        // A numeric name is an address, and its first part names nothing.
        guard let short = whole.split(separator: ".").first.map({ String($0) }), IPAddress(whole) == nil else {
            return names
        }
        names.formUnion([whole, short, "\(short).local", "\(short).localdomain"])
        return names
    }()
}

extension IPAddress {
    /// Reads an address in any spelling that C programs accept, such as `127.1` or `0x7f000001` (inet_aton).
    fileprivate init?(anySpelling text: String) {
        if let address = IPAddress(text) {
            self = address
            return
        }
        var four = in_addr()
        // inet_aton ignores what follows a space.
        guard !text.utf8.contains(where: { $0 <= 0x20 }), unsafe inet_aton(text, &four) == 1 else { return nil }
        self.init(four)
    }
}
