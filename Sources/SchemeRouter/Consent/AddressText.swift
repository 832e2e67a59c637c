/// Addresses as people compare them: in groups of four characters.
enum AddressText {
    /// Shorter texts, such as account names, are read as words.
    private static let leastGrouped = 20
    private static let groupLength = 4

    /// `XiUs EXvL jqhu …`, or `bitcoincash: qpm2 qsz…` with a prefix; nil for a text that is short or contains
    /// characters other than letters and digits.
    static func groups(of text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, last.count >= leastGrouped,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isLetterOrDigit) })
        else { return nil }
        var groups = parts.count == 2 ? "\(Substring(parts[0])):" : ""
        for (position, character) in Substring(last).enumerated() {
            if position.isMultiple(of: groupLength), !groups.isEmpty { groups.append(" ") }
            groups.append(character)
        }
        return groups
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
