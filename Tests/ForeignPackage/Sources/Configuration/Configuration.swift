/// A part of somebody else’s program.
public enum OwnConfiguration {
    /// Its name.
    public static let name = "Configuration"
}
