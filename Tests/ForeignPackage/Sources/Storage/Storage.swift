/// A part of somebody else’s program.
public enum OwnStorage {
    /// Its name.
    public static let name = "Storage"
}
