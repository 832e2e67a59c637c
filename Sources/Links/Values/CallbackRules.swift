import RouterBytes

/// Which URL schemes may receive a callback (S4). No descriptor or setting can add to them.
package enum CallbackRules {
    /// Why `scheme` must not receive callbacks; nil if it may. Case does not matter.
    /// - Parameter isWalletScheme: whether a scheme belongs to wallets, and so never to a requesting app.
    package static func reasonToRefuse(scheme: String, isWalletScheme: (String) -> Bool) -> String? {
        if ForbiddenSchemes.contains(scheme) {
            return "browsers or system programs open such links"
        }
        if isWalletScheme(scheme) {
            return "its links come back to this program"
        }
        return nil
    }
}

/// Schemes that no callback may use (S4) and no descriptor may claim: those that open in a browser – the rule of BIP321
/// – and those that control files, shells, mail and the desktop itself (Documentation/protocols/dash-axe.md §3).
package enum ForbiddenSchemes {
    /// Whether no callback may use a scheme. Case does not matter.
    package static func contains(_ scheme: String) -> Bool {
        begins(scheme.utf8.span, with: ofPages) || cannotBeRead(scheme)
    }

    /// Whether a scheme can never be a wallet's. Case does not matter. Schemes registered by web pages can be (SEP-7,
    /// CIP-13): their links can be read, but nothing is ever sent to them.
    package static func cannotBeRead(_ scheme: String) -> Bool {
        let bytes = scheme.utf8.span
        for prefix in prefixes where begins(bytes, with: prefix) { return true }
        guard let letter = letter(scheme.utf8.first), lengths[letter] & 1 &<< UInt32(bytes.count) != 0 else {
            return false
        }
        for name in names where name.utf8CodeUnitCount == bytes.count && begins(bytes, with: name) { return true }
        return false
    }

    /// The prefix of schemes that pages register in browsers (HTML, "custom schemes").
    private static let ofPages: StaticString = "web+"

    /// Prefixes of Windows' own schemes and of those that browser extensions register.
    private static let prefixes: [StaticString] = ["ms-", "ext+"]

    /// The index of a letter in the alphabet, from 0; nil for anything else.
    private static func letter(_ byte: UInt8?) -> Int? {
        byte.flatMap { $0.isASCIILetter ? Int($0 | 0x20) - 0x61 : nil }
    }

    private static func begins(_ bytes: Span<UInt8>, with name: StaticString) -> Bool {
        guard bytes.count >= name.utf8CodeUnitCount else { return false }
        return name.withBytes { name in
            for offset in name.indices where bytes[offset].lowercasedASCII != name[offset] { return false }
            return true
        }
    }

    /// For each first letter, one bit per length of a name: this rules out nearly all other schemes at once. All names
    /// are shorter than 32 bytes; for longer schemes the bit may be wrong, which does no harm, because this is only a
    /// first test.
    private static let lengths: InlineArray<26, UInt32> = {
        var lengths = InlineArray<26, UInt32>(repeating: 0)
        for name in names {
            guard let letter = name.withBytes({ letter($0[0]) }) else { continue }
            lengths[letter] |= 1 &<< UInt32(name.utf8CodeUnitCount)
        }
        return lengths
    }()

    // Static strings in an array: building a set at every start would cost more than all look-ups.
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
