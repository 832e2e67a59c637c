import Glibc
import RouterBytes
import RouterLinux
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

/// The id of this installation, which identifies the user of a dapp in simple mode: random, created at first use, and
/// stored in a file that only the person can read.
public struct UserIDFile: Sendable, Hashable {
    public let path: String

    /// A file of the dapp's own.
    public init(path: String) {
        self.path = path
    }

    /// The dapp's file for its scheme, `mykey-dapps/SCHEME` in the person's data (XDG base directories). Nil if the
    /// environment has no home directory.
    public static func standard(scheme: String) -> UserIDFile? {
        func variable(_ name: String) -> String? { Linux.getenv(name).flatMap { $0.isAbsolutePath ? $0 : nil } }
        guard let data = variable("XDG_DATA_HOME") ?? variable("HOME").map({ $0 + "/.local/share" }) else { return nil }
        return UserIDFile(path: "\(data)/mykey-dapps/\(scheme.lowercased())")
    }

    /// The id: a UUID in lower case. Two processes that read at the same time get the same id.
    ///
    /// Throws ``MYKEYError/Reason/invalidRequest`` if the file cannot be created, or contains something else.
    public func read() throws(MYKEYError) -> String {
        if let id = try existing() { return id }
        makeDirectories()
        let unfinished = "\(path).\(getpid()).\(CallbackID.random())"
        let descriptor = Linux.open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(Linux.strerror(errno)) }
        defer { Linux.unlink(unfinished) }
        let id = Array(Self.randomUUID().utf8)
        let isWritten = Linux.write(descriptor, id) == id.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else { throw problem("the disk may be full") }
        // Unlike rename, link fails if another process was faster.
        guard Linux.link(unfinished, path) == 0 || errno == EEXIST else {
            throw problem(Linux.strerror(errno))
        }
        guard let id = try existing() else { throw problem("it vanished") }
        return id
    }

    private func existing() throws(MYKEYError) -> String? {
        let descriptor = Linux.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw problem(Linux.strerror(errno))
        }
        defer { close(descriptor) }
        guard let bytes = Linux.readAll(descriptor, limit: 36), bytes.count == 36,
            bytes.allSatisfy({ "0123456789abcdef-".utf8.contains($0) })
        else { throw problem("it does not contain the id; remove it to create a new one") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func makeDirectories() {
        var directory = ""
        for part in path.pathNames.dropLast() {
            directory += "/\(part)"
            Linux.mkdir(directory, 0o700)
        }
    }

    private func problem(_ reason: String) -> MYKEYError {
        .invalid("UUID", "The id of this installation cannot be stored in \(path): \(reason).")
    }

    /// RFC 9562, version 4.
    private static func randomUUID() -> String {
        var bytes = [UInt8].random(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(bytes.hex)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
