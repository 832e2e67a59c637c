/// A part of somebody else’s program.
public enum OwnCourier {
    /// Its name.
    public static let name = "Courier"
}
