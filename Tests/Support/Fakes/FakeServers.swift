import SchemeRouter
import Synchronization

/// Servers that take everything, or answer as they were told.
public final class FakeServers: NetworkClient {
    public let answers: Mutex<[Result<NetworkAnswer, NetworkError>]>
    public let received = Mutex<[NetworkRequest]>([])

    /// - Parameter answers: one for each request; if there are none, the server takes what it gets.
    public init(_ answers: [Result<NetworkAnswer, NetworkError>] = []) {
        self.answers = Mutex(answers)
    }

    public func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        received.withLock { $0.append(request) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return try (answer ?? .success(Self.answer(#"{"code":0,"message":""}"#))).get()
    }

    public static func answer(_ body: String, status: Int = 200) -> NetworkAnswer {
        NetworkAnswer(status: status, headers: [], body: Array(body.utf8))
    }
}
