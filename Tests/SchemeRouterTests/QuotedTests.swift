import SchemeRouter
import Testing

/// Foreign text in a sentence of ours (S5): nothing of it is lost, and it cannot close its marks.
@Suite struct QuotedTests {
    private static func pieces(_ text: String) -> [String] { Quoted(exactly: text).pieces }

    private static func number(_ value: UInt32) -> String { "\\u{\(String(value, radix: 16))}" }

    private static func text(_ values: UInt32...) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: values.compactMap(Unicode.Scalar.init))
        return String(text)
    }

    @Test("what a person could not tell from other text is written as an escape")
    func escapes() {
        for (text, pieces) in [
            ("", []), ("ab", ["a", "b"]), ("a\nb\\", ["a", "\\n", "b", "\\\\"]),
            ("a\u{202E}b", ["a", "\\u{202e}", "b"]), ("\u{200B}", ["\\u{200b}"]), ("\t", ["\\u{9}"]),
            ("\u{7F}", ["\\u{7f}"]), ("\u{2800}", ["\\u{2800}"]), ("\u{E000}", ["\\u{e000}"]),
            // A space is shown, and a space behind it is not taken for the end of a line.
            (" a b ", [" ", "a", " ", "b", " "]), ("a   b", ["a", " ", "\\u{20}", "\\u{20}", "b"]),
            ("  ", [" ", "\\u{20}"]), ("\u{A0} ", ["\\u{a0}", " "]),
        ] as [(String, [String])] {
            #expect(Self.pieces(text) == pieces, "\(text.debugDescription)")
            #expect(Quoted(exactly: text).isEmpty == text.isEmpty)
            #expect(Quoted(exactly: text).description == "“" + pieces.joined() + "”")
        }
    }

    @Test("a letter keeps three marks; a fourth, one without a letter, and an invisible one are escapes")
    func marks() {
        let three = "\u{301}\u{302}\u{303}"
        for (text, pieces) in [
            ("e\(three)", ["e\(three)"]), ("e\(three)\u{304}", ["e\(three)", "\\u{304}"]),
            ("e\(three)a\(three)", ["e\(three)", "a\(three)"]), ("\u{301}a", ["\\u{301}", "a"]),
            (" \u{301}", [" ", "\\u{301}"]), ("a \u{301}", ["a", " ", "\\u{301}"]), ("\n\u{301}", ["\\n", "\\u{301}"]),
            ("\u{200B}\u{301}a", ["\\u{200b}", "\\u{301}", "a"]), ("a\u{34F}", ["a", "\\u{34f}"]),
            ("e\(three)\u{304}\u{301}", ["e\(three)", "\\u{304}", "\\u{301}"]), ("a\u{300}", ["a\u{300}"]),
        ] as [(String, [String])] {
            // By their scalars, as texts that look the same are equal.
            let scalars = Self.pieces(text).map { $0.unicodeScalars.map(\.value) }
            #expect(scalars == pieces.map { $0.unicodeScalars.map(\.value) }, "\(text.debugDescription)")
        }
    }

    @Test("nothing that looks like our quotation marks is shown as it is")
    func quotationMarks() {
        let marks: [ClosedRange<UInt32>] = [
            0x2BA...0x2BA, 0x2DD...0x2DD, 0x2EE...0x2EE, 0x2F6...0x2F6, 0x5F2...0x5F2, 0x5F4...0x5F4, 0x201C...0x201F,
            0x2033...0x2034, 0x2036...0x2037, 0x2057...0x2057, 0x275D...0x275E, 0x2760...0x2760, 0x301D...0x301F,
            0x3003...0x3003, 0xFF02...0xFF02, 0x1F676...0x1F678,
        ]
        for value in marks.joined() { #expect(Self.pieces(Self.text(value)) == [Self.number(value)]) }
        for value in [0x22, 0x2020, 0x301B, 0x3020, 0x1F675, 0x1F679] as [UInt32] {
            #expect(Self.pieces(Self.text(value)) == [Self.text(value)])
        }
    }

    @Test("two single marks, which together look like ours, are not shown side by side")
    func halfMarks() {
        let marks: [ClosedRange<UInt32>] = [
            0xB4...0xB4, 0x2B9...0x2B9, 0x2BB...0x2BD, 0x2CA...0x2CB, 0x374...0x374, 0x384...0x384, 0x55A...0x55A,
            0x5F3...0x5F3, 0x7F4...0x7F5, 0x1FBD...0x1FBF, 0x1FEF...0x1FEF, 0x1FFD...0x1FFE, 0x2018...0x201B,
            0x2032...0x2032, 0x2035...0x2035, 0x275B...0x275C, 0x275F...0x275F, 0xA78B...0xA78C, 0xFF07...0xFF07,
            0xFF40...0xFF40,
        ]
        func scalars(_ text: String) -> [[UInt32]] { Self.pieces(text).map { $0.unicodeScalars.map(\.value) } }
        for value in marks.joined() {
            let escape = Self.number(value).unicodeScalars.map(\.value)
            #expect(scalars(Self.text(value)) == [[value]])
            #expect(scalars(Self.text(value, value)) == [[value], escape])
            // The third has an escape before it, and no mark.
            #expect(scalars(Self.text(0x2019, value, value)) == [[0x2019], escape, [value]])
            #expect(scalars(Self.text(value, 0x61, value)) == [[value], [0x61], [value]])
            #expect(scalars(Self.text(0x61, value)) == [[0x61], [value]])
        }
        #expect(scalars("''") == [[0x27], [0x27]])
    }

    @Test("only a text that is cut ends in dots, and only visible ASCII without spaces is a word")
    func cutsAndWords() {
        #expect(Quoted("abcde", limit: 5).description == "“abcde”")
        #expect(Quoted("abcdef", limit: 5).description == "“abcde…”")
        #expect(Quoted("", limit: 5).description == "“”")
        for word in ["!", "~", "a", "https://shop.example/a", "\"a\""] { #expect(Quoted.word(word) == word) }
        for (text, quoted) in [
            ("", "“”"), ("a b", "“a b”"), (" ", "“ ”"), ("a\u{7F}", "“a\\u{7f}”"), ("é", "“é”"), ("a\n", "“a\\n”"),
        ] { #expect(Quoted.word(text) == quoted) }
    }
}
