import RouterBytes

/// The case of letters.
package enum LetterCase: Sendable {
    case small
    case capital
}

extension Collection<UInt8> {
    /// The case of the ASCII letters if there are several and all have the same one; otherwise nil. If an address should
    /// have letters of both, its text was changed on the way.
    package var onlyLetterCase: LetterCase? {
        let letters = filter(\.isASCIILetter)
        let small = letters.count { $0 >= UInt8(ascii: "a") }
        guard letters.count > 1, small == 0 || small == letters.count else { return nil }
        return small == 0 ? .capital : .small
    }
}
