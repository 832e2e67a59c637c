import SchemeRouter

/// A server that the person named (S7).
public struct ElectrumServer: Sendable, Hashable {
    /// Its name or address in lower case, without brackets.
    public let host: String
    /// Its port.
    public let port: UInt16
    /// Whether it is spoken with by TLS.
    public let usesTLS: Bool

    /// A server as given.
    public init(host: String, port: UInt16, usesTLS: Bool) {
        self.host = host
        self.port = port
        self.usesTLS = usesTLS
    }

    /// Host and port, as a person reads them.
    public var name: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
