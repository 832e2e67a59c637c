/// A program that the desktop names for a scheme, and what happens to a callback or a handed-over link for it.
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
    /// Why it gets no callbacks or links; nil if it does.
    public let refusal: String?
    /// Whether it is skipped as if it were not named: its entry is missing or hidden, or the program of `TryExec` is
    /// missing.
    public let isAbsent: Bool
    /// The schemes that its entry declares, in lower case.
    public let schemes: [String]
    /// The container that runs it, if that is known; see `WalletProgram/container`.
    public let container: String?
    /// Whether it gets the links that are handed over unless something else decides.
    public let isNatural: Bool

    static func absence(of entry: DesktopEntry?) -> String {
        entry == nil
            ? "there is no desktop entry of a program by that name"
            : "the entry is hidden, or its TryExec does not exist"
    }
}
