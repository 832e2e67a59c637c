import RouterBytes

/// A wallet's own id of a person (`mykeyUID`): 32 upper-case hexadecimal digits. How MYKEY makes it is unknown; here it
/// is the MD5 of the account's name, so that it stays the same.
public enum WalletID {
    /// The id of an account's owner.
    public static func make(account: String) -> String { Gcrypt.md5(Array(account.utf8)).hex.uppercased() }
}
