import RouterLinux

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
    /// Whether the desktop starts it over D-Bus; such an entry needs no command line.
    let isDBusActivatable: Bool
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
        isDBusActivatable = file.flag("DBusActivatable", in: group)
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

/// The name of a desktop entry in lists: its path below an applications directory, with `-` for each `/`.
struct DesktopEntryID: Sendable, Hashable {
    /// `org.example.App.desktop`.
    let text: String

    /// Nil unless `text` is a plain file name that ends in `.desktop`.
    init?(_ text: String) {
        guard text.hasSuffix(".desktop"), text.utf8.count <= 255, !text.hasPrefix("."),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "/") })
        else { return nil }
        self.text = text
    }

    /// By their bytes, like the names of files.
    static func == (left: Self, right: Self) -> Bool { left.text.isSame(right.text) }

    /// The entry with this id: the file in the first directory that has one. If that file does not count, later
    /// directories are not searched: this is how a person hides one of the system's programs.
    func entry(in directories: [String]) -> DesktopEntry? {
        for directory in directories {
            for name in fileNames {
                let path = "\(directory)/\(name)"
                if let file = KeyFile.read(path, limit: DesktopEntry.largestFile) {
                    return DesktopEntry(file, path: path)
                }
            }
        }
        return nil
    }

    /// The paths that give this id: `a-b-c.desktop` may be `a/b-c.desktop` or `a/b/c.desktop`. None leads outside the
    /// directory.
    private var fileNames: [String] {
        var names = [text]
        var bytes = Array(text.utf8)
        while let dash = bytes.firstIndex(of: UInt8(ascii: "-")), names.count < 8 {
            bytes[dash] = UInt8(ascii: "/")
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names.filter { name in !name.pathNames.contains { $0 == "." || $0 == ".." } }
    }
}

/// The desktop entries below one applications directory.
///
/// A desktop has hundreds, and few of them name a scheme. Each file is read once, and parsed only if it contains the
/// name of the type.
struct ApplicationFiles {
    /// The greatest depth of folders that are searched.
    private static let deepest = 3

    private let directory: String

    init(in directory: String) {
        self.directory = directory
    }

    /// The entries whose `MimeType` names `type`, ordered by id.
    func entries(naming type: String) -> [(id: DesktopEntryID, path: String)] {
        var found: [(id: DesktopEntryID, path: String)] = []
        collect("", Array(type.utf8), type, 0, into: &found)
        return found.sorted { $0.id.text < $1.id.text }
    }

    /// - Parameter folder: the path below the directory, with a trailing slash unless it is empty.
    private func collect(
        _ folder: String, _ bytes: [UInt8], _ type: String, _ depth: Int,
        into found: inout [(id: DesktopEntryID, path: String)]
    ) {
        for name in BoundedFile.names(in: "\(directory)/\(folder)") {
            guard name.hasSuffix(".desktop") else {
                // The listing of anything but a folder is empty.
                if depth < Self.deepest, !name.hasPrefix(".") {
                    collect("\(folder)\(name)/", bytes, type, depth + 1, into: &found)
                }
                continue
            }
            let path = "\(directory)/\(folder)\(name)"
            guard let id = DesktopEntryID((folder + name).pathNames.joined(separator: "-")),
                let file = BoundedFile.read(path, limit: DesktopEntry.largestFile), Self.contains(bytes, in: file),
                DesktopEntry(KeyFile(file), path: path)?.mimeTypes.contains(type) == true
            else { continue }
            found.append((id, path))
        }
    }

    /// Whether `file` contains `wanted`, which is not empty.
    static func contains(_ wanted: [UInt8], in file: [UInt8]) -> Bool {
        guard let last = wanted.last, file.count >= wanted.count else { return false }
        let (file, wanted) = (file.span, wanted.span)
        // Search for the end of the name, because schemes differ more at their ends than in the common prefix.
        return (wanted.count - 1..<file.count).contains { end in
            guard file[end] == last else { return false }
            let start = end - wanted.count + 1
            return (0..<wanted.count - 1).allSatisfy { file[start + $0] == wanted[$0] }
        }
    }
}
