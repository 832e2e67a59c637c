/// The ways of a desktop to open a link that need no desktop.
enum Opener: String, CaseIterable, Sendable {
    case withoutDesktop = "xdg-open, no desktop named"
    case generic = "xdg-open, X-Generic"
    case gnome = "xdg-open, GNOME"
    case xfce = "xdg-open, XFCE without its display"
    case gio = "gio open"

    /// Program and arguments before the link.
    var command: [String] { self == .gio ? ["gio", "open"] : ["xdg-open"] }

    /// The desktop as it names itself; nil if it does not.
    var desktop: String? {
        switch self {
        case .withoutDesktop, .gio: nil
        case .generic: "X-Generic"
        case .gnome: "GNOME"
        case .xfce: "XFCE"
        }
    }
}
