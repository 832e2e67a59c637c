import ExactJSON
import RouterConfinement

/// How long a plugin program may take, and how much it may say.
public struct ProgramLimits: Sendable, Hashable {
    /// From its start until it has said who it is.
    public var start: Duration = .seconds(10)
    /// For one answer.
    public var answer: Duration = .seconds(5)
    /// For all its answers in a row. Time in which it is asked nothing, such as the person's, gives as much back.
    public var total: Duration = .seconds(15)
    /// What it may take of the computer.
    public var confinement = ConfinedProgram.Limits()

    /// The usual limits.
    public init() {}

    /// The longest line in both directions, in bytes, without its line feed.
    public static let line = 64 << 10
    static let json = JSONLimits(bytes: line, depth: 8)
}
