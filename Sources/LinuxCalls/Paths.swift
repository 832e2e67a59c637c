/// Paths and lists of paths, split as the kernel and the desktop split them: by bytes. In a String, a slash before a
/// combining accent belongs to another character.
extension String {
    /// Whether it is an absolute path.
    package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

    /// The names between its slashes.
    package var pathNames: [String] { split(at: "/") }

    /// The parts between the ASCII scalars `separator`; empty parts are omitted.
    package func split(at separator: Unicode.Scalar) -> [String] {
        // By hand: `split` makes an array of another type, and its first use costs more at every start than all of this.
        var parts: [String] = []
        var start = utf8.startIndex
        while start < utf8.endIndex {
            let end = utf8[start...].firstIndex(of: UInt8(ascii: separator)) ?? utf8.endIndex
            if start < end { parts.append(String(self[start..<end])) }
            start = end < utf8.endIndex ? utf8.index(after: end) : end
        }
        return parts
    }

    /// The part before its last slash; nil if it has none.
    package var parentPath: String? { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } }
}
