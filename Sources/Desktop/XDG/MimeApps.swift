/// Which programs the desktop would open a type with, most preferred first.
///
/// The order is the one that desktops were measured to keep: defaults in `mimeapps.list` files (the desktop's own
/// before the common one; the person's configuration, the system's, the person's data, the system's data), the older
/// `defaults.list`, associations that were added, `mimeinfo.cache`, and last what the entries say of themselves, which
/// covers an entry whose cache was not written. A removed association does not take away a default.
struct MimeApps: Sendable {
    /// A program that a file names for a type.
    struct Mention: Sendable, Equatable {
        let id: DesktopEntryID
        let source: String
    }

    private static let largestList = 2_097_152

    let directories: XDGDirectories

    /// Calls `body` with each program named for `type`, until it returns true. Programs may be named more than once.
    func first(for type: String, where body: (Mention) -> Bool) {
        var removed: Set<DesktopEntryID> = []
        let lists = listPaths.compactMap { path in
            KeyFile.read(path, limit: Self.largestList).map { (path: path, file: $0) }
        }
        for list in lists where visit(list.file, "Default Applications", type, list.path, body) { return }
        for path in inDataDirectories("defaults.list") {
            guard let file = KeyFile.read(path, limit: Self.largestList) else { continue }
            if visit(file, "Default Applications", type, path, body) { return }
        }
        for list in lists {
            let wanted: (Mention) -> Bool = { !removed.contains($0.id) && body($0) }
            if visit(list.file, "Added Associations", type, list.path, wanted) { return }
            removed.formUnion(list.file.list(type, in: "Removed Associations").compactMap(DesktopEntryID.init))
        }
        let wanted: (Mention) -> Bool = { !removed.contains($0.id) && body($0) }
        for path in inDataDirectories("mimeinfo.cache") {
            guard let file = KeyFile.read(path, limit: Self.largestList) else { continue }
            if visit(file, "MIME Cache", type, path, wanted) { return }
        }
        for directory in directories.applicationDirectories where scan(directory, type, wanted) { return }
    }

    /// The `mimeapps.list` files that may exist, most important first.
    var listPaths: [String] {
        let places =
            [directories.configHome] + directories.configDirectories + directories.applicationDirectories
        return places.flatMap { place in
            directories.desktops.map { "\(place)/\($0)-mimeapps.list" } + ["\(place)/mimeapps.list"]
        }
    }

    private func inDataDirectories(_ name: String) -> [String] {
        directories.applicationDirectories.map { "\($0)/\(name)" }
    }

    private func visit(
        _ file: KeyFile, _ group: String, _ type: String, _ path: String, _ body: (Mention) -> Bool
    ) -> Bool {
        file.list(type, in: group).compactMap(DesktopEntryID.init).contains { body(Mention(id: $0, source: path)) }
    }

    /// Entries directly in the directory only: those below it are found where a list names them.
    private func scan(_ directory: String, _ type: String, _ body: (Mention) -> Bool) -> Bool {
        BoundedFile.names(in: directory).compactMap(DesktopEntryID.init).contains { id in
            let path = "\(directory)/\(id.text)"
            guard let entry = DesktopEntry.read(path), entry.mimeTypes.contains(type) else { return false }
            return body(Mention(id: id, source: path))
        }
    }
}
