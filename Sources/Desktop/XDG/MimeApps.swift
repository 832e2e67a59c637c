import SchemeRouter

/// The programs with which the desktop would open a type, most preferred first.
///
/// The order is the measured one: defaults in `mimeapps.list` files (the desktop's own before the common one; the
/// person's configuration, the system's, the person's data, the system's data), the older `defaults.list`, added
/// associations, `mimeinfo.cache`, and last the entries' own claims, for entries whose cache was not written. A removed
/// association does not remove a default.
struct MimeApps: Sendable {
    /// A program that a file names for a type.
    struct Mention: Sendable, Equatable {
        let id: DesktopEntryID
        let source: String
        /// The kind of line that names it.
        let origin: WalletProgram.Origin
    }

    private static let largestList = 2_097_152

    let directories: XDGDirectories

    /// Calls `body` with each program that is named for `type` until it returns true. Programs may occur more than
    /// once.
    func first(for type: String, where body: (Mention) -> Bool) {
        var removed: Set<DesktopEntryID> = []
        let lists = listPaths.compactMap(Self.read)
        for list in lists where visit(list, .byDefault, type, body) { return }
        for list in dataLists("defaults.list") where visit(list, .byDefault, type, body) { return }
        for list in lists {
            let wanted: (Mention) -> Bool = { !removed.contains($0.id) && body($0) }
            if visit(list, .added, type, wanted) { return }
            removed.formUnion(list.file.list(type, in: "Removed Associations").compactMap(DesktopEntryID.init))
        }
        let wanted: (Mention) -> Bool = { !removed.contains($0.id) && body($0) }
        for list in dataLists("mimeinfo.cache") where visit(list, .entry, type, wanted) { return }
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

    private typealias List = (path: String, file: KeyFile)

    private static func read(_ path: String) -> List? {
        KeyFile.read(path, limit: largestList).map { (path, $0) }
    }

    /// Each is read only if the ones before it named nothing.
    private func dataLists(_ name: String) -> some Sequence<List> {
        directories.applicationDirectories.lazy.compactMap { Self.read("\($0)/\(name)") }
    }

    private func visit(
        _ list: List, _ origin: WalletProgram.Origin, _ type: String, _ body: (Mention) -> Bool
    ) -> Bool {
        let group =
            switch origin {
            case .before, .byDefault: "Default Applications"
            case .added: "Added Associations"
            case .entry: "MIME Cache"
            }
        return list.file.list(type, in: group).compactMap(DesktopEntryID.init)
            .contains { body(Mention(id: $0, source: list.path, origin: origin)) }
    }

    /// The entries that name the type themselves, also those in folders, ordered by id.
    private func scan(_ directory: String, _ type: String, _ body: (Mention) -> Bool) -> Bool {
        ApplicationFiles(in: directory).entries(naming: type)
            .contains { body(Mention(id: $0.id, source: $0.path, origin: .entry)) }
    }
}
