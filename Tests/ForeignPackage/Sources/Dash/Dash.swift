/// A part of somebody else’s program.
public enum OwnDash {
    /// Its name.
    public static let name = "Dash"
}
