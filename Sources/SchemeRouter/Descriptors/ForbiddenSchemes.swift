/// Schemes that no descriptor may claim: whoever answered them would stand between the person and the web, files, mail
/// or the desktop itself.
enum ForbiddenSchemes {
    /// Whether a lower-case scheme can never be a wallet's.
    static func contains(_ scheme: String) -> Bool {
        names.contains(scheme) || scheme.hasPrefix("ms-")
    }

    // An array: making a set costs more at every start than all look-ups.
    private static let names = [
        // The web, and what browsers take for it.
        "http", "https", "ws", "wss", "javascript", "vbscript", "data", "blob", "about", "view-source", "chrome",
        "content", "intent", "resource", "jar", "feed",
        // Files and remote file systems.
        "file", "ftp", "ftps", "sftp", "smb", "afp", "nfs", "dav", "davs", "mtp", "computer", "network", "recent",
        "trash", "burn", "admin",
        // Remote shells, desktops and directories.
        "ssh", "telnet", "vnc", "rdp", "ldap", "ldaps", "git", "svn", "magnet",
        // People and phones.
        "mailto", "tel", "sms", "callto", "sip", "sips", "xmpp", "irc", "ircs", "news", "nntp",
        // The desktop's own tools.
        "x-man-page", "man", "info", "help", "ghelp", "apt", "snap", "appstream", "flatpak",
    ]
}
