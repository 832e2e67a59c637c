import Glibc

/// Connects to line-based servers over one lasting connection, as Electrum servers use.
///
/// Like ``NetworkClient`` it is implemented outside the engine, which opens no sockets.
public protocol LineNetwork: Sendable {
    /// Connects. Cancelling the task ends it.
    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection
}

/// A line-based server.
public struct LineServer: Sendable, Hashable, CustomStringConvertible {
    /// Its host name or address, without brackets.
    public let host: String
    public let port: UInt16
    /// How it proves its identity; nil for a connection without TLS.
    public let certificate: CertificateRule?
    /// The longest line that it may send, in bytes without the line feed. A longer one ends the connection.
    public let lineLimit: Int

    public init(host: String, port: UInt16, certificate: CertificateRule?, lineLimit: Int = 8 << 20) {
        self.host = host
        self.port = port
        self.certificate = certificate
        self.lineLimit = lineLimit
    }

    /// Host and port, for people.
    public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A connection to such a server. It closes with its last reference.
public protocol LineConnection: Sendable {
    /// SHA-256 of the DER bytes of the server's certificate; nil without TLS.
    var certificate: [UInt8]? { get }

    /// Sends lines, each without its line feed, in one piece.
    func send(_ lines: [[UInt8]]) async throws(NetworkError)

    /// The next line, without its line feed, as soon as it arrives. Each of several callers gets one line.
    ///
    /// Throws ``NetworkError/Code/timedOut`` after `deadline`, without losing a line that comes later, and
    /// ``NetworkError/Code/brokenAnswer`` if the server closed the connection.
    func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8]

    /// Closes it. Callers waiting for a line receive ``NetworkError/Code/cancelled``.
    func close()
}

/// Which server certificate is accepted.
public enum CertificateRule: Sendable, Hashable {
    /// One for its name, signed by an authority that the system trusts.
    case authority
    /// Only the one whose DER bytes have this SHA-256, whoever signed it and whatever name it carries.
    case pinned([UInt8])
    /// Any: on first use it is unknown which one is right. Remember ``LineConnection/certificate`` before relying on an
    /// answer.
    case any
}

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
