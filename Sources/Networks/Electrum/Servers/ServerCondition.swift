import SchemeRouter

/// The state of a server, for `router doctor`.
public struct ServerCondition: Sendable, Hashable {
    /// The server.
    public let server: LineServer
    /// Its report: its software, and the height of the newest block; nil if it is not usable.
    public let greeting: String?
    /// Why it is not usable, to follow its name.
    public let failure: String?
    /// What to do about that.
    public let hint: String?
}

extension ServerConnecting {
    /// Connects to a server, greets it, and disconnects.
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
