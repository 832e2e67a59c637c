/// How a program answered a command (Documentation/protocols/linux-desktop.md §5.1).
enum AssuanStatus: Equatable {
    case ok
    /// It did not; `code` is a gpg-error code, `text` the program's own words.
    case failed(code: Int, text: String)

    /// The part of a gpg-error code that says what happened; the rest says which program noticed.
    static func reason(_ code: Int) -> Int { code & 0xFFFF }

    /// `GPG_ERR_CANCELED`: the person refused, or closed the window.
    static let cancelled = 99
    /// `GPG_ERR_NOT_CONFIRMED`: the person took the other button.
    static let notConfirmed = 114
    /// `GPG_ERR_TIMEOUT`.
    static let timeout = 62
}
