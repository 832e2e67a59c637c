/// Paths in commands that the person may copy.
package enum ShellWord {
    /// The path as a shell reads it back: quoted unless every character is harmless.
    package static func of(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/._-+".utf8.contains(byte)
        }
        if isPlain { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
