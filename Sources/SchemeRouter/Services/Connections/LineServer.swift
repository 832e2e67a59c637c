/// A server that speaks in lines.
public struct LineServer: Sendable, Hashable, CustomStringConvertible {
    /// Its name or address, as it stands in addresses, without brackets.
    public let host: String
    /// Its port.
    public let port: UInt16
    /// How it proves who it is; nil for a connection without TLS.
    public let certificate: CertificateRule?
    /// The most bytes of a line that comes from it, without its line feed. A longer one ends the connection.
    public let lineLimit: Int

    /// A server as given.
    public init(host: String, port: UInt16, certificate: CertificateRule?, lineLimit: Int = 8 << 20) {
        self.host = host
        self.port = port
        self.certificate = certificate
        self.lineLimit = lineLimit
    }

    /// Host and port, as a person reads them.
    public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
