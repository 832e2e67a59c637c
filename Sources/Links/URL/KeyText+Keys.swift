import RouterBytes

/// Keys and seeds: in one piece, in Base64, in groups, or as a Uniform Resource.
extension KeyText {
    /// Everything that no word of ours can be.
    func keys() -> [Range<Int>] {
        var found = words.indices.filter { mayBeKey(words[$0]) }.map { place(ofWords: $0..<$0 + 1) }
        found += base64ForURLs() + base64() + groups() + oddGroups() + byteLists() + uniformResources() + logins()
        return found
    }

    // MARK: In one piece

    /// From here on nothing that people write is a word, and few addresses are so short: WIF has 51 or 52 characters.
    private static let keyLength = 45
    /// Seeds of the XRP Ledger have 29 or 31 characters, short private keys of coins 22 or 30; all begin with s or S.
    private static let seedLengths = 20...32
    private static let mostCapitals = 5
    private static let cutLengths = 37...42
    /// A backup that was made by tossing a coin, perhaps cut.
    private static let fewestBits = 96
    /// Nobody has a key of so few different letters.
    private static let fewestLetters = 3
    /// 16 bytes in hexadecimal digits, perhaps cut.
    private static let hexLength = 30
    /// A hash of 20 bytes, such as an address of Ethereum.
    private static let hashLength = 40

    private func mayBeKey(_ word: Word) -> Bool {
        guard word.plain >= Self.seedLengths.lowerBound else { return false }
        let own = bytes[word.start..<word.end].filter { $0 < 0x80 }
        if word.plain >= Self.fewestBits, Self.areBits(own) { return true }
        guard Self.hasManyLetters(own) else { return false }
        guard word.plain < Self.keyLength else { return true }
        // A cut private key in base58. Addresses in base58 have fewer characters, or 43 and more.
        if Self.cutLengths.contains(word.plain), word.digits > 0, word.capitals > 2, word.small > 2,
            word.hex < word.plain - 1
        {
            return true
        }
        // 32 bytes in Base64. Addresses so long have no letters that look alike.
        if word.plain >= Self.base64Length, word.capitals > 2, word.small > 2, own.contains(where: "0OIl".utf8.contains)
        {
            return true
        }
        if own[0] | 0x20 == UInt8(ascii: "s"), Self.seedLengths.contains(word.plain) {
            // A name has no digits and few capital letters.
            return word.digits > 0 || word.capitals > Self.mostCapitals
        }
        let isPrefixed = own[0] == UInt8(ascii: "0") && own[1] | 0x20 == UInt8(ascii: "x")
        let count = word.plain - (isPrefixed ? 2 : 0)
        return count >= Self.hexLength && count != Self.hashLength && word.hex == word.plain - (isPrefixed ? 1 : 0)
    }

    private static func areBits(_ bytes: some Sequence<UInt8>) -> Bool {
        var (zeros, ones) = (0, 0)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0"): zeros += 1
            case UInt8(ascii: "1"): ones += 1
            default: return false
            }
        }
        return min(zeros, ones) > fewestBits / 8
    }

    private static func hasManyLetters(_ bytes: some Sequence<UInt8>) -> Bool {
        // Letters and digits are between 0x30 and 0x7A.
        var (low, high): (UInt64, UInt64) = (0, 0)
        for byte in bytes {
            if byte < 0x40 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 0x3F) }
        }
        return low.nonzeroBitCount + high.nonzeroBitCount > fewestLetters
    }

    // MARK: Base64

    /// 32 bytes without padding.
    private static let base64Length = 43
    /// 16 bytes without padding.
    private static let shortBase64Length = 22

    /// Base64 for URLs: names that people write with hyphens are shorter, and more of them are in names such as those of
    /// files that end in a UUID.
    private func base64ForURLs() -> [Range<Int>] {
        chains(gap: .max) { $0.isJoiner }.filter { chain in
            let own = words[chain]
            let count = words[chain.upperBound - 1].end - words[chain.lowerBound].start
            let joiners = count - own.reduce(0) { $0 + $1.count }
            return count >= Self.base64Length && joiners <= count / 10 && own.contains { $0.digits > 0 }
        }.map(place(ofWords:))
    }

    /// Base64 as everywhere else: what ends in its padding, and longer texts whose letters are mixed like those of a key.
    /// Paths and words between plus signs have few capital letters.
    private func base64() -> [Range<Int>] {
        chains(gap: 3) { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }.compactMap { chain -> Range<Int>? in
            // Words before and behind it are those of a path or a sentence.
            guard let first = chain.first(where: { !words[$0].isPlain }),
                let last = chain.last(where: { !words[$0].isPlain }),
                first < last, isMixed(first..<last + 1)
            else { return nil }
            return first..<last + 1
        }.map(place(ofWords:)) + padded()
    }

    /// 16 or 32 bytes, or more, before one or two signs of equality that nothing follows.
    private func padded() -> [Range<Int>] {
        words.indices.compactMap { index -> Range<Int>? in
            let word = words[index]
            let padding = bytes[word.end...].prefix(3).prefix { $0 == UInt8(ascii: "=") }.count
            guard padding == 1 || padding == 2 else { return nil }
            // What follows a sign of equality is a value.
            guard index + 1 == words.count || words[index + 1].start != word.end + padding else { return nil }
            let start = bytes[..<word.end].lastIndex { !$0.isOfBase64 }.map { $0 + 1 } ?? 0
            let own = bytes[start..<word.end]
            guard own.count >= (padding == 1 ? Self.base64Length : Self.shortBase64Length),
                own.count(where: { $0.isASCIILetter && $0 & 0x20 == 0 }) > 2,
                own.count(where: { $0.isASCIILetter && $0 & 0x20 != 0 }) > 2
            else { return nil }
            return place(start..<word.end)
        }
    }

    /// Whether plus signs and slashes divide letters and digits as they do in Base64 of 32 bytes or more.
    private func isMixed(_ chain: Range<Int>) -> Bool {
        let own = words[chain]
        let count = words[chain.upperBound - 1].end - words[chain.lowerBound].start
        let signs = count - own.reduce(0) { $0 + $1.count }
        func sum(_ kind: (Word) -> Int) -> Int { own.reduce(0) { $0 + kind($1) } }
        return count >= Self.base64Length - 3 && signs <= count / 8 && sum(\.capitals) >= count / 5
            && sum(\.small) >= count / 5 && sum(\.digits) >= count / 40
    }

    // MARK: In groups

    private static let groupSizes = 1...26
    /// In characters, between two groups: `", "`.
    private static let longestDivider = 4
    private static let fewestGroups = 4
    /// The digits of a backup in a QR code: twelve or more numbers of words.
    private static let numberSize = 4
    private static let fewestNumbers = 8
    /// An address of IPv6 has as many groups of hexadecimal digits.
    private static let addressGroups = 8

    /// Words of one length, of which the last may be shorter, that are a key together.
    private func groups() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < words.count {
            // Without invisible signs in it.
            let size = words[start].plain
            var end = start + 1
            guard Self.groupSizes.contains(size) else {
                start = end
                continue
            }
            while end < words.count, words[end].plain == size, isDivided(at: end) { end += 1 }
            let hasRest = end < words.count && words[end].plain < size && isDivided(at: end)
            if hasRest, isKey(inGroups: start..<end + 1) {
                found.append(start..<end + 1)
            } else if isKey(inGroups: start..<end) {
                found.append(start..<end)
            }
            start = end
        }
        return found.map(place(ofWords:))
    }

    /// Whether nothing but what people write between groups stands before a word.
    private func isDivided(at index: Int) -> Bool {
        let gap = words[index - 1].end..<words[index].start
        return gap.count <= Self.longestDivider && bytes[gap].allSatisfy(\.isDivider)
    }

    private func isKey(inGroups range: Range<Int>) -> Bool {
        let own = words[range]
        let size = words[range.lowerBound].plain
        guard own.count >= (size > 8 ? 2 : Self.fewestGroups) else { return false }
        var all = Word(start: words[range.lowerBound].start, end: words[range.upperBound - 1].end)
        var odd = 0
        for word in own {
            (all.digits, all.capitals, all.small) =
                (all.digits + word.digits, all.capitals + word.capitals, all.small + word.small)
            all.hex += word.hex
            if word.isOdd { odd += 1 }
        }
        if all.letters == 0, size == 8, all.plain >= Self.fewestBits {
            return Self.areBits(bytes[all.start..<all.end].filter(\.isASCIIDigit))
        }
        guard all.plain >= Self.seedLengths.lowerBound, odd * 3 >= own.count || size == 1 || all.small == 0 && odd > 0,
            Self.hasManyLetters(bytes[all.start..<all.end])
        else { return false }
        // Numbers of blocks, amounts and dates stand in rows, too.
        if all.letters == 0 { return size == Self.numberSize && own.count >= Self.fewestNumbers }
        let isAddress =
            own.count == Self.addressGroups && size <= 4 && all.hex == all.plain
            && !bytes[all.start..<all.end].contains { !$0.isASCIILetter && !$0.isASCIIDigit && $0 != UInt8(ascii: ":") }
        guard !isAddress else { return false }
        if all.plain >= Self.keyLength { return true }
        if all.hex == all.plain { return all.plain >= Self.hexLength && all.plain != Self.hashLength }
        return bytes[all.start] | 0x20 == UInt8(ascii: "s") && Self.seedLengths.contains(all.plain)
            && all.digits > 1 && all.letters > all.digits
    }

    /// Pieces of any length, most of which look like those of a key.
    private func oddGroups() -> [Range<Int>] {
        chains(gap: 1) { $0 == UInt8(ascii: "-") || $0 == 0x20 || $0 == UInt8(ascii: ":") }.flatMap { chain in
            words[chain].indices.split { words[$0].isPlain }.compactMap { part -> Range<Int>? in
                guard let first = part.first(where: { words[$0].isOdd }),
                    let last = part.last(where: { words[$0].isOdd })
                else { return nil }
                let own = words[first...last]
                let plain = own.reduce(0) { $0 + $1.plain }
                return plain >= Self.keyLength && own.reduce(0) { $0 + $1.letters } > plain / 4
                    && own.count(where: \.isOdd) * 2 > own.count ? first..<last + 1 : nil
            }
        }.map(place(ofWords:))
    }

    private static let fewestBytes = 12
    /// The words of a backup have numbers up to this one.
    private static let highestNumber = 2_048

    /// Numbers in a row of bytes, as programs print keys, or of the words of a backup. Of random ones some have three digits or
    /// more; addresses of computers and times have points and colons.
    private func byteLists() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < words.count {
            var end = start
            while end < words.count, isByte(words[end]), end == start || isListed(at: end) { end += 1 }
            if end - start >= Self.fewestBytes, words[start..<end].count(where: { $0.digits > 2 }) > 1 {
                found.append(place(ofWords: start..<end))
            }
            start = max(end, start + 1)
        }
        return found
    }

    private func isByte(_ word: Word) -> Bool {
        var digits = bytes[word.start..<word.end]
        // As programs in Rust have them.
        if digits.last == UInt8(ascii: "8"), digits.dropLast().last == UInt8(ascii: "u") { digits = digits.dropLast(2) }
        guard 1...4 ~= digits.count, digits.allSatisfy(\.isASCIIDigit) else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= Self.highestNumber
    }

    private func isListed(at index: Int) -> Bool {
        let gap = bytes[words[index - 1].end..<words[index].start]
        guard gap.count <= 4, !gap.elementsEqual("-".utf8) else { return false }
        return gap.allSatisfy { $0 <= 0x20 || ",;|-".utf8.contains($0) }
    }

    // MARK: Uniform Resources

    /// What follows the type in a link of Blockchain Commons (BCR-2020-005), such as `ur:crypto-seed/…`: letters that stand
    /// for bytes, of which every part of a longer text has only some.
    private func uniformResources() -> [Range<Int>] {
        words.compactMap { word in
            guard word.count == 2, bytes[word.start] | 0x20 == UInt8(ascii: "u"),
                bytes[word.start + 1] | 0x20 == UInt8(ascii: "r"), bytes[word.end...].first == UInt8(ascii: ":"),
                let slash = bytes[(word.end + 1)...].firstIndex(where: { !$0.isOfResource }),
                slash > word.end + 1, bytes[slash] == UInt8(ascii: "/")
            else { return nil }
            let end =
                bytes[slash...].firstIndex { !$0.isOfResource && $0 != UInt8(ascii: "/") && $0 < 0x80 } ?? bytes.count
            return slash + 1 < end ? place(slash + 1..<end) : nil
        }
    }
}

extension UInt8 {
    fileprivate var isJoiner: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isOfResource: Bool { isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") }
    /// Between words, a byte that is not ASCII is one of a wide space.
    fileprivate var isDivider: Bool { self <= 0x20 || self >= 0x80 || "-_:.,;|/+'\"`*()[]{}<>\\".utf8.contains(self) }
    fileprivate var isOfBase64: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
}
