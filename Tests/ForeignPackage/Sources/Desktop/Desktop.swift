/// A part of somebody else’s program.
public enum OwnDesktop {
    /// Its name.
    public static let name = "Desktop"
}
