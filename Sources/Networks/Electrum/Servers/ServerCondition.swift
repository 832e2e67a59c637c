import SchemeRouter

/// The state of a server, for `router doctor`.
public struct ServerCondition: Sendable, Hashable {
    /// The server.
    public let server: LineServer
    /// Its report: its software, and the height and age of the newest block; nil if it is not usable.
    public let greeting: String?
    /// A warning that it may be left behind by its network; nil if there is none.
    public let warning: String?
    /// Why it is not usable, to follow its name.
    public let failure: String?
    /// What to do about that.
    public let hint: String?
}

extension ServerConnecting {
    /// Connects to a server, greets it, and disconnects.
    func condition(of server: LineServer, _ clock: BlockClock) async -> ServerCondition {
        do throws(ElectrumFailure) {
            let session = try await session(with: server)
            session.close()
            return ServerCondition(
                server: server,
                greeting: "\(session.software), block \(session.height?.number ?? 0)"
                    + (clock.age(of: session.newestBlock).map { ", \($0) old" } ?? ""),
                warning: clock.warning(about: server, session.newestBlock), failure: nil, hint: nil)
        } catch {
            return ServerCondition(
                server: server, greeting: nil, warning: nil, failure: error.reason, hint: error.hint)
        }
    }
}
