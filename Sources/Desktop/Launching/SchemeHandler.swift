/// A program that the desktop names for a scheme, and what becomes of a callback to it.
public struct SchemeHandler: Sendable, Equatable {
    /// The desktop entry's id.
    public let id: String
    /// The program's name; nil where there is no such entry.
    public let name: String?
    /// Path of the entry; nil where there is none.
    public let desktopEntry: String?
    /// The command line as the entry has it.
    public let exec: String?
    /// Path of the executable file; nil where it cannot be found.
    public let executable: String?
    /// The file that names this program for the scheme.
    public let source: String
    /// Why it would not receive callbacks; nil where it would.
    public let refusal: String?
    /// Whether it is passed over as if it were not named: its entry is missing, hidden, or its `TryExec` is.
    public let isAbsent: Bool
}
