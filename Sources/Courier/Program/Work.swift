import RouterCCurl
import RouterConnections
import RouterCourierMessages

/// Everything in progress: requests, and lasting connections.
struct Work: ~Copyable {
    /// The longest wait, in milliseconds.
    private static let longestWait = 60_000

    private var transfers: Transfers
    private var connections: Connections

    init(_ configuration: CheckedConfiguration) throws(NetworkError) {
        transfers = try Transfers(configuration)
        connections = Connections(configuration)
    }

    /// Begins to execute a command. Returns its immediate answers.
    mutating func obey(_ command: CourierCommand) -> [CourierAnswer] {
        switch command {
        case .http(let id, let request, let timeout):
            return Self.trying(id, try transfers.begin(id, request, timeout: timeout))
        case .connect(let id, let server, let timeout):
            return Self.trying(id, try connections.begin(id, server, timeout: timeout))
        case .send(let id, let bytes, let connection, let timeout):
            return Self.trying(id, try connections.send(id, bytes, over: connection, timeout: timeout))
        case .take(let id, let weight):
            connections.take(id, weight)
            return []
        case .cancel(let id): return transfers.cancel(id).map { [$0] } ?? connections.cancel(id)
        }
    }

    private static func trying(_ id: Int64, _ body: @autoclosure () throws(NetworkError) -> Void) -> [CourierAnswer] {
        do throws(NetworkError) {
            try body()
            return []
        } catch {
            return [.failure(id, error)]
        }
    }

    /// Makes progress without waiting. Returns the answers.
    mutating func advance() -> [CourierAnswer] { transfers.advance() + connections.advance() }

    /// Waits until a request or connection can make progress, or one of `streams` is ready.
    borrowing func wait(for streams: [curl_waitfd]) {
        var streams = streams
        let milliseconds = connections.waits(&streams) ?? Self.longestWait
        transfers.wait(for: &streams, milliseconds: min(milliseconds, Self.longestWait))
    }
}
