import Glibc

/// Schemes that no descriptor may claim and no callback may go to (S4): those that open in a browser – the rule of
/// BIP321 – and those by which files, shells, mail and the desktop itself are driven.
enum ForbiddenSchemes {
    /// Whether a lower-case scheme can never be a wallet's.
    static func contains(_ scheme: String) -> Bool {
        var scheme = scheme
        return scheme.withUTF8 { bytes in
            guard let first = bytes.first, let start = bytes.baseAddress else { return false }
            // Length and first letter tell nearly all of them apart.
            let isNamed = names.contains { name in
                name.utf8CodeUnitCount == bytes.count && name.utf8Start.pointee == first
                    && memcmp(name.utf8Start, start, bytes.count) == 0
            }
            return isNamed || bytes.starts(with: "ms-".utf8)
        }
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
