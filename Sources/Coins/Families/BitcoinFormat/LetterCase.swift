import RouterBytes

/// The case of letters.
package enum LetterCase: Sendable {
    case small
    case capital
}

// Not generic over collections: called from another module, the letters of one address took 27,000 instructions.
extension Span<UInt8> {
    /// The case of the ASCII letters if there are several and all have the same one; otherwise nil. If an address should
    /// have letters of both, its text was changed on the way.
    package var onlyLetterCase: LetterCase? {
        var (small, capital) = (0, 0)
        for offset in indices where self[offset].isASCIILetter {
            if self[offset] >= UInt8(ascii: "a") { small += 1 } else { capital += 1 }
        }
        guard small + capital > 1, small == 0 || capital == 0 else { return nil }
        return small == 0 ? .capital : .small
    }
}
