/// Which URL schemes may receive a callback (S4). No descriptor and no setting can shorten the list.
public enum CallbackRules {
    /// Why `scheme` must not receive callbacks; nil if it may. Case does not matter.
    public static func reasonToRefuse(scheme: String, routes: RouteTable) -> String? {
        let scheme = scheme.lowercased()
        if denied.contains(scheme) || scheme.hasPrefix("ms-") {
            return "such links are opened by browsers or system programs"
        }
        if routes.isOwnScheme(scheme) {
            return "its links come back to this program"
        }
        return nil
    }

    /// The callback rule of BIP321 – nothing that opens in a browser – and the schemes by which desktops, shells, mail
    /// and file tools are driven.
    static let denied: Set<String> = [
        // The web, and what browsers take for it.
        "http", "https", "ws", "wss", "javascript", "vbscript", "data", "blob", "about", "view-source", "chrome",
        "chrome-extension", "moz-extension", "resource", "jar", "content", "intent", "feed",
        // Files and remote file systems.
        "file", "ftp", "ftps", "sftp", "smb", "afp", "nfs", "dav", "davs", "mtp", "gphoto2", "obex", "cdda",
        "computer", "network", "recent", "trash", "burn", "admin", "google-drive",
        // Remote shells, desktops and directories.
        "ssh", "telnet", "rlogin", "vnc", "rdp", "spice", "ldap", "ldaps", "git", "svn", "magnet", "sgnl",
        // People and phones.
        "mailto", "tel", "sms", "callto", "sip", "sips", "skype", "facetime", "xmpp", "irc", "ircs", "news", "nntp",
        // The desktop's own tools.
        "x-man-page", "man", "info", "help", "ghelp", "apt", "snap", "appstream", "flatpak", "shell", "search",
    ]
}
