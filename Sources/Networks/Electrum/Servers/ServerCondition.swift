import SchemeRouter

/// The state of a server, for a person who asks.
public struct ServerCondition: Sendable, Hashable {
    /// The server.
    public let server: LineServer
    /// What it says of itself: its program, and the number of the newest block; nil if it is of no use.
    public let greeting: String?
    /// Why it is of no use, as what follows its name.
    public let failure: String?
    /// What to do about that.
    public let hint: String?
}

extension ServerConnecting {
    /// Greets a server and leaves it.
    func condition(of server: LineServer) async -> ServerCondition {
        do throws(ElectrumFailure) {
            let session = try await session(with: server)
            session.close()
            return ServerCondition(
                server: server, greeting: "\(session.software), block \(session.height?.number ?? 0)", failure: nil,
                hint: nil)
        } catch {
            return ServerCondition(server: server, greeting: nil, failure: error.reason, hint: error.hint)
        }
    }
}
