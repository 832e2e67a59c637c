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
