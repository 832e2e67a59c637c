/// The grammar of scheme names in descriptors (RFC 3986 3.1), in lower case.
enum SchemeName {
    /// The longest scheme accepted, in bytes (S1).
    static let maxLength = 32

    /// Whether `name` is `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` in lower case, and not too long.
    static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= maxLength else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
    }
}
