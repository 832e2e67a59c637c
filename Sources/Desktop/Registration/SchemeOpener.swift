/// A program that opens links of a scheme, according to the desktop's files.
public struct SchemeOpener: Sendable, Hashable {
    /// The desktop entry's id, safe to show.
    public let id: String
    /// The program's name, safe to show; nil if there is no such entry.
    public let name: String?
    /// The file that names it.
    public let source: String
    /// Whether it is our entry.
    public let isOurs: Bool

    /// `Other Wallet (other.desktop, by /home/u/.config/mimeapps.list)`.
    public var text: String {
        let place = "by \(VisibleText.of(source))"
        return name.map { "\($0) (\(id), \(place))" } ?? "\(id) (\(place))"
    }
}

/// A desktop-specific list that puts another program before ours.
public struct SchemeOverride: Sendable, Hashable {
    /// The desktop, in lower case, as in `XDG_CURRENT_DESKTOP`.
    public let desktop: String
    /// The program on that desktop.
    public let opener: SchemeOpener
}
