/// A part of somebody else’s program.
public enum OwnWallet {
    /// Its name.
    public static let name = "Wallet"
}
