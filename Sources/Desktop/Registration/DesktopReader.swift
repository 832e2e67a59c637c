import RouterLinux
import SchemeRouter

/// One of the ways in which desktops find the program that gets a link. They read the same files differently
/// (Documentation/protocols/linux-desktop.md §1.2).
enum DesktopReader: String, Sendable, CaseIterable {
    /// GLib: `gio open`, the browsers' own openers, and the openers of XFCE and LXQt.
    case glib
    /// `xdg-mime query default`, on which `xdg-open` relies where it knows no desktop.
    case xdgMime = "xdg-mime"
    /// KDE's services: `kde-open`.
    case kde
}

/// An opener that is installed, and the program that it starts for links of one type.
public struct OpenerFinding: Sendable, Hashable {
    /// The opener's command, such as `gio open`.
    public let opener: String
    /// The program; nil if the opener starts none, or that cannot be known.
    public let program: SchemeOpener?
    /// Why that cannot be known; nil if it is known.
    public let doubt: String?
}

/// Finds the program that each opener starts, by reading as each of them reads.
struct DesktopReaders {
    /// The openers, where distributions install them, with the way in which they read.
    static let openers: [(name: String, path: String, reader: DesktopReader)] = [
        ("gio open", "/usr/bin/gio", .glib), ("xdg-open", "/usr/bin/xdg-mime", .xdgMime),
        ("exo-open", "/usr/bin/exo-open", .glib), ("kde-open", "/usr/bin/kde-open", .kde),
        ("kde-open5", "/usr/bin/kde-open5", .kde), ("qtxdg-mat", "/usr/bin/qtxdg-mat", .glib),
    ]

    let directories: XDGDirectories
    let ownID: DesktopEntryID

    /// What a reader finds.
    enum Found: Equatable {
        case program(DesktopEntryID, source: String)
        case none
        /// Nothing decides among several.
        case several
    }

    /// What each opener that is installed starts. Openers that read in the same way find the same.
    func findings(for type: String, isInstalled: (String) -> Bool) -> [OpenerFinding] {
        var known: [DesktopReader: Found] = [:]
        return Self.openers.filter { isInstalled($0.path) }.map { opener in
            let found = known[opener.reader] ?? find(type, opener.reader)
            known[opener.reader] = found
            guard case .program(let id, let source) = found else {
                let doubt = found == .several ? "no list says which of several programs comes first" : nil
                return OpenerFinding(opener: opener.name, program: nil, doubt: doubt)
            }
            let entry = id.entry(in: directories.applicationDirectories)
            return OpenerFinding(
                opener: opener.name,
                program: SchemeOpener(
                    id: VisibleText.of(id.text), name: entry.map { VisibleText.of($0.name) }, source: source,
                    isOurs: id == ownID), doubt: nil)
        }
    }

    func find(_ type: String, _ reader: DesktopReader) -> Found {
        switch reader {
        case .glib: glib(type)
        case .xdgMime: xdgMime(type)
        case .kde: kde(type)
        }
    }

    private var lists: [(path: String, bytes: [UInt8])] {
        MimeApps(directories: directories).listPaths.compactMap { path in
            BoundedFile.read(path, limit: DesktopRegistration.largestFile).map { (path, $0) }
        }
    }

    private func entry(_ id: String) -> (id: DesktopEntryID, entry: DesktopEntry)? {
        DesktopEntryID(id).flatMap { id in
            id.entry(in: directories.applicationDirectories).map { (id, $0) }
        }
    }

    // MARK: GLib

    /// Defaults of all lists, then added associations, then the indexes; lists with a line that GLib cannot parse do not
    /// count.
    private func glib(_ type: String) -> Found {
        let lists = lists.compactMap { list in (try? GLibKeyFile(list.bytes)).map { (path: list.path, file: $0) } }
        func first(_ ids: [String], _ source: String, without removed: Set<String> = []) -> Found? {
            for id in ids where !removed.contains(id) {
                if let found = entry(id), Self.canStart(found.entry) { return .program(found.id, source: source) }
            }
            return nil
        }
        for list in lists {
            if let found = first(list.file.list(type, in: "Default Applications"), list.path) { return found }
        }
        var removed: Set<String> = []
        for list in lists {
            if let found = first(list.file.list(type, in: "Added Associations"), list.path, without: removed) {
                return found
            }
            removed.formUnion(list.file.list(type, in: "Removed Associations"))
        }
        for directory in directories.applicationDirectories {
            let path = "\(directory)/mimeinfo.cache"
            guard let bytes = BoundedFile.read(path, limit: DesktopRegistration.largestFile),
                let index = try? GLibKeyFile(bytes)
            else { continue }
            let ids = index.list(type, in: "MIME Cache").filter { entry($0)?.entry.isHidden == false }
            if let found = first(ids, path, without: removed) { return found }
        }
        return .none
    }

    /// GLib loads no entry whose program is missing.
    private static func canStart(_ entry: DesktopEntry) -> Bool {
        if let tried = entry.tryExec, !tried.isEmpty, ExecutableFile.find(tried) == nil { return false }
        guard let exec = entry.exec else { return entry.isDBusActivatable }
        let program = exec.split(at: " ").first ?? ""
        return ExecutableFile.find(program.replacing("\"", with: "")) != nil
    }

    // MARK: xdg-mime

    /// Lines that begin with the type and “=”, in the group of defaults; only the first such line and its first item
    /// count. Then any line of an index that contains the type.
    private func xdgMime(_ type: String) -> Found {
        for list in lists {
            guard let id = Self.firstDefault(type, list.bytes), let found = entry(id) else { continue }
            let program = found.entry.exec?.split(at: " ").first ?? ""
            if ExecutableFile.find(program) != nil { return .program(found.id, source: list.path) }
        }
        for directory in directories.applicationDirectories {
            for path in ["\(directory)/defaults.list", "\(directory)/mimeinfo.cache"] {
                let lines = BoundedFile.read(path, limit: DesktopRegistration.largestFile)?.split(separator: 0x0A) ?? []
                let marks = Array("\(type)=".utf8)
                guard let line = lines.first(where: { ApplicationFiles.contains(marks, in: Array($0)) }) else {
                    continue
                }
                let value =
                    line.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false).dropFirst().first ?? []
                let id = String(decoding: value.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
                // Whether that program exists is not asked.
                if !id.isEmpty { return DesktopEntryID(id).map { .program($0, source: path) } ?? .none }
            }
        }
        let claimed = directories.applicationDirectories.flatMap { ApplicationFiles(in: $0).entries(naming: type) }
        guard let only = claimed.first else { return .none }
        return claimed.count == 1 ? .program(only.id, source: only.path) : .several
    }

    private static func firstDefault(_ type: String, _ bytes: [UInt8]) -> String? {
        let (header, key) = (Array("[Default Applications]".utf8), Array("\(type)=".utf8))
        var isInside = false
        for line in bytes.split(separator: 0x0A) {
            if line.first == UInt8(ascii: "[") {
                isInside = line.starts(with: header)
            } else if isInside, line.starts(with: key) {
                let value = line.dropFirst(key.count).prefix { $0 != UInt8(ascii: ";") }
                return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
            }
        }
        return nil
    }

    // MARK: KDE

    /// Each list in turn, its defaults before its added associations; lines that KDE cannot parse are skipped. Then the
    /// entries' own claims, whose order is not defined.
    private func kde(_ type: String) -> Found {
        var removed: Set<String> = []
        for list in lists {
            let file = KeyFile(Self.withPlainHeaders(list.bytes))
            for (group, counts) in [("Default Applications", false), ("Added Associations", true)] {
                // The value is trimmed, and its items are not.
                let ids = GLibKeyFile.items(of: (file.value(type, in: group) ?? "").utf8)
                for id in ids where !(counts && removed.contains(id)) {
                    guard let found = entry(id), found.entry.isPresent else { continue }
                    return .program(found.id, source: list.path)
                }
            }
            removed.formUnion(file.list(type, in: "Removed Associations"))
        }
        var seen: Set<DesktopEntryID> = []
        let claimed = directories.applicationDirectories.flatMap { ApplicationFiles(in: $0).entries(naming: type) }
            .filter {
                seen.insert($0.id).inserted && !removed.contains($0.id.text)
                    && entry($0.id.text)?.entry.isPresent == true
            }
        guard let only = claimed.first else { return .none }
        return claimed.count == 1 ? .program(only.id, source: only.path) : .several
    }

    /// KDE reads the name of a group up to the first bracket, whatever follows.
    private static func withPlainHeaders(_ bytes: [UInt8]) -> [UInt8] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> ArraySlice<UInt8> in
            let text = line.drop { $0 == 0x20 || $0 == 0x09 }
            guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else { return line }
            return text[...end]
        }.joined(separator: [0x0A]).map(\.self)
    }
}
