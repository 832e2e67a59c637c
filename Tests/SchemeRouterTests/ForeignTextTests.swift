import SchemeRouter
import Testing

/// A stranger's text before it is shown: on one line, and with nothing that is not seen as it is (S1).
@Suite struct ForeignTextTests {
    private static func expect(_ given: String, _ text: String, limit: Int = ForeignText.maxLength) {
        let read = ForeignText(given.utf8, limit: limit)
        let detail: Comment = "\(given.debugDescription) is read as \(read.text.debugDescription)"
        #expect(read.text.unicodeScalars.elementsEqual(text.unicodeScalars), detail)
        #expect(read.wasChanged == !given.utf8.elementsEqual(text.utf8), detail)
    }

    @Test("a text of single words stays as it is, and its white space becomes single spaces between words")
    func spaces() {
        for same in ["", "a", "!!", "~~", "a b", "a b!c ~", "Ab 1-2.", "é b"] { Self.expect(same, same) }
        for (given, text) in [
            (" ", ""), ("  ", ""), (" a", "a"), ("a ", "a"), ("a  b", "a b"), (" é  b ", "é b"), ("a \n b", "a b"),
            ("\u{2003}a\u{2003}é\u{2003}", "a é"),
        ] { Self.expect(given, text) }
    }

    @Test(
        "every kind of white space is a space",
        arguments: [
            "\t", "\n", "\u{B}", "\u{C}", "\r", "\r\n", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{2028}",
            "\u{2029}",
            "\u{202F}", "\u{3000}",
        ])
    func whiteSpace(_ space: String) { Self.expect("a\(space)b", "a b") }

    @Test("what is not seen as it is, is left out, and so is a mark without a letter, and a fourth one")
    func invisible() {
        for hidden in [
            "\u{0}", "\u{8}", "\u{E}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{AD}", "\u{34F}", "\u{200B}",
            "\u{202E}",
            "\u{2800}", "\u{FFFC}", "\u{1D159}", "\u{16FE4}", "\u{E000}", "\u{20DD}", "\u{378}",
        ] { Self.expect("a\(hidden)b", "ab") }
        let three = "\u{301}\u{302}\u{303}"
        for (given, text) in [
            ("\u{300}a", "a"), ("a \u{300}b", "a b"), ("a\u{300}b", "a\u{300}b"), ("a\(three)\u{304}b", "a\(three)b"),
            ("a\(three)b\(three)", "a\(three)b\(three)"), ("\u{300}", ""), ("\u{300}\(three)a\(three)", "a\(three)"),
        ] { Self.expect(given, text) }
    }

    @Test("a text is cut at its limit, and never ends with a space")
    func limits() {
        for (given, limit, text) in [
            ("abc", 3, "abc"), ("abcd", 3, "abc"), ("ab c", 3, "ab"), ("ab c", 4, "ab c"), ("éb c", 3, "éb"),
            ("éb c", 4, "éb c"), ("ébcd", 3, "ébc"), ("abc ", 3, "abc"), ("a", 0, ""),
        ] { Self.expect(given, text, limit: limit) }
        let long = String(repeating: "x", count: 501)
        Self.expect(String(long.dropLast()), String(long.dropLast()))
        Self.expect(long, String(long.dropLast()))
    }

    @Test("only the first 4,000 bytes of a text are searched for words")
    func beginning() {
        let text = String(repeating: "x", count: 3_999)
        #expect((text + "y").beginning() == text + "y")
        #expect((text + "yz").beginning() == text + "y")
        #expect("abc".beginning(bytes: 2) == "ab" && "abc".beginning(bytes: 3) == "abc")
    }
}
