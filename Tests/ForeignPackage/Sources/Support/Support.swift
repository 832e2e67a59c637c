/// A part of somebody else’s program.
public enum OwnSupport {
    /// Its name.
    public static let name = "Support"
}
