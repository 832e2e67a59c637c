extension Unicode.Scalar {
    /// Whether a terminal shows this character without side effects: no control, nothing invisible, nothing that
    /// reorders its neighbours.
    var isSafeToPrint: Bool {
        if value < 0x7F { return value >= 0x20 }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    /// Whether YAML 1.1 ends a line here.
    var isLineBreak: Bool {
        switch value {
        case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension String {
    /// This text with a replacement character for every unsafe one.
    package var printable: String {
        if unicodeScalars.allSatisfy(\.isSafeToPrint) { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isSafeToPrint ? scalar : "\u{FFFD}") }
        return String(text)
    }
}

/// Text of a file, quoted for a message: safe to print, without what could be a key (S8), and cut after 40 characters.
package func quoted(_ text: String) -> String {
    let text = KeyMaterial.hidden(inSetting: text)
    let shown = String(text.unicodeScalars.prefix(40)).printable
    return "“" + shown + (text.unicodeScalars.count > 40 ? "…”" : "”")
}

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
