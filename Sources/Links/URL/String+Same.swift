import RouterBytes

extension String {
    /// Byte for byte: by ==, differently encoded texts could be the same. And at once: == takes time that grows with the
    /// square of how many combining marks follow each other, and a text's author can use many.
    @inlinable package func isSame(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.span.hasSameBytes(as: other.utf8.span)
    }
}

extension String {
    /// What stands first of what others say, of so many bytes: finding words in a text takes time as ``isSame(_:)`` says. None
    /// of the texts that are understood are longer.
    package func beginning(bytes: Int = 4_000) -> String {
        utf8.count <= bytes ? self : String(decoding: utf8.prefix(bytes), as: UTF8.self)
    }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// The case that a text of others names, byte for byte; nil if it names none. `init(rawValue:)` compares by ==.
    @inlinable package init?(named name: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue.isSame(name) }) else { return nil }
        self = named
    }
}
