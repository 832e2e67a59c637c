/// Which way the person chose.
public enum Choice: Sendable, Equatable {
    /// The dialogue's own action.
    case agreed
    /// The other way.
    case otherwise
}
