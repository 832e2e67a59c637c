extension Unicode.Scalar {
    /// Whether readers see the character for what it is, and it does not change its neighbours.
    ///
    /// False for controls, all white space except the space, characters that are invisible, blank or without an agreed
    /// meaning, those that reorder their neighbours, and marks that are drawn around them.
    package var isUnambiguouslyVisible: Bool {
        guard value >= 0x7F else { return value >= 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .enclosingMark, .privateUse,
            .surrogate, .unassigned:
            return false
        default:
            return !properties.isDefaultIgnorableCodePoint && !Self.blanks.contains(value)
        }
    }

    /// Whether it is white space of any kind, line ends included.
    package var isSpacing: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85: return true
        case ..<0x80: return false
        default:
            switch properties.generalCategory {
            case .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
            default: return false
            }
        }
    }

    /// Whether it is drawn above or below the preceding character.
    package var isMark: Bool { value >= 0x300 && properties.generalCategory == .nonspacingMark }

    /// The most marks shown on one character. No script in use needs more, and a stack of them covers other lines.
    package static let mostMarks = 3

    /// Characters drawn as nothing or as an empty box although Unicode calls them symbols or letters: the blank Braille
    /// pattern, the object replacement character, the null note head, and the filler of the Khitan script.
    private static let blanks: [UInt32] = [0x2800, 0xFFFC, 0x1D159, 0x16FE4]
}
