/// A part of somebody else’s program.
public enum OwnCSQLite {
    /// Its name.
    public static let name = "CSQLite"
}
