import RouterBytes

/// A text without its percent-encoding, split into words of letters and digits: all that ``KeyMaterial`` looks at. The
/// bytes are read once; every rule then looks only at the words.
struct KeyText {
    /// Letters and digits in a row. Bytes that are not ASCII may be invisible and do not divide a key, unless they are a wide
    /// space or a quotation mark.
    struct Word {
        let start: Int
        var end: Int
        var digits = 0
        var capitals = 0
        /// Small letters.
        var small = 0
        /// Hexadecimal digits of any kind.
        var hex = 0
        /// Whether a capital letter follows another letter or digit.
        var hasInnerCapital = false

        var count: Int { end - start }
        /// Those of ASCII.
        var letters: Int { capitals + small }
        var plain: Int { letters + digits }
        /// Whether it looks like a piece of a key rather than a word: it has digits, or both kinds of letters mixed.
        var isOdd: Bool { digits > 0 || hasInnerCapital && small > 0 }
        /// Whether it looks like a word that is too long to be a piece of a key by chance.
        var isPlain: Bool { !isOdd && count > 6 }
    }

    let bytes: [UInt8]
    let words: [Word]
    /// Where each byte begins in the text as it was given, and where the last one ends; empty if nothing was decoded.
    private let starts: [Int]

    /// How often a link in a link in a link is encoded.
    private static let mostEncodings = 4

    init(_ given: [UInt8]) {
        var (bytes, starts): ([UInt8], [Int]) = (given, [])
        for _ in 0..<Self.mostEncodings {
            guard let decoded = Self.decode(bytes, starts) else { break }
            (bytes, starts) = decoded
        }
        (self.bytes, self.starts) = (bytes, starts)
        words = Self.words(in: bytes.span)
    }

    /// Nil if there is nothing to decode.
    private static func decode(_ bytes: [UInt8], _ starts: [Int]) -> ([UInt8], [Int])? {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == wide }) else { return nil }
        var (decoded, places): ([UInt8], [Int]) = ([], [])
        var offset = 0
        while offset < bytes.count {
            places.append(starts.isEmpty ? offset : starts[offset])
            if bytes[offset] == UInt8(ascii: "%"), offset + 2 < bytes.count,
                let high = bytes[offset + 1].hexDigitValue, let low = bytes[offset + 2].hexDigitValue
            {
                decoded.append(high << 4 | low)
                offset += 3
            } else if let narrow = narrow(bytes[offset...].prefix(3)) {
                decoded.append(narrow)
                offset += 3
            } else {
                decoded.append(bytes[offset])
                offset += 1
            }
        }
        guard decoded.count < bytes.count else { return nil }
        places.append(starts.last ?? bytes.count)
        return (decoded, places)
    }

    /// The first byte of the wide forms of ASCII, which Japanese and Chinese keyboards write: U+FF01 to U+FF5E.
    private static let wide: UInt8 = 0xEF

    /// The letter, digit or sign of ASCII whose wide form has these bytes in UTF-8; nil if they are not one.
    private static func narrow(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.count == 3, bytes.first == wide, let last = bytes.last else { return nil }
        return switch bytes[bytes.startIndex + 1] {
        case 0xBC where 0x81...0xBF ~= last: last - 0x60
        case 0xBD where 0x80...0x9E ~= last: last - 0x20
        default: nil
        }
    }

    private static func words(in bytes: Span<UInt8>) -> [Word] {
        var words: [Word] = []
        var word: Word?
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let isMark =
                byte >= 0xE2 && offset + 2 < bytes.count && bytes[offset + 1] == 0x80
                && Self.isMark(byte, bytes[offset + 2])
            if byte.isKeyByte, !isMark {
                if word == nil { word = Word(start: offset, end: offset) }
                word?.add(byte)
            } else if let done = word {
                words.append(done)
                word = nil
            }
            offset += isMark ? 3 : 1
        }
        if let word { words.append(word) }
        return words
    }

    /// Whether a wide space, a quotation mark or an ellipsis has these bytes around 0x80 in UTF-8.
    private static func isMark(_ first: UInt8, _ last: UInt8) -> Bool {
        switch first {
        case 0xE2: 0x98...0x9F ~= last || last == 0xA6
        case 0xE3: last == 0x80 || 0x8A...0x8F ~= last
        default: false
        }
    }

    /// The place of a range of ``bytes`` in the text as it was given.
    func place(_ range: Range<Int>) -> Range<Int> {
        starts.isEmpty ? range : starts[range.lowerBound]..<starts[range.upperBound]
    }

    func place(ofWords range: Range<Int>) -> Range<Int> {
        place(words[range.lowerBound].start..<words[range.upperBound - 1].end)
    }

    /// The words of a chain, each of which stands at most `most` bytes behind the one before, all of which fit; chains of one
    /// word are left out.
    func chains(gap most: Int, _ fits: (UInt8) -> Bool) -> [Range<Int>] {
        var chains: [Range<Int>] = []
        var start = 0
        for index in words.indices where index > start {
            let gap = words[index - 1].end..<words[index].start
            guard gap.count > most || !bytes[gap].allSatisfy(fits) else { continue }
            if index - start > 1 { chains.append(start..<index) }
            start = index
        }
        if words.count - start > 1 { chains.append(start..<words.count) }
        return chains
    }
}

extension KeyText.Word {
    fileprivate mutating func add(_ byte: UInt8) {
        end += 1
        if byte.isASCIIDigit {
            digits += 1
            hex += 1
        } else if byte.isASCIILetter {
            if byte | 0x20 <= UInt8(ascii: "f") { hex += 1 }
            if byte & 0x20 == 0 {
                if count > 1 { hasInnerCapital = true }
                capitals += 1
            } else {
                small += 1
            }
        }
    }
}

extension UInt8 {
    fileprivate var isKeyByte: Bool { isASCIILetter || isASCIIDigit || self >= 0x80 }
}
