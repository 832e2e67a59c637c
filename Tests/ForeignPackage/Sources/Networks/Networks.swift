/// A part of somebody else’s program.
public enum OwnNetworks {
    /// Its name.
    public static let name = "Networks"
}
