/// A connection to such a server. It closes with its last reference.
public protocol LineConnection: Sendable {
    /// SHA-256 of the certificate's DER bytes that the server showed; nil without TLS.
    var certificate: [UInt8]? { get }

    /// Sends lines, each without its line feed, in one piece.
    func send(_ lines: [[UInt8]]) async throws(NetworkError)

    /// The next line, without its line feed, as soon as it is there. Several callers get one line each.
    ///
    /// Throws ``NetworkError/Code/timedOut`` after `deadline`, without losing a line that comes later, and
    /// ``NetworkError/Code/brokenAnswer`` where the server closed the connection.
    func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8]

    /// Closes it. Whoever waits for a line hears ``NetworkError/Code/cancelled``.
    func close()
}
