/// Connects to line-based servers over one lasting connection, as Electrum servers use.
///
/// Like ``NetworkClient`` it is implemented outside the engine, which opens no sockets.
public protocol LineNetwork: Sendable {
    /// Connects. A cancelled task ends it.
    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection
}

/// A line-based server.
public struct LineServer: Sendable, Hashable, CustomStringConvertible {
    /// Its name or address, as written in addresses, without brackets.
    public let host: String
    /// Its port.
    public let port: UInt16
    /// How it proves who it is; nil for a connection without TLS.
    public let certificate: CertificateRule?
    /// The most bytes of a line that comes from it, without its line feed. A longer one ends the connection.
    public let lineLimit: Int

    /// Creates a server.
    public init(host: String, port: UInt16, certificate: CertificateRule?, lineLimit: Int = 8 << 20) {
        self.host = host
        self.port = port
        self.certificate = certificate
        self.lineLimit = lineLimit
    }

    /// Host and port, as a person reads them.
    public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A connection to such a server. It closes with its last reference.
public protocol LineConnection: Sendable {
    /// SHA-256 of the certificate's DER bytes that the server showed; nil without TLS.
    var certificate: [UInt8]? { get }

    /// Sends lines, each without its line feed, in one piece.
    func send(_ lines: [[UInt8]]) async throws(NetworkError)

    /// The next line, without its line feed, as soon as it is there. Several callers get one line each.
    ///
    /// Throws ``NetworkError/Code/timedOut`` after `deadline`, without losing a line that comes later, and
    /// ``NetworkError/Code/brokenAnswer`` if the server closed the connection.
    func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8]

    /// Closes it. Callers waiting for a line receive ``NetworkError/Code/cancelled``.
    func close()
}

/// Which certificate of a server is taken.
public enum CertificateRule: Sendable, Hashable {
    /// One for its name, by an authority that the system trusts.
    case authority
    /// Only the one whose DER bytes have this SHA-256, whoever signed it and whatever name it carries.
    case pinned([UInt8])
    /// Any: on first use it is unknown which one is right. ``LineConnection/certificate`` is to be remembered before an
    /// answer is relied on.
    case any
}
