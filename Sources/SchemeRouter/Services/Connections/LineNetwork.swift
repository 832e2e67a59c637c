/// Connects to servers that speak in lines of text over one lasting connection, as Electrum servers do.
///
/// Like ``NetworkClient`` it is implemented outside the engine, which opens no sockets.
public protocol LineNetwork: Sendable {
    /// Connects. A cancelled task ends it.
    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection
}
