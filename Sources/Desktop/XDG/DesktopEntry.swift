import RouterProcesses

/// What a `.desktop` file says about a program (Desktop Entry Specification 1.5).
struct DesktopEntry: Sendable, Equatable {
    /// The largest file that is read, in bytes.
    static let largestFile = 262_144

    let path: String
    /// The program's untranslated name.
    let name: String
    /// The command line with its escapes resolved; nil if there is none.
    let exec: String?
    /// A file that must be executable for the entry to count; nil if there is no such condition.
    let tryExec: String?
    let icon: String?
    let mimeTypes: [String]
    let categories: [String]
    /// Whether the entry counts as deleted.
    let isHidden: Bool
    let isTerminal: Bool
    /// The id of the Flatpak app that exported it, according to the entry; nil if it names none.
    let flatpak: String?

    /// Reads the entry at `path`; nil if there is no file, or it does not describe a program.
    static func read(_ path: String) -> DesktopEntry? {
        KeyFile.read(path, limit: largestFile).flatMap { DesktopEntry($0, path: path) }
    }

    /// Nil if the file describes no program.
    init?(_ file: KeyFile, path: String) {
        let group = "Desktop Entry"
        guard file.value("Type", in: group) == "Application", let name = file.string("Name", in: group) else {
            return nil
        }
        self.path = path
        self.name = name
        exec = file.string("Exec", in: group)
        tryExec = file.string("TryExec", in: group)
        icon = file.string("Icon", in: group)
        mimeTypes = file.list("MimeType", in: group)
        categories = file.list("Categories", in: group)
        isHidden = file.flag("Hidden", in: group)
        isTerminal = file.flag("Terminal", in: group)
        flatpak = file.string("X-Flatpak", in: group)
    }

    /// Whether the entry counts: it is not deleted, and its `TryExec` can be started.
    var isPresent: Bool { !isHidden && (tryExec.map { $0.isEmpty || ExecutableFile.find($0) != nil } ?? true) }

    /// The schemes that it declares, in its order.
    var schemes: [String] {
        mimeTypes.filter(RegistrableScheme.isType)
            .map { String($0.dropFirst(RegistrableScheme.typePrefix.count)) }
    }
}
