/// A program that opens links of a scheme, as the desktop's files say.
public struct SchemeOpener: Sendable, Hashable {
    /// The desktop entry's id, fit to be shown.
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

/// A list of one desktop that names another program than ours before ours.
public struct SchemeOverride: Sendable, Hashable {
    /// The desktop, in lower case, as `XDG_CURRENT_DESKTOP` has it.
    public let desktop: String
    /// The program under that desktop.
    public let opener: SchemeOpener
}
