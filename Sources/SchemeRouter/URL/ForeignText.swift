/// Text that a stranger wrote, made safe to show: quoted as such, never followed.
public struct ForeignText: Sendable, Hashable {
    /// The most Unicode scalars that are kept. Not characters: one of those can be as long as a link.
    public static let maxLength = 500

    /// The text without controls and without characters that change how other text looks.
    public let text: String
    /// Whether anything was removed or cut.
    public let wasChanged: Bool

    /// Cleans `bytes`, which are UTF-8: control, format and bidi characters, line separators and private or unassigned
    /// characters are removed (S1), and what is longer than `limit` scalars is cut.
    public init(_ bytes: some Collection<UInt8>, limit: Int = ForeignText.maxLength) {
        let given = String(decoding: bytes, as: UTF8.self)
        var cleaned = String.UnicodeScalarView()
        for scalar in given.unicodeScalars where Self.isSafe(scalar) { cleaned.append(scalar) }
        let text = String(cleaned.prefix(limit))
        self.text = text
        self.wasChanged = text != given
    }

    /// Whether a character is seen as what it is, and leaves its neighbours as they are.
    static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x7F ? scalar.value >= 0x20 : !scalar.isUnsafeToShow
    }
}

extension Unicode.Scalar {
    /// Characters that are invisible, reorder their neighbours, or mean nothing agreed.
    fileprivate var isUnsafeToShow: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
