extension String {
    /// Byte for byte: by ==, differently encoded texts could be the same. And at once: == takes time that grows with the
    /// square of how many combining marks follow each other, and a text's author can use many.
    package func isSame(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// The case that a text of others names, byte for byte; nil where it names none. `init(rawValue:)` compares by ==.
    package init?(named name: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue.isSame(name) }) else { return nil }
        self = named
    }
}
