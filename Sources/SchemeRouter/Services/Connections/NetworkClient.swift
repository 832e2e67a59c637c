/// Speaks HTTP with the servers of the networks that the person configured (S7, S13).
///
/// The engine opens no sockets. On the desktop another program does, which holds no keys; someone who embeds the engine
/// brings what their program has.
public protocol NetworkClient: Sendable {
    /// Sends a request and waits for its answer, whatever its status. A cancelled task ends it.
    /// - Parameter deadline: when it is over. Several requests can share one: before consent there are five seconds for
    ///   all of them (S13).
    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer
}
