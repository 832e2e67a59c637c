extension String {
    /// Byte for byte: by ==, differently encoded texts could be the same.
    func isSame(_ other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }
}
