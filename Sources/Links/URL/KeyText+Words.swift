import RouterBytes

/// The words of a wallet, and values that are secret by their name.
extension KeyText {
    // MARK: Words

    /// The shortest backups have twelve words; eight of them are more than half of the secret.
    private static let phraseLength = 8
    /// Nobody writes a sentence of so many such words.
    private static let longPhraseLength = 11
    private static let wordLengths = 3...12
    /// In characters, between two words: `", "` or `** **`.
    private static let longestGap = 5
    /// A list has one sign before a name and one behind it; a link has more.
    private static let mostSigns = 2
    /// A word of the Chinese list is one character. Japanese words have three or more, and a text without ideographs is rare;
    /// Korean ones have two or more.
    private static let (fewestIdeographs, fewestKana, fewestSyllables) = (11, 30, 22)
    /// In bytes: no word of the lists in other scripts is longer.
    private static let foreignLengths = 3...36

    /// Words in a row that could be the backup of a wallet, also with a number or a name before each, and whatever divides
    /// them: in a sentence one of so many is short, or in no list of words.
    /// - Parameter inPath: whether the text has names of files, whose folders are words, too.
    func phrases(inPath: Bool = false) -> [Range<Int>] { phrases(of: Self.phraseLength, inPath) + runs() }

    /// The same, of at least as many words as a backup has, perhaps without one.
    func longPhrases() -> [Range<Int>] { phrases(of: Self.longPhraseLength, true) + runs() }

    private func phrases(of length: Int, _ inPath: Bool) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var (start, end, count): (Int?, Int, Int) = (nil, 0, 0)
        // What divides the words, where it is not what people write between words.
        var signs: [ArraySlice<UInt8>] = []
        func finish() {
            if let start, count >= length { found.append(place(ofWords: start..<end)) }
            (start, count) = (nil, 0)
            signs = []
        }
        for index in words.indices {
            let word = words[index]
            if start != nil {
                let gap = gap(after: index - 1)
                if !gap.isUsual, !signs.contains(gap) { signs.append(gap) }
                if !isNext(index, inPath) {
                    finish()
                } else if signs.count > Self.mostSigns {
                    // Words of something else may stand before those of a backup.
                    finish()
                    if isOfBackup(words[index - 1]) { (start, end, count) = (index - 1, index, 1) }
                    signs = [gap]
                }
            }
            if start != nil, isSymbol(word) { continue }
            // The number of a word in a list, or its name.
            if word.digits == word.count, word.count <= 2, start != nil { continue }
            if isName(index) { continue }
            guard isOfBackup(word) else {
                finish()
                continue
            }
            start = start ?? index
            (end, count) = (index + 1, count + 1)
        }
        finish()
        return found
    }

    /// The bytes between a word and the next one; empty behind the last.
    private func gap(after index: Int) -> ArraySlice<UInt8> {
        index + 1 < words.count ? bytes[words[index].end..<words[index + 1].start] : []
    }

    private func isNext(_ index: Int, _ inPath: Bool) -> Bool {
        let gap = gap(after: index - 1)
        // Braces enclose names and values, not words; options are not words of a backup.
        guard gap.count(where: { $0 & 0xC0 != 0x80 }) <= Self.longestGap,
            !gap.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }),
            !gap.elementsEqual(" --".utf8)
        else { return false }
        return !inPath || !gap.allSatisfy { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    }

    /// Whether a word is the name of the next one, as in `word1=zebra&word2=…` or `"a":"b","c":"d"`, and not one of many
    /// between which colons stand.
    private func isName(_ index: Int) -> Bool {
        func isAssigned(_ gap: ArraySlice<UInt8>) -> Bool { gap.contains { "=:".utf8.contains($0) } }
        return isAssigned(gap(after: index)) && !(index > 0 && isAssigned(gap(after: index - 1)))
            && !isAssigned(gap(after: index + 1))
    }

    /// Words of other scripts that nothing divides.
    private func runs() -> [Range<Int>] {
        words.indices.filter { index in
            let own = words[index]
            guard own.plain == 0, own.count >= 3 * Self.fewestIdeographs else { return false }
            let scalars = String(decoding: bytes[own.start..<own.end], as: UTF8.self).unicodeScalars
            guard Set(scalars).count >= Self.phraseLength else { return false }
            return scalars.allSatisfy { 0x4E00...0x9FFF ~= $0.value }
                || scalars.count >= Self.fewestKana && scalars.allSatisfy { 0x3041...0x309F ~= $0.value }
                || scalars.count >= Self.fewestSyllables
                    && scalars.allSatisfy { 0xAC00...0xD7A3 ~= $0.value || 0x1100...0x11FF ~= $0.value }
        }.map { place(ofWords: $0..<$0 + 1) }
    }

    /// Whether it is a sign that is not of ASCII, such as a bullet or an arrow.
    private func isSymbol(_ word: Word) -> Bool {
        guard word.plain == 0, word.count <= 4 else { return false }
        return String(decoding: bytes[word.start..<word.end], as: UTF8.self).unicodeScalars.allSatisfy {
            !$0.properties.isAlphabetic
        }
    }

    private func isOfBackup(_ word: Word) -> Bool {
        guard word.plain == word.count else { return Self.foreignLengths.contains(word.count) }
        // A number may stand at a word without a space.
        return Self.wordLengths.contains(word.letters) && word.digits <= 2 && (word.small == 0 || !word.hasInnerCapital)
            && !isOfSentence(word)
    }

    /// Whether it is a word of English sentences that no list of backup words has (BIP39, SLIP-39, Electrum, Monero).
    private func isOfSentence(_ word: Word) -> Bool {
        word.count <= Self.longestOfSentence
            && Self.sentenceWords.contains {
                $0.utf8.elementsEqual(bytes[word.start..<word.end].lazy.map { $0 | 0x20 })
            }
    }

    private static let sentenceWords = [
        "the", "and", "not", "for", "are", "was", "has", "had", "does", "from", "but", "its", "which",
    ]
    private static let longestOfSentence = 5

    // MARK: Values with names

    /// The values of parameters that are secret by their name, as `secret=…` or `"secret":"…"`.
    /// - Parameter inSettings: whether the text is a line of YAML: then a value may contain anything, and a misspelt name is
    ///   one of a secret, too.
    func values(inSettings: Bool = false) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while index < words.count {
            var last = index
            while last + 1 < words.count, bytes[words[last].end..<words[last + 1].start].allSatisfy(\.isJoiner) {
                last += 1
            }
            if let value = value(of: index..<last + 1, inSettings) { found.append(value) }
            index = last + 1
        }
        return found
    }

    /// The names and passwords in addresses of servers, as `https://user:password@host`.
    func logins() -> [Range<Int>] {
        bytes.indices.filter { bytes[$0] == UInt8(ascii: "@") }.compactMap { at in
            let start = bytes[..<at].lastIndex { $0 <= 0x20 || $0 == UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
            guard start > 1, bytes[start - 2..<start].elementsEqual("//".utf8),
                bytes[start..<at].contains(UInt8(ascii: ":"))
            else { return nil }
            return place(start..<at)
        }
    }

    private func value(of name: Range<Int>, _ inSettings: Bool) -> Range<Int>? {
        var start = words[name.upperBound - 1].end
        while start < bytes.count, bytes[start].isQuote || inSettings && bytes[start] == 0x20 { start += 1 }
        guard start < bytes.count, bytes[start] == UInt8(ascii: "=") || bytes[start] == UInt8(ascii: ":") else {
            return nil
        }
        let letters = bytes[words[name.lowerBound].start..<words[name.upperBound - 1].end].filter { !$0.isJoiner }
        var plain = letters.map { $0 | 0x20 }
        if plain.starts(with: "req".utf8), words[name.lowerBound].count == 3 { plain.removeFirst(3) }
        guard letters.count <= 40, Self.isSecret(plain, inSettings) else { return nil }
        start += 1
        while start < bytes.count, bytes[start].isQuote || bytes[start] == 0x20 { start += 1 }
        var end = start
        while end < bytes.count, inSettings || !bytes[end].endsValue { end += 1 }
        return start < end ? place(start..<end) : nil
    }

    private static func isSecret(_ name: [UInt8], _ inSettings: Bool) -> Bool {
        if names.contains(where: { $0.utf8.elementsEqual(name) }) { return true }
        if inSettings, secretSettings.contains(where: { $0.utf8.elementsEqual(name) }) { return true }
        guard inSettings, !publicSettings.contains(where: { $0.utf8.elementsEqual(name) }) else { return false }
        // Double letters are the ones that people leave out.
        var plain: [UInt8] = []
        for byte in name where byte != plain.last { plain.append(byte) }
        return parts.contains { part in
            plain.count >= part.utf8.count
                && (0...plain.count - part.utf8.count).contains { plain[$0...].starts(with: part.utf8) }
        }
    }

    /// In small letters, without `_` and `-`.
    private static let names = [
        "symkey", "secret", "secretkey", "key", "pk", "sk", "dapk", "privkey", "privatekey", "priv", "prv", "wif",
        "xprv", "seed", "seedphrase", "recoveryphrase", "mnemonic", "words", "entropy", "phrase", "passphrase",
        "password", "passcode", "pin", "viewkey", "spendkey", "spendsecretkey", "masterkey", "k1",
    ]

    private static let secretSettings = ["pw", "pass", "auth", "rpcauth", "rpctoken"]
    /// What secret names in settings contain, without double letters.
    private static let parts = ["pasw", "pasc", "pasp", "pasd", "pswd", "pwd", "secret", "privat", "mnemon"]
    /// Names of settings that contain one of these and have no secret.
    private static let publicSettings = ["passwordfile", "askpasscode"]
}

extension ArraySlice<UInt8> {
    /// Whether people write it between words: a space, a comma or a hyphen, perhaps two.
    fileprivate var isUsual: Bool {
        count(where: { $0 & 0xC0 != 0x80 }) <= 2
            && allSatisfy { $0 <= 0x20 || $0 >= 0x80 || "+,;.-_|/".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isJoiner: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "\\")
    }
    fileprivate var endsValue: Bool {
        self == UInt8(ascii: "&") || self == UInt8(ascii: "#") || self == UInt8(ascii: "\"")
    }
}
