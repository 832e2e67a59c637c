import RouterBytes
import RouterMYKEYFormat

/// The requesting dapp, and where the answer goes. All of it is sent more or less in the clear, and proves nothing.
public struct DappIdentity: Sendable, Hashable {
    /// The host of callbacks, which distinguishes them from other links of the dapp's scheme.
    public static let callbackHost = "mykeywallet.mykey.org"

    /// `MYKEY` for a dapp that has a key from MYKEY and its own users, `MYKEYSimple` for a dapp without them.
    public let kind: LoginProtocol
    /// The dapp's key.
    public let appKey: String
    /// The dapp's user; in simple mode, an id of this installation.
    public let userID: String
    /// The dapp's name, which the wallet shows as the dapp's own words.
    public let name: String
    /// The URL of the dapp's icon.
    public let icon: String?
    /// The scheme of the dapp's own links, in lower case.
    public let scheme: String
    /// The host of its callbacks.
    public let host: String

    /// A dapp with a key and its own users (`initWallet`).
    /// - Parameters:
    ///   - appKey: from MYKEY.
    ///   - userID: 1…128 letters, digits and `._:-`. It is signed without separators, so no other characters are
    ///     allowed.
    ///   - name: not empty.
    ///   - icon: the URL of an image of at least 144 × 144 pixels.
    ///   - scheme: a scheme that the desktop opens with this dapp (RFC 3986, 3.1).
    ///   - host: the host of callbacks.
    ///
    /// Throws ``MYKEYError/Reason/invalidRequest`` with the property of `InitRequest` that is wrong.
    public init(
        appKey: String, userID: String, name: String, icon: String? = nil, scheme: String,
        host: String = callbackHost
    ) throws(MYKEYError) {
        try self.init(kind: .mykey, appKey: appKey, userID: userID, name: name, icon: icon, scheme: scheme, host: host)
    }

    /// A dapp without its own users (`initWalletSimple`). Its key is derived from its name.
    /// - Parameters:
    ///   - name: its name.
    ///   - icon: the URL of the dapp's icon; nil for none.
    ///   - scheme: the scheme.
    ///   - userID: an id of this installation, see ``UserIDFile``.
    ///   - host: the host of the dapp's pages.
    public static func simple(
        name: String, icon: String? = nil, scheme: String, userID: String, host: String = callbackHost
    ) throws(MYKEYError) -> DappIdentity {
        try DappIdentity(
            kind: .mykeySimple, appKey: SimpleMode.appKey(dappName: name), userID: userID, name: name, icon: icon,
            scheme: scheme, host: host)
    }

    private init(
        kind: LoginProtocol, appKey: String, userID: String, name: String, icon: String?, scheme: String, host: String
    ) throws(MYKEYError) {
        try TextCheck.line("dappName", name, isRequired: true)
        try TextCheck.line("dappIcon", icon)
        try TextCheck.line("appKey", appKey, isRequired: true)
        guard LoginReply.isUserID(userID) else {
            throw .invalid("UUID", "The user's id needs 1 to 128 letters, digits, “.”, “_”, “:” and “-”.")
        }
        let scheme = scheme.lowercased()
        guard Self.isScheme(scheme.utf8) else {
            throw .invalid("scheme", "The scheme needs a letter, then letters, digits, “+”, “-” and “.”, at most 64.")
        }
        guard !Self.foreignSchemes.contains(scheme) else {
            throw .invalid(
                "scheme", "Callbacks to “\(scheme)” would not reach this dapp. Register the dapp's own scheme.")
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || ".-".utf8.contains($0) })
        else {
            throw .invalid("host", "The callback host may have only letters, digits, “.” and “-”.")
        }
        self.kind = kind
        self.appKey = appKey
        self.userID = userID
        self.name = name
        self.icon = icon
        self.scheme = scheme
        self.host = host.lowercased()
    }

    private static func isScheme(_ text: String.UTF8View) -> Bool {
        guard let first = text.first, (0x61...0x7A).contains(first), text.count <= 64 else { return false }
        return text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    /// Schemes of wallets and browsers (Documentation/protocols/mykey.md §7).
    private static let foreignSchemes = [
        "mykey", "simplewallet", "http", "https", "file", "data", "javascript", "vbscript", "about", "content",
        "intent",
    ]
}
