import RouterLinux

/// The desktop entries below one applications directory.
///
/// A desktop has hundreds, and few of them name a scheme. Each file is read once, and parsed only if it contains the name
/// of the type at all.
struct ApplicationFiles {
    /// The most folders below one another that are looked into.
    private static let deepest = 3

    private let directory: String

    init(in directory: String) {
        self.directory = directory
    }

    /// Those whose `MimeType` names `type`, by the order of their ids.
    func entries(naming type: String) -> [(id: DesktopEntryID, path: String)] {
        var found: [(id: DesktopEntryID, path: String)] = []
        collect("", Array(type.utf8), type, 0, into: &found)
        return found.sorted { $0.id.text < $1.id.text }
    }

    /// - Parameter folder: the path below the directory, with a slash at its end if it is not empty.
    private func collect(
        _ folder: String, _ bytes: [UInt8], _ type: String, _ depth: Int,
        into found: inout [(id: DesktopEntryID, path: String)]
    ) {
        for name in BoundedFile.names(in: "\(directory)/\(folder)") {
            guard name.hasSuffix(".desktop") else {
                // Anything but a folder contains no names.
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
        // The end of the name is searched for, because schemes differ more in their ends than in what comes before.
        return (wanted.count - 1..<file.count).contains { end in
            guard file[end] == last else { return false }
            let start = end - wanted.count + 1
            return (0..<wanted.count - 1).allSatisfy { file[start + $0] == wanted[$0] }
        }
    }
}
