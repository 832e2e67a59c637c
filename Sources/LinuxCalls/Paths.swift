/// Paths and lists of paths, split as the kernel and the desktop split them: by bytes. In a String, a slash before a
/// combining accent belongs to another character.
extension String {
    /// Whether it is an absolute path.
    package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

    /// The names between its slashes.
    package var pathNames: [String] { split(at: "/") }

    /// The parts between the ASCII scalars `separator`; empty parts are omitted.
    package func split(at separator: Unicode.Scalar) -> [String] {
        utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
    }

    /// The part before its last slash; nil if it has none.
    package var parentPath: String? { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } }
}
