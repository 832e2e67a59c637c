import Glibc
import RouterLinux

/// Colours for single words. Only terminals show them, and only if the person wants them (https://no-color.org).
enum Emphasis: String {
    case error = "1;31"
    case good = "32"
    case warning = "33"

    /// `text` in this colour if `descriptor` shows colours; otherwise unchanged.
    func mark(_ text: String, on descriptor: Int32 = STDOUT_FILENO) -> String {
        Self.isShown(on: descriptor) ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }

    static func isShown(on descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1, (Linux.getenv("NO_COLOR") ?? "").isEmpty else { return false }
        return Linux.getenv("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false
    }
}
