import RouterBytes
import RouterConnections

/// The address of a dapp's server, to which a result is posted.
public struct ServerAddress: Sendable, Hashable {
    /// The longest address accepted, in bytes.
    public static let maxLength = 2_048

    /// The address, exactly as given.
    public let text: String
    /// The host, as it is shown.
    public let host: String
    /// The host, and the port if there is one.
    package let authority: String
    /// Whether the connection is unencrypted.
    public let isPlain: Bool

    /// The address without what follows host and port, which can contain a key of the person's, as those of rented nodes do.
    package var place: String {
        let place = start + authority
        return [place, place + "/"].contains(text) ? place : place + "/…"
    }

    /// What its address begins with.
    package var start: String { String(text.prefix { $0 != "/" }) + "//" }

    /// An absolute `https` or `http` URL, or one of a socket (`wss`, `ws`), in printable ASCII, with a host, an optional port of 1 to 65,535, and no user
    /// or fragment; nil for anything else. Whether its host may be reached is checked when the connection is made.
    public init?(_ text: String, isWSS: Bool = false) {
        guard text.utf8.count <= Self.maxLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.utf8.contains(where: { #"\"<>^`{|}#"#.utf8.contains($0) })
        else { return nil }
        let lower = text.lowercased()
        let start: Int
        let name = isWSS ? "ws" : "http"
        if lower.hasPrefix("\(name)s://") {
            (start, isPlain) = (name.utf8.count + 4, false)
        } else if lower.hasPrefix("\(name)://") {
            (start, isPlain) = (name.utf8.count + 3, true)
        } else {
            return nil
        }
        let authority = text.utf8.dropFirst(start).prefix { !"/?".utf8.contains($0) }
        let host: Substring.UTF8View.SubSequence
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        guard Self.isHost(host), Self.isPort(authority[host.endIndex...]) else { return nil }
        self.text = text
        self.host = String(decoding: host, as: UTF8.self)
        self.authority = String(decoding: authority, as: UTF8.self)
    }

    /// Whether it is a host name or an address, and not a phrase: it is shown to the person without quotation marks.
    private static func isHost(_ host: Substring.UTF8View.SubSequence) -> Bool {
        guard (1...253).contains(host.count) else { return false }
        let address = host.dropFirst().dropLast()
        if host.first == UInt8(ascii: "["), !address.isEmpty {
            return address.allSatisfy { $0.hexDigitValue != nil || ":.".utf8.contains($0) }
        }
        return host.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
            && host.first != UInt8(ascii: ".") && !zip(host, host.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    }

    /// Whether the part after the host is a port, or empty.
    private static func isPort(_ text: Substring.UTF8View.SubSequence) -> Bool {
        guard let colon = text.first else { return true }
        let digits = text.dropFirst()
        return colon == UInt8(ascii: ":") && digits.count <= 5 && digits.allSatisfy(\.isASCIIDigit)
            && (1...65_535).contains(Int(Substring(digits)) ?? 0)
    }

    /// Whether the host is an address or a name on a local network, where strangers have no servers. An address in an
    /// unusual spelling counts as local, because programs read those differently; so does a name that begins like one of
    /// this computer, because such names lead there (`127.0.0.1.nip.io`).
    public var isPrivate: Bool {
        let name = name
        if name.hasPrefix("[") { return IPAddress(bareHost).map(SpecialRange.isLocal) ?? true }
        let parts = name.split(separator: ".")
        guard let last = parts.last, parts.count > 1 else { return true }
        if last.utf8.allSatisfy({ $0.isASCIIDigit }) || last.hasPrefix("0x") {
            return IPAddress(name).map(SpecialRange.isLocal) ?? true
        }
        let locals = ["local", "localhost", "internal", "lan", "home", "localdomain", "intranet", "corp"]
        return locals.contains(String(last)) || name.hasSuffix(".home.arpa") || name.hasPrefix("127.")
    }

    /// The host without the brackets of an IPv6 address.
    package var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

    /// Whether the name alone says that the host is this computer, so that it is refused unless the person allows it.
    public var namesThisComputer: Bool {
        let name = name
        if let address = IPAddress(bareHost) { return SpecialRange.isThisComputer(address) }
        return name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.")
    }

    /// The host in small letters, without the dot that only says that a name is complete.
    private var name: String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
