/// The response of a program to a command (Documentation/protocols/linux-desktop.md §5.1).
enum AssuanStatus: Equatable {
    case ok
    /// An error; `code` is a gpg-error code, `text` the program's own message.
    case failed(code: Int, text: String)

    /// The error in a gpg-error code, without the part that identifies the program.
    static func reason(_ code: Int) -> Int { code & 0xFFFF }

    /// `GPG_ERR_CANCELED`: the person refused, or closed the window.
    static let cancelled = 99
    /// `GPG_ERR_NOT_CONFIRMED`: the person pressed the other button.
    static let notConfirmed = 114
    /// `GPG_ERR_TIMEOUT`.
    static let timeout = 62
}
