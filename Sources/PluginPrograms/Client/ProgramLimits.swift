import ExactJSON
import RouterConfinement

/// Limits on a plugin program's time and output.
public struct ProgramLimits: Sendable, Hashable {
    /// From its start to its hello.
    public var start: Duration = .seconds(10)
    /// For one response.
    public var answer: Duration = .seconds(5)
    /// For all successive responses. Idle time, such as while the person reads, restores as much.
    public var total: Duration = .seconds(15)
    /// Limits on resources.
    public var confinement = ConfinedProgram.Limits()

    /// The usual limits.
    public init() {}

    /// The longest line in either direction, in bytes, without its line feed.
    public static let line = 64 << 10
    static let json = JSONLimits(bytes: line, depth: 8)
}
