/// Schemes that no descriptor may claim and no callback may go to (S4): those that open in a browser – the rule of
/// BIP321 – and those by which files, shells, mail and the desktop itself are driven.
enum ForbiddenSchemes {
    /// Whether a scheme can never be a wallet's. Case does not matter.
    static func contains(_ scheme: String) -> Bool {
        var scheme = scheme
        return scheme.withUTF8 { bytes in
            if prefixes.contains(where: { begins(bytes, with: $0) }) { return true }
            guard let letter = letter(bytes.first), lengths[letter] & 1 &<< UInt32(bytes.count) != 0 else {
                return false
            }
            return names.contains { $0.utf8CodeUnitCount == bytes.count && begins(bytes, with: $0) }
        }
    }

    /// Windows' own, and those that pages and extensions register for themselves in browsers (HTML, "custom schemes").
    private static let prefixes: [StaticString] = ["ms-", "web+", "ext+"]

    /// The place of a letter in the alphabet, from 0; nil for anything else.
    private static func letter(_ byte: UInt8?) -> Int? {
        byte.flatMap { $0.isASCIILetter ? Int($0 | 0x20) - 0x61 : nil }
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with name: StaticString) -> Bool {
        guard bytes.count >= name.utf8CodeUnitCount else { return false }
        for offset in 0..<name.utf8CodeUnitCount where bytes[offset].lowercasedASCII != name.utf8Start[offset] {
            return false
        }
        return true
    }

    /// For each first letter one bit for each length that names have: it tells nearly all other schemes at once. All
    /// names are shorter than 32 bytes, and of a longer scheme the bit says nothing wrong: it is only a first test.
    private static let lengths: InlineArray<26, UInt32> = {
        var lengths = InlineArray<26, UInt32>(repeating: 0)
        for name in names {
            guard let letter = letter(name.utf8Start.pointee) else { continue }
            lengths[letter] |= 1 &<< UInt32(name.utf8CodeUnitCount)
        }
        return lengths
    }()

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
