/// A program that the desktop names for a scheme, and what becomes of a callback to it, or of a link handed over.
public struct SchemeHandler: Sendable, Equatable {
    /// The desktop entry's id.
    public let id: String
    /// The program's name; nil if there is no such entry.
    public let name: String?
    /// Path of the entry; nil if there is none.
    public let desktopEntry: String?
    /// The command line as the entry has it.
    public let exec: String?
    /// Path of the executable file; nil if it cannot be found.
    public let executable: String?
    /// The file that names this program for the scheme.
    public let source: String
    /// Why it would be given no callback, or no link; nil if it would.
    public let refusal: String?
    /// Whether it is passed over as if it were not named: its entry is missing, hidden, or its `TryExec` is.
    public let isAbsent: Bool
    /// The schemes that its entry says it takes, in lower case.
    public let schemes: [String]
    /// The container that runs it, if that is known; see `WalletProgram/container`.
    public let container: String?
    /// Whether links that are handed over go to it if nothing says otherwise.
    public let isNatural: Bool

    static func absence(of entry: DesktopEntry?) -> String {
        entry == nil
            ? "there is no desktop entry of a program by that name"
            : "the entry is hidden, or its TryExec does not exist"
    }
}
