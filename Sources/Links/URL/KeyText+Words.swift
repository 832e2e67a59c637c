import RouterBytes

/// The words of a wallet, and values that are secret by their name.
extension KeyText {
    // MARK: Words

    /// The shortest backups have twelve words; eight of them are more than half of the secret.
    private static let phraseLength = 8
    /// Nobody writes a sentence of so many such words.
    private static let longPhraseLength = 11
    private static let wordLengths = 3...12
    /// In bytes: no word of the lists in other scripts is longer.
    private static let foreignLengths = 3...36

    /// Words in a row that could be the backup of a wallet, also with a number before each: in a sentence one of so many is
    /// short, or in no list of words.
    /// - Parameter inPath: whether the text is the name of a file, whose folders are words, too.
    func phrases(inPath: Bool = false) -> [Range<Int>] { phrases(of: Self.phraseLength, inPath) }

    /// The same, of at least as many words as a backup has, perhaps without one.
    func longPhrases() -> [Range<Int>] { phrases(of: Self.longPhraseLength, true) }

    private func phrases(of length: Int, _ inPath: Bool) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var (start, end, count): (Int?, Int, Int) = (nil, 0, 0)
        func finish() {
            if let start, count >= length { found.append(place(ofWords: start..<end)) }
            (start, count) = (nil, 0)
        }
        for index in words.indices {
            let word = words[index]
            if start != nil, !isNext(index, inPath) { finish() }
            // The number of a word in a list.
            if word.digits == word.count, word.count <= 2, start != nil { continue }
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

    private func isNext(_ index: Int, _ inPath: Bool) -> Bool {
        let gap = bytes[words[index - 1].end..<words[index].start]
        return gap.count <= (gap.first.map { $0 >= 0x80 } == true ? 3 : 2)
            && gap.allSatisfy {
                $0.isWordSeparator && !(inPath && ($0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".")))
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
        guard letters.count <= 40, Self.isSecret(letters.map { $0 | 0x20 }, inSettings) else { return nil }
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

extension UInt8 {
    fileprivate var isJoiner: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isWordSeparator: Bool { self <= 0x20 || self >= 0x80 || "+,;.-_|/".utf8.contains(self) }
    fileprivate var isQuote: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "\\")
    }
    fileprivate var endsValue: Bool {
        self == UInt8(ascii: "&") || self == UInt8(ascii: "#") || self == UInt8(ascii: "\"")
    }
}
