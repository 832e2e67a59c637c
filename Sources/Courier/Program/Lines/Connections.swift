import RouterCCurl
import RouterConnections
import RouterCourierMessages

/// All lasting connections.
struct Connections {
    private let configuration: CheckedConfiguration
    private var all: [Connection] = []

    init(_ configuration: CheckedConfiguration) {
        self.configuration = configuration
    }

    mutating func begin(_ id: Int64, _ server: LineServer, timeout: Int64) throws(NetworkError) {
        guard !all.contains(where: { $0.id == id }) else {
            throw .unsent(.badRequest, "The number \(id) is already used by another connection.")
        }
        guard all.count < CourierLimits.connections else {
            throw .unsent(.busy, "All \(CourierLimits.connections) connections are in use.")
        }
        all.append(try Connection(id, server, timeout: timeout, configuration))
    }

    func send(_ id: Int64, _ bytes: [UInt8], over connection: Int64, timeout: Int64) throws(NetworkError) {
        guard let connection = all.first(where: { $0.id == connection }) else {
            throw .unsent(.brokenAnswer, "The connection is closed.")
        }
        try connection.send(id, bytes, timeout: timeout)
    }

    /// Allows more data to be read from a connection; ignored if it has ended.
    func take(_ id: Int64, _ weight: Int64) { all.first { $0.id == id }?.take(weight) }

    /// Ends a connection or cancels a send.
    mutating func cancel(_ id: Int64) -> [CourierAnswer] {
        if let index = all.firstIndex(where: { $0.id == id }) { return all.remove(at: index).cancel() }
        return all.first { $0.isSending(id) }.map { [$0.cancelSending(id)] } ?? []
    }

    mutating func advance() -> [CourierAnswer] {
        let answers = all.flatMap { $0.advance() }
        all.removeAll(where: \.isOver)
        return answers
    }

    /// Adds the streams they wait for to `streams`. Returns the shortest timeout in milliseconds.
    func waits(_ streams: inout [curl_waitfd]) -> Int? { all.compactMap { $0.waits(&streams) }.min() }
}
