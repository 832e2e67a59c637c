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
    /// Its port.
    public let port: UInt16
    /// How it proves its identity; nil for a connection without TLS.
    public let certificate: CertificateRule?
    /// The longest line that it may send, in bytes without the line feed. A longer one ends the connection.
    public let lineLimit: Int

    /// Creates a server.
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
