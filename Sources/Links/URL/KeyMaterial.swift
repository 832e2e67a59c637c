import RouterBytes

/// Finds what could be a private key, a seed or the words of a wallet in a stranger's text, so that no error, log or
/// notice repeats it (S8).
///
/// Judged by looks alone, in any letter case, in groups, and however percent-encoded, because a mistyped, cut or re-encoded
/// key is as secret as a whole one: hiding something harmless costs little. Only for text that says what is wrong; what a
/// person agrees to is always shown whole (S5).
package enum KeyMaterial {
    /// What stands in place of a hidden part.
    package static let mark = "[hidden]"

    /// The text with a mark for each part that could be secret.
    package static func hidden(in text: String) -> String {
        guard mayHide(text) else { return text }
        let bytes = Array(text.utf8)
        return hiding(ranges(in: bytes), of: bytes) ?? text
    }

    /// A name that a stranger chose, such as that of an unknown parameter: safe to show, without what could be secret, and
    /// cut after that, because half a key is secret too. A space before or after it makes it another name, although
    /// nobody would see it, and is written as in a link.
    package static func name(_ bytes: some Collection<UInt8>, limit: Int = 40) -> String {
        let space = UInt8(ascii: " ")
        // What is left after the cut can look like a key where the whole did not.
        let text = hidden(in: String(hidden(in: ForeignText(bytes, limit: .max).text).unicodeScalars.prefix(limit)))
        guard bytes.contains(where: { $0 != space }) else { return text }
        let start = String(repeating: "%20", count: bytes.prefix { $0 == space }.count)
        return start + text + (Array(bytes).last == space ? "%20" : "")
    }

    /// The same for a sentence of ours that quotes: only what no word of ours can be is hidden.
    package static func hidden(inSentence text: String) -> String {
        guard text.utf8.count >= shortest else { return text }
        let bytes = Array(text.utf8)
        return hiding(KeyText(bytes).keys(), of: bytes) ?? text
    }

    /// The same for a value of a settings file, where a title may be a sentence: words count only if they are as many as those
    /// of a backup.
    package static func hidden(inSetting text: String) -> String {
        guard mayHide(text) else { return text }
        let bytes = Array(text.utf8)
        let key = KeyText(bytes)
        return hiding(key.keys() + key.longPhrases() + key.values(), of: bytes) ?? text
    }

    /// A line of a settings file, with stars in place of keys and of the values of secret names: as many characters as
    /// before.
    package static func starred(inSettings line: some Collection<UInt8>) -> String {
        var bytes = Array(line)
        var rests: [Int] = []
        let text = KeyText(bytes)
        for range in merged(text.keys() + text.longPhrases() + text.values(inSettings: true)) {
            // One star for each character.
            for offset in range where bytes[offset] & 0xC0 != 0x80 { bytes[offset] = UInt8(ascii: "*") }
            rests += range.filter { bytes[$0] & 0xC0 == 0x80 }
        }
        for offset in rests.reversed() { bytes.remove(at: offset) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts that could be secret, in order.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        let text = KeyText(bytes)
        return merged(text.keys() + text.phrases() + text.values())
    }

    /// The parts of a command line that could be secret, in order. Paths are words, too, but nothing except a `/` or a `.`
    /// stands between them.
    package static func ranges(inArguments bytes: [UInt8]) -> [Range<Int>] {
        let text = KeyText(bytes)
        return merged(text.keys() + text.phrases(inPath: true) + text.values())
    }

    /// The parts of a link that could be secret, in order. In it are sentences, too: words count only if they are as many as
    /// those of a backup.
    package static func ranges(inLink bytes: [UInt8]) -> [Range<Int>] {
        let text = KeyText(bytes)
        return merged(text.keys() + text.longPhrases() + text.values())
    }

    /// Letters and digits in a row behind the path of a link that look like a piece of a key, which a sign or a wrong byte
    /// divided from the rest, in order.
    package static func oddRuns(in link: [UInt8]) -> [Range<Int>] {
        guard let first = link.firstIndex(where: { "?&#=".utf8.contains($0) }) else { return [] }
        return runs(in: link, from: first)
    }

    /// The text with a mark for each part that could be secret or a piece of a secret: for texts beside which secrets stand.
    package static func hidden(besideSecrets text: String) -> String {
        let bytes = Array(text.utf8)
        return hiding(merged(ranges(in: bytes) + runs(in: bytes, from: 0)), of: bytes) ?? text
    }

    private static func runs(in bytes: [UInt8], from first: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = first
        while start < bytes.count {
            let run = bytes[start...].prefix { $0.isASCIILetter || $0.isASCIIDigit }
            let capitals = run.dropFirst().contains { (0x41...0x5A).contains($0) }
            if run.count >= oddLength, capitals, run.contains(where: { $0 > 0x60 }) {
                runs.append(start..<run.endIndex)
            }
            start = run.endIndex + 1
        }
        return runs
    }

    /// Few words that people write are so long and have capital letters inside.
    private static let oddLength = 12

    /// Nothing shorter is a key.
    private static let shortest = 20

    /// Values with secret names can be shorter than keys.
    private static func mayHide(_ text: String) -> Bool {
        text.utf8.count >= shortest || text.utf8.contains { "=:%".utf8.contains($0) }
    }

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
        guard ranges.count > 1 else { return ranges }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }
}
