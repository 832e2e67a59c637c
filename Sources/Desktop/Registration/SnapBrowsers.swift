import RouterLinux
import SchemeRouter

/// Browsers that are snaps. They hand links to snapd, which before version 2.55 passes on only the schemes of a short
/// list, without wallets; later ones ask `xdg-mime` whether any program opens the scheme (snapd's `usersession/userd`).
public struct SnapBrowsers: Sendable, Equatable {
    /// Their names, such as `firefox`.
    public let names: [String]
    /// The version of snapd, such as `2.54.3`; nil if that is unknown.
    public let version: String?

    /// The first version that passes on links of all schemes that a program opens.
    private static let first = [2, 55]
    private static let known: Set = [
        "firefox", "chromium", "brave", "opera", "vivaldi", "microsoft-edge", "falkon", "librewolf", "epiphany",
    ]

    /// Nil if no browser is a snap.
    /// - Parameter root: the root of the file system, without a slash at its end.
    public init?(root: String = "") {
        let entries = BoundedFile.names(in: "\(root)/var/lib/snapd/desktop/applications")
        // Entries are named SNAP_APP.desktop.
        let found = Set(entries.compactMap { $0.split(at: "_").first }).intersection(Self.known)
        guard !found.isEmpty else { return nil }
        names = found.sorted()
        // Whichever is newer runs: that of the distribution, or that of the snap.
        let versions = ["/usr/lib/snapd", "/usr/libexec/snapd", "/snap/snapd/current/usr/lib/snapd"].compactMap {
            place in
            BoundedFile.read("\(root)\(place)/info", limit: 4_096).flatMap { bytes in
                String(decoding: bytes, as: UTF8.self).split(at: "\n").first { $0.hasPrefix("VERSION=") }
                    .map { String($0.dropFirst("VERSION=".count)) }
            }
        }
        version = versions.max { Self.numbers($0).lexicographicallyPrecedes(Self.numbers($1)) }
    }

    /// Whether links of wallets arrive from them; nil if that is unknown.
    public var passLinksOn: Bool? {
        version.map { !Self.numbers($0).lexicographicallyPrecedes(Self.first) }
    }

    private static func numbers(_ version: String) -> [Int] {
        version.split(at: ".").map { Int(String($0.prefix { $0.isASCII && $0.isNumber })) ?? 0 }
    }
}
