/// A part of somebody else’s program.
public enum OwnChains {
    /// Its name.
    public static let name = "Chains"
}
