import RouterCCurl
import RouterCourierMessages

/// All connections that last.
struct Connections {
    private let configuration: CheckedConfiguration
    private var all: [Connection] = []

    init(_ configuration: CheckedConfiguration) {
        self.configuration = configuration
    }

    /// Begins to connect.
    mutating func begin(_ id: Int64, _ server: CourierServer) throws(CourierFailure) {
        guard !all.contains(where: { $0.id == id }) else {
            throw CourierFailure(.badRequest, "The number \(id) is that of another connection.", sent: .no)
        }
        guard all.count < CourierLimits.connections else {
            throw CourierFailure(.busy, "\(CourierLimits.connections) connections are open.", sent: .no)
        }
        all.append(try Connection(id, server, configuration))
    }

    /// Sends over a connection. Returns the answer where there is one at once.
    func send(_ id: Int64, _ sending: CourierSending) -> CourierAnswer? {
        guard let connection = all.first(where: { $0.id == sending.connection }) else {
            return .failure(id, CourierFailure(.brokenAnswer, "The connection is closed.", sent: .no))
        }
        return connection.send(id, sending)
    }

    /// More may be read of a connection. One that has ended meanwhile has no use for it.
    func take(_ id: Int64, _ weight: Int64) {
        all.first { $0.id == id }?.take(weight)
    }

    /// Ends a connection or gives up a send.
    mutating func cancel(_ id: Int64) -> [CourierAnswer] {
        if let index = all.firstIndex(where: { $0.id == id }) { return all.remove(at: index).cancel() }
        return all.first { $0.isSending(id) }.map { [$0.cancelSending(id)] } ?? []
    }

    /// Does what can be done without waiting. Returns the answers.
    mutating func advance() -> [CourierAnswer] {
        let answers = all.flatMap { $0.advance() }
        all.removeAll(where: \.isOver)
        return answers
    }

    /// Adds what they wait for to `streams`. Returns how many milliseconds they can wait at most.
    func waits(_ streams: inout [curl_waitfd]) -> Int? {
        var least: Int?
        for connection in all {
            guard let milliseconds = connection.waits(&streams) else { continue }
            least = min(least ?? milliseconds, milliseconds)
        }
        return least
    }
}
