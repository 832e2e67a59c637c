import SchemeRouter

/// Finds the programs that open links of a scheme now.
struct SchemeOpeners {
    let directories: XDGDirectories
    let ownID: DesktopEntryID

    /// The first existing program that the desktop names for `type`; nil if there is none.
    /// - Parameter countsOurs: whether our own entry counts even if its program is gone. It counts for the question
    ///   whose the scheme is, and not for the question what a click does.
    func current(_ type: String, countsOurs: Bool) -> SchemeOpener? {
        var found: SchemeOpener?
        MimeApps(directories: directories).first(for: type) { mention in
            let entry = mention.id.entry(in: directories.applicationDirectories)
            guard entry?.isPresent ?? false || (countsOurs && mention.id == ownID) else { return false }
            found = opener(mention.id, entry, mention.source)
            return true
        }
        return found
    }

    /// The desktop-specific lists that name another program. Such a list overrides the common one in the same
    /// directory, so only lists next to the person's own list can override ours.
    func overrides(of type: String) -> [SchemeOverride] {
        let ending = "-mimeapps.list"
        return BoundedFile.names(in: directories.configHome).filter { $0.hasSuffix(ending) }.compactMap { name in
            let path = "\(directories.configHome)/\(name)"
            guard let file = KeyFile.read(path, limit: DesktopRegistration.largestFile) else { return nil }
            for id in file.list(type, in: "Default Applications").compactMap(DesktopEntryID.init) {
                let entry = id.entry(in: directories.applicationDirectories)
                if id == ownID { return nil }
                guard entry?.isPresent ?? false else { continue }
                return SchemeOverride(
                    desktop: VisibleText.of(String(name.dropLast(ending.count)).lowercased()),
                    opener: opener(id, entry, path))
            }
            return nil
        }
    }

    /// Whether any program in the list `value`, separated by `;`, exists.
    func isAnyPresent(in value: String) -> Bool {
        value.split(at: ";").compactMap(DesktopEntryID.init)
            .contains { $0.entry(in: directories.applicationDirectories)?.isPresent ?? false }
    }

    private func opener(_ id: DesktopEntryID, _ entry: DesktopEntry?, _ source: String) -> SchemeOpener {
        SchemeOpener(
            id: VisibleText.of(id.text), name: entry.map { VisibleText.of($0.name) }, source: source,
            isOurs: id == ownID)
    }
}

/// A program that opens links of a scheme, according to the desktop's files.
public struct SchemeOpener: Sendable, Hashable {
    /// The desktop entry's id, safe to show.
    public let id: String
    /// The program's name, safe to show; nil if there is no such entry.
    public let name: String?
    /// The file that names it.
    public let source: String
    /// Whether it is our entry.
    public let isOurs: Bool

    /// `Other Wallet (other.desktop, by /home/u/.config/mimeapps.list)`.
    public var text: String {
        let place = "by \(VisibleText.of(source))"
        return name.map { "\($0) (\(id), \(place))" } ?? "\(id) (\(place))"
    }
}

/// A desktop-specific list that puts another program before ours.
public struct SchemeOverride: Sendable, Hashable {
    /// The desktop, in lower case, as in `XDG_CURRENT_DESKTOP`.
    public let desktop: String
    /// The program on that desktop.
    public let opener: SchemeOpener
}
