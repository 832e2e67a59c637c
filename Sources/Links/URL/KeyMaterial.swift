import RouterBytes

/// Finds what could be a private key, a seed or the words of a wallet in a stranger's text, so that no error, log or
/// notice repeats it (S8).
///
/// Judged by looks alone, in any letter case and however percent-encoded, because a mistyped, cut or re-encoded key is
/// as secret as a whole one: hiding something harmless costs little. Only for text that says what is wrong; what a
/// person agrees to is always shown whole (S5).
package enum KeyMaterial {
    /// What stands in place of a hidden part.
    package static let mark = "[hidden]"

    /// The text with a mark for each part that could be secret.
    package static func hidden(in text: String) -> String {
        guard text.utf8.count >= shortest || text.utf8.contains(where: { "=:%".utf8.contains($0) }) else {
            return text
        }
        let bytes = Array(text.utf8)
        return hiding(ranges(in: bytes), of: bytes) ?? text
    }

    /// A name that a stranger chose, such as that of an unknown parameter: safe to show, without what could be secret, and
    /// cut after that, because half a key is secret too.
    package static func name(_ bytes: some Collection<UInt8>, limit: Int = 40) -> String {
        String(hidden(in: ForeignText(bytes, limit: .max).text).unicodeScalars.prefix(limit))
    }

    /// The same for a sentence of ours that quotes: only what no word of ours can be is hidden.
    package static func hidden(inSentence text: String) -> String {
        guard text.utf8.count >= shortest else { return text }
        let bytes = Array(text.utf8)
        return hiding(KeyText(bytes).runs(), of: bytes) ?? text
    }

    /// A line of a settings file, with stars in place of keys and of the values of secret names: as long as before.
    package static func starred(inSettings line: some Collection<UInt8>) -> String {
        var bytes = Array(line)
        let text = KeyText(bytes)
        for range in text.runs() + text.values() {
            for offset in range where bytes[offset] < 0x80 { bytes[offset] = UInt8(ascii: "*") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts that could be secret, in order.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        let text = KeyText(bytes)
        return merged(text.runs() + text.phrases() + text.values())
    }

    /// Nothing shorter is a key.
    private static let shortest = 20

    private static func hiding(_ ranges: [Range<Int>], of bytes: [UInt8]) -> String? {
        guard !ranges.isEmpty else { return nil }
        var text = ""
        var end = 0
        for range in merged(ranges) {
            text += String(decoding: bytes[end..<range.lowerBound], as: UTF8.self) + mark
            end = range.upperBound
        }
        return text + String(decoding: bytes[end...], as: UTF8.self)
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }
}

/// A text without its percent-encoding, and where each of its bytes came from.
private struct KeyText {
    private var letters: [(byte: UInt8, start: Int, end: Int)]

    /// How often a link in a link in a link is encoded.
    private static let mostEncodings = 4

    init(_ bytes: [UInt8]) {
        letters = bytes.enumerated().map { ($1, $0, $0 + 1) }
        for _ in 0..<Self.mostEncodings where letters.contains(where: { $0.byte == UInt8(ascii: "%") }) { decode() }
    }

    private mutating func decode() {
        var decoded: [(byte: UInt8, start: Int, end: Int)] = []
        decoded.reserveCapacity(letters.count)
        var offset = 0
        while offset < letters.count {
            let letter = letters[offset]
            if letter.byte == UInt8(ascii: "%"), offset + 2 < letters.count,
                let high = letters[offset + 1].byte.hexDigitValue, let low = letters[offset + 2].byte.hexDigitValue
            {
                decoded.append((high << 4 | low, letter.start, letters[offset + 2].end))
                offset += 3
            } else {
                decoded.append(letter)
                offset += 1
            }
        }
        letters = decoded
    }

    private func place(_ range: Range<Int>) -> Range<Int> {
        letters[range.lowerBound].start..<letters[range.upperBound - 1].end
    }

    // MARK: Keys

    /// Letters and digits in a row that could be a key.
    func runs() -> [Range<Int>] {
        words(\.isKeyByte).filter { mayBeKey($0) }.map(place)
            // Base64 for URLs: names that people write with hyphens are shorter.
            + words { $0.isKeyByte || $0.isJoiner }.filter { word in
                // More of them are in names such as those of files that end in a UUID.
                let own = letters[word]
                return own.count >= Self.base64Length && (1...own.count / 10).contains(own.count { $0.byte.isJoiner })
                    && own.contains { $0.byte.isASCIIDigit }
            }.map(place)
    }

    /// From here on nothing that people write is a word, and few addresses are so short: WIF has 51 or 52 characters.
    private static let keyLength = 45
    /// 32 bytes in Base64.
    private static let base64Length = 43
    /// Seeds of the XRP Ledger have 29 or 31 characters, short private keys of coins 22 or 30; all begin with s or S.
    private static let seedLengths = 20...32
    private static let mostCapitals = 5
    /// Nobody has a key of so few different letters.
    private static let fewestLetters = 3
    /// 16 bytes in hexadecimal digits, perhaps cut.
    private static let hexLength = 30
    /// A hash of 20 bytes, such as an address of Ethereum.
    private static let hashLength = 40

    private func mayBeKey(_ run: Range<Int>) -> Bool {
        let own = letters[run].filter { $0.byte < 0x80 }.map(\.byte)
        guard Set(own).count > Self.fewestLetters else { return false }
        guard own.count < Self.keyLength else { return true }
        if let first = own.first, first | 0x20 == UInt8(ascii: "s"), Self.seedLengths.contains(own.count) {
            // A name has no digits and few capital letters.
            return own.contains(where: \.isASCIIDigit) || own.count { $0.isCapital } > Self.mostCapitals
        }
        let isPrefixed = own.count > 2 && own[0] == UInt8(ascii: "0") && own[1] | 0x20 == UInt8(ascii: "x")
        let digits = own.dropFirst(isPrefixed ? 2 : 0)
        return digits.count >= Self.hexLength && digits.count != Self.hashLength
            && digits.allSatisfy { $0.hexDigitValue != nil }
    }

    // MARK: Words

    /// Words in a row that could be the backup of a wallet: in a sentence one of so many is short, or in no list of words.
    func phrases() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start: Int?
        var end = 0
        var count = 0
        for word in words(\.isKeyByte) {
            let isNext =
                start == nil
                || (word.lowerBound - end <= 2 && letters[end..<word.lowerBound].allSatisfy(\.byte.isWordSeparator))
            let isOfBackup = Self.wordLengths.contains(word.count) && !isOfSentence(word)
            if !isOfBackup || !isNext {
                if let start, count >= Self.phraseLength { found.append(place(start..<end)) }
                (start, count) = (nil, 0)
            }
            guard isOfBackup else { continue }
            start = start ?? word.lowerBound
            (end, count) = (word.upperBound, count + 1)
        }
        if let start, count >= Self.phraseLength { found.append(place(start..<end)) }
        return found
    }

    /// Whether it is a word of English sentences that no list of backup words has (BIP39, SLIP-39, Electrum, Monero).
    private func isOfSentence(_ word: Range<Int>) -> Bool {
        Self.sentenceWords.contains(String(decoding: letters[word].map { $0.byte | 0x20 }, as: UTF8.self))
    }

    private static let sentenceWords: Set<String> = [
        "the", "and", "not", "for", "are", "was", "has", "had", "does", "from", "but", "its", "which",
    ]

    private static let wordLengths = 3...12
    /// The shortest backups have twelve words; eight of them are more than half of the secret.
    private static let phraseLength = 8

    // MARK: Values with names

    /// The values of parameters that are secret by their name, as `secret=…` or `"secret":"…"`.
    func values() -> [Range<Int>] {
        words { $0.isKeyByte || $0.isJoiner }.compactMap { name in
            let text = String(
                decoding: letters[name].map { $0.byte | 0x20 }.filter { $0 != 0x7F && $0 != 0x2D }, as: UTF8.self)
            guard Self.names.contains(text) else { return nil }
            var start = name.upperBound
            while start < letters.count, letters[start].byte.isQuote { start += 1 }
            guard start < letters.count,
                letters[start].byte == UInt8(ascii: "=") || letters[start].byte == UInt8(ascii: ":")
            else { return nil }
            start += 1
            while start < letters.count, letters[start].byte.isQuote || letters[start].byte == 0x20 { start += 1 }
            var end = start
            while end < letters.count, !letters[end].byte.endsValue { end += 1 }
            return start < end ? place(start..<end) : nil
        }
    }

    /// In small letters, without `_` and `-`.
    private static let names: Set<String> = [
        "symkey", "secret", "secretkey", "key", "pk", "sk", "dapk", "privkey", "privatekey", "priv", "prv", "wif",
        "xprv",
        "seed", "seedphrase", "recoveryphrase", "mnemonic", "words", "entropy", "phrase", "passphrase", "password",
        "passcode",
        "pin", "viewkey", "spendkey", "spendsecretkey", "masterkey", "k1",
    ]

    /// The longest stretches of bytes that fit.
    private func words(_ fits: (UInt8) -> Bool) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start: Int?
        for (offset, letter) in letters.enumerated() {
            if fits(letter.byte) {
                start = start ?? offset
            } else if let begin = start {
                found.append(begin..<offset)
                start = nil
            }
        }
        if let start { found.append(start..<letters.count) }
        return found
    }
}

extension UInt8 {
    /// Letters and digits; bytes that are not ASCII may be invisible and do not divide a key.
    fileprivate var isKeyByte: Bool { isASCIILetter || isASCIIDigit || self >= 0x80 }
    fileprivate var isCapital: Bool { isASCIILetter && self & 0x20 == 0 }
    fileprivate var isJoiner: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isWordSeparator: Bool { self <= 0x20 || " +,;.-_|/\n".utf8.contains(self) }
    fileprivate var isQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "\\")
    }
    fileprivate var endsValue: Bool {
        self == UInt8(ascii: "&") || self == UInt8(ascii: "#") || self == UInt8(ascii: "\"")
    }
}
