import Glibc

/// An IPv4 (4 bytes) or IPv6 (16 bytes) address, most significant byte first.
package struct IPAddress: Sendable, Equatable, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(_ address: in_addr) {
        // 4 bytes in network order.
        bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    }

    package init(_ address: in6_addr) {
        // 16 bytes in network order, which Swift imports as a union.
        bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    }

    /// Reads `192.0.2.1` or `2001:db8::1`; nil for anything else, including abbreviations such as `127.1`.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(four)
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The IPv4 address that an IPv6 address represents, mapped (RFC 4291, 2.5.5.2) or translated by the network
    /// (RFC 6052); nil for others.
    package var embedded: IPAddress? {
        guard Self.mapped?.contains(self) == true || Self.translated?.contains(self) == true else { return nil }
        return IPAddress(bytes: Array(bytes.suffix(4)))
    }

    /// Whether it is an IPv4-mapped IPv6 address.
    package var isMapped: Bool { Self.mapped?.contains(self) == true }

    private static let mapped = AddressRange("::ffff:0.0.0.0/96")
    private static let translated = AddressRange("64:ff9b::/96")

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        unsafe inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// All addresses with a common prefix, such as `10.0.0.0/8`.
package struct AddressRange: Sendable, Equatable {
    private let first: IPAddress
    private let length: Int

    /// Reads an address with a prefix length, which is the full length by default. Nil if `text` is neither, or has
    /// bits set beyond the prefix: one of its two parts is then a mistake.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let bits = address.bytes.count * 8
        first = address
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]), length <= bits
            else {
                return nil
            }
            self.length = length
        } else {
            length = bits
        }
        let rest = address.bytes.enumerated().contains { index, byte in byte & ~mask(index) != 0 }
        guard !rest else { return nil }
    }

    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        return address.bytes.indices.allSatisfy { (address.bytes[$0] ^ first.bytes[$0]) & mask($0) == 0 }
    }

    /// The bits of the byte at `index` that belong to the prefix.
    private func mask(_ index: Int) -> UInt8 {
        let bits = min(8, max(0, length - index * 8))
        return bits == 0 ? 0 : ~UInt8(0) << UInt8(8 - bits)
    }
}

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

/// The addresses of this computer's network interfaces.
enum OwnAddresses {
    /// Whether an interface has this address now. Interfaces come and go, so each question asks the system.
    static func contain(_ address: IPAddress) -> Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return false }
        defer { unsafe freeifaddrs(first) }
        var next = unsafe first
        // The list is freed only after its last element was read, and no pointer leaves this function.
        while let interface = unsafe next {
            if let found = unsafe self.address(interface.pointee.ifa_addr), found == address { return true }
            unsafe next = interface.pointee.ifa_next
        }
        return false
    }

    /// Nil for an address of another family, such as that of the hardware.
    private static func address(_ socket: UnsafeMutablePointer<sockaddr>?) -> IPAddress? {
        guard let socket = unsafe socket else { return nil }
        switch Int32(unsafe socket.pointee.sa_family) {
        case AF_INET:
            return unsafe socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe IPAddress($0.pointee.sin_addr)
            }
        case AF_INET6:
            return unsafe socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe IPAddress($0.pointee.sin6_addr)
            }
        default: return nil
        }
    }
}
