import RouterBytes

/// What can be told of an address without its coin's own code.
enum AddressText {
    /// The shortest and the longest text that any coin has for an address (BIP173 allows 90).
    static let length = 25...90

    /// Whether a text has only the characters of addresses, and as many.
    static func isPlausible(_ text: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}
