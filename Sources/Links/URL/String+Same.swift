import RouterBytes

extension String {
    /// Compares byte for byte. `==` treats canonically equivalent texts as equal, and its time grows with the square of
    /// the number of consecutive combining marks, which the author of the text controls.
    @inlinable package func isSame(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.span.hasSameBytes(as: other.utf8.span)
    }
}

extension String {
    /// The first `bytes` of foreign text, to limit the time to search for words in it (see ``isSame(_:)``). No text
    /// that is understood is longer.
    package func beginning(bytes: Int = 4_000) -> String {
        utf8.count <= bytes ? self : String(decoding: utf8.prefix(bytes), as: UTF8.self)
    }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// The case with exactly this name, byte for byte; nil if there is none. `init(rawValue:)` compares with `==`.
    @inlinable package init?(named name: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue.isSame(name) }) else { return nil }
        self = named
    }
}
