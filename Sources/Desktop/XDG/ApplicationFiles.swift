import RouterLinux

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
