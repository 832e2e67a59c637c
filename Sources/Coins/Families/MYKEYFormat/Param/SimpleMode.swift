import RouterBytes

/// Replaces the registration with MYKEY for a dapp that has none (`initWalletSimple`, Documentation/protocols/mykey.md
/// §1.1).
public enum SimpleMode {
    /// The `appKey` of a dapp in simple mode: the MD5 of a prefix and its name, 32 upper-case hexadecimal digits.
    /// Anybody can get it by using the same name.
    public static func appKey(dappName: String) -> String {
        Gcrypt.md5(Array("MYKEY-simple-wallet-app-key-prefix-&#%\(dappName)".utf8)).hex.uppercased()
    }
}
