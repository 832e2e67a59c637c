import SchemeRouter

/// Remembers how servers answer, so that the next program need not find out again. Losing it costs only time.
public protocol ServerHabitMemory: Sendable {
    /// The software that a server reported when it answered no batches of calls; nil if it is not known to answer none.
    /// - Parameter server: only its host and port matter.
    func softwareWithoutBatches(of server: LineServer) -> String?

    /// Remembers that a server with this software answers no batches of calls. If that fails, nothing is remembered.
    func rememberNoBatches(of server: LineServer, software: String)
}
