import Glibc

/// An address of version 4 (4 bytes) or 6 (16 bytes), most significant byte first.
struct IPAddress: Sendable, Equatable, CustomStringConvertible {
    let bytes: [UInt8]

    /// The address of a socket; nil for other families.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
            bytes = withUnsafeBytes(of: number) { Array($0) }
        case AF_INET6:
            let number = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_addr }
            bytes = withUnsafeBytes(of: number) { Array($0) }
        default: return nil
        }
    }

    /// Reads `192.0.2.1` or `2001:db8::1`; nil where `text` is neither in full, which `127.1` is not.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The address of version 4 that one of version 6 stands for, mapped (RFC 4291, 2.5.5.2) or translated by the network
    /// (RFC 6052); nil for others.
    var embedded: IPAddress? {
        guard Self.mapped?.contains(self) == true || Self.translated?.contains(self) == true else { return nil }
        return IPAddress(bytes: Array(bytes.suffix(4)))
    }

    /// Whether it is one of version 4 in the form of version 6.
    var isMapped: Bool { Self.mapped?.contains(self) == true }

    private static let mapped = AddressRange("::ffff:0.0.0.0/96")
    private static let translated = AddressRange("64:ff9b::/96")

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
