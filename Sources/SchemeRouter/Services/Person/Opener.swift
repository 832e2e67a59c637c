/// What the desktop knows of whoever opened a link: the program, never the page in it.
///
/// It is a claim of the desktop. Any program of the person can start another one that looks different, so it decides
/// nothing about money; it is shown, recorded, and used to count refusals (``LinkAdmission``).
public struct Opener: Sendable, Hashable {
    /// How the desktop knows it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The person typed the command in a terminal.
        case typed
        /// A Flatpak app, by its id.
        case flatpak
        /// A snap, by its name.
        case snap
        /// The desktop id of the app that a systemd unit was made for.
        case app
        /// A program, by its path.
        case program
    }

    public let kind: Kind
    /// What identifies it among those of its kind; empty if the person typed the command.
    public let id: String
    /// Its name for people; nil if no entry of the desktop has one. It identifies nothing.
    public let title: String?

    /// The person typed the command in a terminal.
    public static let typed = Opener(.typed, "")

    public init(_ kind: Kind, _ id: String, title: String? = nil) {
        (self.kind, self.id, self.title) = (kind, id, title)
    }

    /// Reads what the journal recorded (``record``); nil if this program does not write that.
    public init?(record: String) {
        let parts = record.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind.allCases.first(where: { $0.rawValue.isSame(String(parts[0])) }),
            (kind == .typed) == parts[1].isEmpty
        else { return nil }
        self.init(kind, String(parts[1]))
    }

    /// The same for the journal: `flatpak org.mozilla.firefox`.
    public var record: String { "\(kind.rawValue) \(id)" }

    /// The same for people: `“Firefox” (Flatpak org.mozilla.firefox)`.
    public var text: String {
        switch kind {
        case .typed: "a command that you typed"
        case .flatpak: name("Flatpak \(Quoted.word(id))")
        case .snap: name("snap \(Quoted.word(id))")
        case .app, .program: name(Quoted.word(id))
        }
    }

    private func name(_ detail: String) -> String {
        title.map { "\(Quoted($0, limit: 80)) (\(detail))" } ?? detail
    }

    /// The title is only for people.
    public static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.id.isSame(right.id)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}
