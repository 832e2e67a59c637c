/// A part of somebody else’s program.
public enum OwnEOSIO {
    /// Its name.
    public static let name = "EOSIO"
}
