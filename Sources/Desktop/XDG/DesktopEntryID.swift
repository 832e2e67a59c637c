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
