import Testing

@testable import SchemeRouter

/// Where lines and pages end, to the column and the byte (S5).
@Suite struct LineLayoutTests {
    private static func text(_ count: Int, of letter: String = "x") -> String {
        String(repeating: letter, count: count)
    }

    private static func lines(_ paragraph: Paragraph) -> [String] { LineLayout.lines(of: paragraph).map(\.text) }

    private static func own(_ text: String) -> [String] { lines(Paragraph(own: text)) }

    /// A letter of one column and seven bytes.
    private static let pile = "a\u{301}\u{302}\u{303}"

    @Test("a line of ours has 60 columns and 300 bytes, and a longer word is divided only by its bytes")
    func ownWords() {
        let (left, right) = (Self.text(30), Self.text(29, of: "y"))
        #expect(Self.own("\(left) \(right)") == ["\(left) \(right)"])
        #expect(Self.own("\(left) \(right)y") == [left, "\(right)y"])
        #expect(Self.own(Self.text(300)) == [Self.text(300)])
        #expect(Self.own(Self.text(302)) == [Self.text(300), "xx"])
        #expect(Self.own(Self.text(101, of: "%")) == [Self.text(100, of: "%"), "%"])
        // 299 bytes in one column.
        let narrow = "a" + Self.text(149, of: "\u{301}")
        #expect(Self.own("\(narrow) b") == [narrow, "b"])
        let narrower = "ab" + Self.text(148, of: "\u{301}")
        #expect(Self.own("\(narrower) c") == ["\(narrower) c"])
        // No line begins with a space, and none is empty.
        #expect(Self.own(Self.text(60) + "  b") == [Self.text(60), "b"])
        #expect(Self.own(" " + Self.text(70)) == [Self.text(70)])
    }

    @Test("a quotation has a line of its own if a comma behind it would not fit, and words that follow it stay with it")
    func quotations() {
        for (count, isAlone) in [(46, false), (47, true)] {
            let quote = "“\(Self.text(count))”"
            #expect(
                Self.lines("It says: \(Quoted(exactly: Self.text(count)))")
                    == (isAlone ? ["It says:", quote] : ["It says: \(quote)"]))
        }
        let whole = Self.text(55)
        #expect(Self.lines("\(Quoted(exactly: whole))") == ["“\(whole)”"])
        #expect(Self.lines("\(Quoted(exactly: whole + "x"))") == ["“\(whole)”", "“x”"])
        #expect(Self.lines("\(Quoted(exactly: Self.text(55)))abcdef") == ["“\(Self.text(55))”abcdef"])
        #expect(Self.lines("\(Quoted(exactly: Self.text(100)))") == ["“\(whole)”", "“\(Self.text(45))”"])
        for count in [42, 84] {
            let lines = Self.lines("\(Quoted(exactly: Self.text(count, of: Self.pile)))")
            #expect(lines == Array(repeating: "“\(Self.text(42, of: Self.pile))”", count: count / 42))
        }
        #expect(
            Self.lines("\(Quoted(exactly: Self.text(42, of: Self.pile) + "b"))") == [
                "“\(Self.text(42, of: Self.pile))”", "“b”",
            ])
        // Our marks have two columns in some fonts, as in the height of a line.
        let lines = LineLayout.lines(of: "\(Quoted(exactly: Self.text(200)))")
        #expect(lines.count == 4 && lines.allSatisfy { $0.height(in: LineLayout.maxColumns) == 1 })
        // However narrow a line is, something of the quotation is on it.
        let narrow = LineLayout.lines(of: "\(Quoted(exactly: "\u{202E}\u{202E}"))", columns: 10).map(\.text)
        #expect(narrow == [#"“\u{202e}”"#, #"“\u{202e}”"#])
        let parts = LineLayout.lines(of: "It says: \(Quoted(exactly: Self.text(100)))")
        #expect(parts.map(\.continuesQuote) == [false, false, true])
        for line in lines + parts + LineLayout.lines(of: "a   \nb \(Quoted(exactly: "x"))  \n\(Quoted(exactly: "ä漢"))")
        {
            #expect(line.size == TextSize(line.text) && !line.text.hasSuffix(" "), "\(line.text)")
        }
    }

    @Test("what a line takes where lines are shorter")
    func heights() {
        for (count, height) in [(0, 1), (1, 1), (60, 1), (61, 2), (120, 2), (121, 3)] {
            #expect(LineLayout.Line(text: Self.text(count)).height(in: 60) == height)
        }
        #expect(LineLayout.Line(text: Self.text(30, of: "漢")).height(in: 60) == 1)
        #expect(LineLayout.Line(text: Self.text(31, of: "漢")).height(in: 60) == 2)
        #expect(LineLayout.Line(text: Self.text(31, of: "\u{1100}")).height(in: 60) == 2)
        #expect(LineLayout.Line(text: Self.text(60, of: "é")).height(in: 60) == 1)
    }

    @Test("what of the pinentry protocol takes three bytes")
    func encoded() {
        for (text, length) in [
            ("", 0), ("a", 1), (" ", 1), ("%", 3), ("\u{7F}", 3), ("\u{1F}", 3), ("\n", 3), ("é", 2), ("~", 1),
        ] {
            #expect(TextSize(text).encodedBytes == length)
        }
    }

    @Test("a word without quotation marks has visible characters alone")
    func words() {
        #expect(Paragraph("\(word: "!~") \(word: "a b") \(word: "a\u{7F}") \(word: "é")").text.hasPrefix("!~ “a b” “a"))
        #expect(Paragraph("\(word: "é")").text == "“é”")
    }

    @Test("a heading leaves 400 bytes and the lines of the longest word, or nothing is shown")
    func headings() {
        func isShown(_ heading: [String], columns: Int = 60) -> Bool {
            PageLayout.pages(
                notice: nil, heading: heading.map { Paragraph(own: $0) }, columns: columns, paragraphs: ["x"])
                != nil
        }
        let start = [Self.text(80, of: "%"), Self.text(79, of: "%")]
        #expect(isShown([start[0], start[1] + "a"]) && !isShown([start[0], start[1] + "aa"]))
        for (columns, most) in [(60, 12), (50, 11), (23, 3)] {
            #expect(isShown(Array(repeating: "a", count: most), columns: columns))
            #expect(!isShown(Array(repeating: "a", count: most + 1), columns: columns))
        }
    }

    /// A paragraph of lines with numbers.
    private static func numbered(_ count: Int, _ name: String = "", whenDivided: String? = nil) -> Paragraph {
        var paragraph = Paragraph(own: (1...count).map { "\(name)\($0)" }.joined(separator: "\n"))
        paragraph.whenDivided = whenDivided
        return paragraph
    }

    private static func pages(_ groups: [Paragraph]...) -> [[String]] {
        (PageLayout.pages(notice: nil, groups: groups) ?? []).map {
            $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test("a paragraph that fits on a page is on one, by its lines and by its bytes")
    func undivided() {
        let pages = Self.pages([Self.numbered(10, "a"), Self.numbered(10, "b")])
        #expect(pages.map(\.count) == [11, 11] && pages[1][1] == "b1")
        let wide = Paragraph(own: Array(repeating: Self.text(60, of: "%"), count: 3).joined(separator: "\n"))
        #expect(Self.pages([wide, wide]).map(\.count) == [4, 4])
        // 884 bytes are left below the number of the page.
        let half = Array(repeating: Self.text(60, of: "%"), count: 2)
        for (end, counts) in [("xx", [5]), ("xxx", [3, 4])] {
            let paragraphs = [half, half + [Self.text(49, of: "%") + end]].map {
                Paragraph(own: $0.joined(separator: "\n"))
            }
            #expect(Self.pages(paragraphs).map(\.count) == counts)
        }
        // The number of the page has the eighteenth line, also where there is one page and none is shown.
        #expect(Self.pages([Self.numbered(8, "a"), Self.numbered(9, "b")]).map(\.count) == [17])
        #expect(Self.pages([Self.numbered(8, "a"), Self.numbered(10, "b")]).map(\.count) == [9, 11])
    }

    @Test("a paragraph of more than a page begins where the one before ends, and says again what it is a part of")
    func divided() {
        for (before, first) in [(14, 1), (15, 1), (16, 0)] {
            let pages = Self.pages([Self.numbered(before, "a")], [Self.numbered(20, "b")])
            #expect(pages[0].dropFirst(before + 1).first == (first == 0 ? "b1" : ""), "\(before)")
            #expect(pages[0].count == 18 && pages[0].last?.isEmpty == false, "\(before)")
        }
        for (before, top) in [(14, "again"), (16, "again"), (17, "b1")] {
            let pages = Self.pages([Self.numbered(before, "a"), Self.numbered(20, "b", whenDivided: "again")])
            #expect(pages[1][1] == top, "\(before)")
            #expect(pages.flatMap { $0 }.count { $0 == "b1" } == 1)
        }
        for (before, isContinued) in [(16, true), (17, false)] {
            let quote = Self.pages([Self.numbered(before, "a"), "\(Quoted(exactly: Self.text(1_200)))"])
            #expect((quote[1][1] == "Quotation continued:") == isContinued, "\(quote)")
            #expect(quote[1][isContinued ? 2 : 1].hasPrefix("“x"), "\(quote)")
        }
    }
}
