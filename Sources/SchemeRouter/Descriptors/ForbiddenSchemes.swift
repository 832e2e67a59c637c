/// Schemes that no descriptor may claim and no callback may go to (S4): those that open in a browser – the rule of
/// BIP321 – and those by which files, shells, mail and the desktop itself are driven.
enum ForbiddenSchemes {
    /// Whether a scheme can never be a wallet's. Case does not matter.
    static func contains(_ scheme: String) -> Bool {
        var scheme = scheme
        return scheme.withUTF8 { bytes in
            guard let first = bytes.first?.lowercasedASCII else { return false }
            // Length and first letter tell nearly all of them apart.
            return names.contains { name in
                name.utf8CodeUnitCount == bytes.count && name.utf8Start.pointee == first && begins(bytes, with: name)
            } || begins(bytes, with: "ms-")
        }
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with name: StaticString) -> Bool {
        guard bytes.count >= name.utf8CodeUnitCount else { return false }
        for offset in 0..<name.utf8CodeUnitCount where bytes[offset].lowercasedASCII != name.utf8Start[offset] {
            return false
        }
        return true
    }

    // Static strings in an array: a set would cost more at every start than all look-ups.
    private static let names: [StaticString] = [
        // The web, and what browsers take for it.
        "http", "https", "ws", "wss", "javascript", "vbscript", "data", "blob", "about", "view-source", "chrome",
        "chrome-extension", "moz-extension", "content", "intent", "resource", "jar", "feed",
        // Files and remote file systems.
        "file", "ftp", "ftps", "sftp", "smb", "afp", "nfs", "dav", "davs", "mtp", "gphoto2", "obex", "cdda",
        "computer", "network", "recent", "trash", "burn", "admin", "google-drive",
        // Remote shells, desktops and directories.
        "ssh", "telnet", "rlogin", "vnc", "rdp", "spice", "ldap", "ldaps", "git", "svn", "magnet",
        // People and phones.
        "mailto", "tel", "sms", "callto", "sip", "sips", "skype", "facetime", "xmpp", "irc", "ircs", "news", "nntp",
        // The desktop's own tools.
        "x-man-page", "man", "info", "help", "ghelp", "apt", "snap", "appstream", "flatpak", "shell", "search",
    ]
}
