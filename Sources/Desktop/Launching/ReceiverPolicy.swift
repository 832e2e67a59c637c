import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// The programs that must not receive callbacks (S4, Documentation/protocols/linux-desktop.md §4.1) or links that are
/// handed over (S15), besides the ``Starters`` of other programs.
///
/// A browser would leak the reply to the web, a terminal would open a window for it, and this program would reply to
/// itself in an endless loop.
struct ReceiverPolicy: Sendable {
    /// The file of this program; nil if it cannot be determined.
    let ownFile: FileIdentity?

    /// Why `entry`, whose program is at `executable`, must not receive a link, as the end of a sentence that begins
    /// with its name; nil if it may.
    /// - Parameter files: all files of the program that can be named.
    func refusal(of entry: DesktopEntry, executable: String, files: [String], line: ExecLine) -> String? {
        guard let target = Linux.realpath(executable) else { return "is a file whose path is not UTF-8" }
        if let ownFile, files.contains(where: { FileIdentity.of($0)?.isSameFile(as: ownFile) == true }) {
            return "is this program itself"
        }
        if entry.categories.contains("WebBrowser") || entry.mimeTypes.contains(where: Self.webTypes.contains) {
            return "is a web browser"
        }
        if let sign = Self.webApplication(line, [executable, target]) {
            return "shows a website (\(Quoted.word(sign))), which would receive the link"
        }
        if entry.isTerminal || entry.categories.contains("TerminalEmulator") {
            return "runs in a terminal"
        }
        return nil
    }

    /// What shows that a command line opens a page in a browser: the entries of web sites that a browser installed have
    /// neither its category nor its types. Nil if nothing does.
    private static func webApplication(_ line: ExecLine, _ programs: [String]) -> String? {
        // All words: “flatpak run org.chromium.Chromium …” and “env … firefox …” are also browsers.
        let words = line.arguments.flatMap { $0 }.compactMap { if case .text(let text) = $0 { text } else { nil } }
        for word in programs + words where !word.hasPrefix("-") {
            let base = word.pathNames.last?.lowercased() ?? ""
            if browsers.contains(where: { base == $0 || base.hasPrefix($0 + "-") || base.hasSuffix("." + $0) }) {
                return base
            }
        }
        for word in words {
            let word = word.lowercased()
            if let option = webOptions.first(where: { word.hasPrefix($0) }) { return option }
            if word.hasPrefix("http://") || word.hasPrefix("https://") { return "a web address" }
        }
        return nil
    }

    private static let webTypes: Set<String> = [
        "text/html", "application/xhtml+xml", "x-scheme-handler/http", "x-scheme-handler/https",
    ]

    /// The names of browsers and of programs that run web sites as apps, also as the last part of a Flatpak id.
    private static let browsers = [
        "firefox", "firefoxpwa", "librewolf", "waterfox", "icecat", "palemoon", "seamonkey", "torbrowser", "chromium",
        "chrome", "google-chrome", "brave", "brave-browser", "microsoft-edge", "msedge", "microsoft.edge", "opera",
        "vivaldi",
        "ungoogled-chromium", "epiphany", "epiphany-browser", "midori", "falkon", "konqueror", "qutebrowser",
        "zen", "zen-browser", "floorp", "mullvad-browser", "thorium-browser", "yandex-browser", "cromite",
        "iridium-browser",
        "nyxt", "angelfish", "surf", "luakit", "badwolf", "dillo", "netsurf", "webapp-manager", "ice-ssb", "nativefier",
        "tangram",
    ]

    /// The options with which browsers start an installed web site and open the link in it.
    private static let webOptions = ["--app-id=", "--app=http", "--application-mode", "--ssb", "--kiosk", "--webapp"]
}
