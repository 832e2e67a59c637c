import SchemeRouter
import Testing

/// Percent escapes, which are decoded once (S1).
@Suite struct PercentDecodingTests {
    private static func decode(_ text: String, _ range: Range<Int>? = nil, plusIsSpace: Bool? = nil) throws -> String {
        let bytes = Array(text.utf8)
        let range = range ?? 0..<bytes.count
        let decoded =
            if let plusIsSpace { try PercentDecoding.decode(bytes.span, range, plusIsSpace: plusIsSpace) } else {
                try PercentDecoding.decode(bytes.span, range)
            }
        return String(decoding: decoded, as: UTF8.self)
    }

    @Test("an escape is two hexadecimal digits, and what it encodes is not decoded again")
    func escapes() throws {
        for (text, decoded) in [
            ("", ""), ("ab", "ab"), ("%41", "A"), ("a%2Bb", "a+b"), ("%2541", "%41"), ("%7e%7E", "~~"), ("%20", " "),
            ("%E2%82%AC", "€"), ("%C2%80", "\u{80}"), ("%F0%9F%98%80x", "😀x"),
        ] { #expect(try Self.decode(text) == decoded) }
        #expect(try Self.decode("a%41b%42c", 1..<4) == "A")
    }

    @Test("only where a plus may be a space, it is one, unless it has an escape itself")
    func plus() throws {
        #expect(try Self.decode("a+b%2B+") == "a+b++" && Self.decode("a+b%2B+", plusIsSpace: false) == "a+b++")
        #expect(try Self.decode("a+b%2B+", plusIsSpace: true) == "a b+ " && Self.decode("+", plusIsSpace: true) == " ")
    }

    @Test("S1: only in a message, line breaks become one mark and tabs a space; other controls are refused there, too")
    func lines() throws {
        func message(_ text: String) throws -> String {
            let bytes = Array(text.utf8)
            return String(
                decoding: try PercentDecoding.decode(bytes.span, bytes.indices, plusIsSpace: true, marksLines: true),
                as: UTF8.self)
        }
        for (text, shown) in [
            ("a%0Ab", "a⏎b"), ("a%0d%0ab%0D", "a⏎b⏎"), ("%0A%0A%0D%0Aa", "⏎a"), ("a%0A+%0Ab", "a⏎ ⏎b"),
            ("a%09b", "a b"),
            ("%C3%A4%0A%E2%82%AC", "ä⏎€"), ("%250A", "%0A"),
        ] { #expect(try message(text) == shown, "\(text)") }
        for (text, place) in [("a%0A%00", 4..<7), ("%1B%0A", 0..<3), ("%0A%7F", 3..<6), ("%0B", 0..<3), ("%0", 0..<2)] {
            #expect(throws: RequestError(.invalidEncoding, "", at: place), "\(text)") { try message(text) }
        }
    }

    @Test("a wrong escape is refused at its place, whatever follows the part that is decoded")
    func wrong() {
        for (text, range, place) in [
            ("%", 0..<1, 0..<1), ("a%4", 0..<3, 1..<3), ("%41", 0..<1, 0..<1), ("%41", 0..<2, 0..<2),
            ("a%4g", 0..<4, 1..<4),
            ("%g1b", 0..<4, 0..<3), ("%%41", 0..<4, 0..<3), ("%+1", 0..<3, 0..<3), ("a%00", 0..<4, 1..<4),
            ("%1Fb", 0..<4, 0..<3), ("%7F", 0..<3, 0..<3), ("%0a", 0..<3, 0..<3),
            // Bytes that are not UTF-8 are wrong as a whole.
            ("a%80", 0..<4, 0..<4), ("a%FFb", 1..<5, 1..<5), ("%C3", 0..<3, 0..<3), ("%C0%80", 0..<6, 0..<6),
            ("%ED%A0%80", 0..<9, 0..<9),
        ] {
            #expect(throws: RequestError(.invalidEncoding, "", at: place), "\(text)") { try Self.decode(text, range) }
        }
    }
}
