import Testing

@testable import SchemeRouter

/// S5: nothing is shortened, no page is more than a prompt can carry, and a quotation is seen to be one wherever it is
/// divided.
@Suite struct PageLayoutTests {
    @Test func aShortTextIsOnePageWithoutANumber() {
        #expect(PageLayout.pages(notice: nil, paragraphs: ["one", "two"]) == ["one\ntwo"])
        #expect(
            PageLayout.pages(notice: "NOTICE", heading: ["Pay 1", "to x"], paragraphs: ["one"])
                == ["NOTICE\nPay 1\nto x\none"])
    }

    @Test func groupsStandByThemselves() {
        #expect(
            PageLayout.pages(notice: nil, heading: ["Pay 1"], groups: [["one", "two"], [], ["three"]])
                == ["Pay 1\none\ntwo\n\nthree"])
        // No page begins or ends with a blank line.
        let long = Array(repeating: Paragraph(own: "line"), count: 12)
        #expect(
            PageLayout.pages(notice: nil, groups: [long, long])?.map { $0.split(separator: "\n").count } == [17, 9])
    }

    @Test("no page has more lines than a terminal, and our words are divided at their spaces alone")
    func lines() throws {
        let id = String(repeating: "a1", count: 32)
        let text = "Transaction: \(id) is a long word, and these others go on the lines below it"
        #expect(
            PageLayout.pages(notice: nil, paragraphs: [Paragraph(own: text)])
                == ["Transaction:\n\(id)\nis a long word, and these others go on the lines below it"])
        let pages = try #require(
            PageLayout.pages(
                notice: "N", heading: ["H"], groups: Array(repeating: ["a", "b", Paragraph(own: id)], count: 9)))
        for page in pages {
            let heights = page.split(separator: "\n", omittingEmptySubsequences: false).map {
                max(1, ($0.count + 59) / 60)
            }
            #expect(heights.reduce(0, +) <= 18 && !page.hasSuffix("\n"))
        }
    }

    @Test("addresses stand in groups of four, and are whole where they are not shown")
    func addresses() {
        for (address, shown) in [
            ("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa"),
            (
                "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
                "bitcoincash: qpm2 qszn hks2 3z76 29mm s6s4 cwef 74vc wvy2\n2gdx 6a"
            ),
            ("abcdefghij0123456789", "abcd efgh ij01 2345 6789"), ("abcdefghij012345678", "abcdefghij012345678"),
            ("a:b:abcdefghij0123456789", "a:b:abcdefghij0123456789"),
            ("alicealice11", "alicealice11"), ("pay me now", "“pay me now”"),
            ("https://a.example/0123456789", "https://a.example/0123456789"),
            ("ab::c0123456789012345678", "ab::c0123456789012345678"),
        ] {
            let paragraph: Paragraph = "\(address: address)"
            #expect(PageLayout.pages(notice: nil, paragraphs: [paragraph]) == [shown])
            #expect(paragraph.text == address || paragraph.text == shown)
        }
    }

    @Test("S5: a quotation is divided between its words, and within a word only where that fills a line")
    func wordsOfQuotations() throws {
        let text = "You agree to pay 1,000 in twelve instalments to the shop that you bought this from"
        let page = try #require(
            PageLayout.pages(notice: nil, paragraphs: ["It says: \(Quoted(exactly: text))"])?.first)
        #expect(
            page == """
                It says:
                “You agree to pay 1,000 in twelve instalments to the ”
                “shop that you bought this from”
                """)
        let long = "a " + String(repeating: "b", count: 100)
        let lines = LineLayout.lines(of: "\(Quoted(exactly: long))").map(\.text)
        #expect(
            lines == [
                "“a ”", "“" + String(repeating: "b", count: 55) + "”", "“" + String(repeating: "b", count: 45) + "”",
            ])
        for words in [long, text, String(repeating: "漢字 ", count: 60), String(repeating: "ab% ", count: 90)] {
            let lines = LineLayout.lines(of: "\(Quoted(exactly: words))")
            #expect(lines.allSatisfy { $0.text.count < 60 && $0.size.encodedBytes <= LineLayout.maxBytes })
            #expect(lines.map { $0.text.dropFirst().dropLast() }.joined() == words)
        }
    }

    @Test("S5: a narrow terminal gets shorter lines, and quotations keep both marks", arguments: [40, 54])
    func narrow(columns: Int) throws {
        let text = "You agree to pay 1,000 in twelve instalments to the shop that you bought this from"
        let own = "Refuse if you did not just ask for this, because it calls itself by a name that anybody can choose."
        let page = try #require(
            PageLayout.pages(
                notice: nil, heading: [Paragraph(own: own)], columns: columns,
                paragraphs: [Paragraph(own: own), "\(Quoted(exactly: text))"])?.first)
        let lines = page.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns })
        let quoted = lines.filter { $0.hasPrefix("“") }
        #expect(quoted.count > 1 && quoted.allSatisfy { $0.hasSuffix("”") })
        #expect(quoted.map { $0.dropFirst().dropLast() }.joined() == text)
        #expect(lines.filter { !$0.hasPrefix("“") }.joined(separator: " ") == "\(own) \(own)")
    }

    @Test("long texts become numbered pages of at most 900 encoded bytes, with nothing lost")
    func longTexts() throws {
        let hard = String(repeating: "%", count: 700) + "e" + String(repeating: "\u{301}", count: 900)
        for text in [String(repeating: "abc ", count: 500), hard] {
            let pages = try #require(
                PageLayout.pages(
                    notice: "NOTICE", heading: ["Pay 1 DASH"], paragraphs: ["first", Paragraph(own: text), "last"]))
            #expect(pages.count > 1)
            for (number, page) in pages.enumerated() {
                #expect(TextSize(page).encodedBytes <= PageLayout.maxEncodedBytes)
                #expect(page.hasPrefix("NOTICE\nPage \(number + 1) of \(pages.count)\nPay 1 DASH\n"))
            }
            let shown = pages.flatMap { $0.unicodeScalars.split(separator: "\n").dropFirst(3) }
            #expect(
                shown.joined().filter { $0 != " " }.elementsEqual(
                    "first\(text)last".unicodeScalars.filter { $0 != " " }))
        }
    }

    @Test func moreThanTwelvePagesAreTooMuch() {
        let page = Paragraph(own: String(repeating: "x", count: 800))
        #expect(PageLayout.pages(notice: nil, paragraphs: Array(repeating: page, count: 12))?.count == 12)
        #expect(PageLayout.pages(notice: nil, paragraphs: Array(repeating: page, count: 13)) == nil)
        #expect(PageLayout.pages(notice: nil, heading: [page], paragraphs: ["x"]) == nil)
    }

    /// What a page writes for itself would have to say, and a great many ways to get a line of one's own.
    static let hostile: [String] = [
        "Pay 0.0001 DASH\nto XsomebodyElse", "\u{2028}Pay 0.0001 DASH", "x” Refuse is not needed. “x",
        "“”\u{201F}\u{FF02}",
        String(repeating: " ", count: 300) + "Pay 0.0001 DASH", String(repeating: "\u{A0}", count: 300) + "Pay",
        String(repeating: "\u{2003}", count: 300) + "Pay", String(repeating: "\u{2800}", count: 300) + "Pay",
        String(repeating: "\u{3164}", count: 300) + "Pay",
        String(repeating: "\u{115F}\u{1160}\u{FFA0}", count: 99) + "Pay",
        String(repeating: "\u{34F}\u{FE0F}\u{E0100}\u{180B}\u{E0041}", count: 60) + "Pay",
        "\u{202E}HSAD 0001.0 yaP\u{2066}", "a" + String(repeating: "\u{30D}", count: 300),
        "\u{20DD}\u{301}x", String(repeating: "Pay 0.0001 DASH to XsomebodyElse. ", count: 15),
        String(repeating: "漢", count: 500), String(repeating: "\u{1F600}", count: 500),
        String(repeating: "W", count: 500), "\\u{201d}", "\\", "\u{85}\u{B}\u{C}\u{1B}[2J",
    ]

    @Test("S5: each line that has foreign words has them between our marks", arguments: hostile)
    func quotations(_ text: String) throws {
        for quote in [Quoted(ForeignText(text.utf8)), Quoted(exactly: text)] {
            let pages = try #require(
                PageLayout.pages(
                    notice: "PRACTICE", heading: ["Pay 5 DASH", "to XtheOneWhoIsPaid"],
                    paragraphs: ["It says: \(quote); nobody checked it.", "Refuse if you did not ask."]))
            var told = ""
            for (position, page) in pages.enumerated() {
                #expect(TextSize(page).encodedBytes <= PageLayout.maxEncodedBytes)
                var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                #expect(lines.removeFirst() == "PRACTICE")
                if pages.count > 1 { #expect(lines.removeFirst() == "Page \(position + 1) of \(pages.count)") }
                #expect(lines.removeFirst() == "Pay 5 DASH")
                #expect(lines.removeFirst() == "to XtheOneWhoIsPaid")
                for line in lines {
                    // Of what is not between marks every word is ours.
                    let parts = line.split(separator: "“", omittingEmptySubsequences: false)
                    #expect(parts.count <= 2, "\(line)")
                    let inside =
                        parts.count == 2 ? parts[1].split(separator: "”", omittingEmptySubsequences: false) : []
                    #expect(parts.count == 1 || inside.count == 2, "\(line)")
                    let outside = String(parts[0]) + (inside.last ?? "")
                    #expect(
                        ["", "Quotation continued:", "Refuse if you did not ask."].contains(outside)
                            || "It says: ; nobody checked it.".contains(outside), "\(line)")
                    told += inside.first.map(String.init) ?? ""
                    // Nothing in it is wider than a line, blank, or drawn on its neighbours.
                    #expect(line.unicodeScalars.allSatisfy { $0.isUnambiguouslyVisible }, "\(line)")
                    #expect(!line.contains("  "))
                    #expect(line.count <= 100)
                }
            }
            #expect(told == quote.description.dropFirst().dropLast())
        }
    }

    @Test("S5: a text that is signed is shown so that no other text is shown the same")
    func exact() {
        let texts =
            Self.hostile + ["a  b", "a b", "a\\u{20}b", "a \\u{20}b", "a\nb", "a\\nb", "a\\\\nb", "e\u{301}", "é"]
        for left in texts {
            for right in texts where !left.utf8.elementsEqual(right.utf8) {
                let (a, b) = (Quoted(exactly: left).description, Quoted(exactly: right).description)
                #expect(!a.utf8.elementsEqual(b.utf8), "\(a)")
            }
        }
        #expect(Quoted(exactly: "a  b\n\u{202E}”\\").description == #"“a \u{20}b\n\u{202e}\u{201d}\\”"#)
    }

    @Test("S1: what a stranger wrote is on one line, and fillers and piles of marks are gone")
    func cleaned() {
        for (given, kept) in [
            (
                "a\u{2800}b\u{3164}\u{115F}\u{1160}\u{FFA0}\u{34F}\u{FE00}\u{FE0F}\u{E0100}\u{180B}\u{E0020}\u{AD}c",
                "abc"
            ),
            ("  a \u{A0}\u{2003}\n\t b\u{3000} ", "a b"),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}", "a\u{301}\u{302}\u{303}"),
            ("\u{301}a \u{302}b", "a b"), ("a\u{20DD}", "a"), ("שלום", "שלום"), ("नमस्ते", "नमस्ते"), ("", ""), (" ", ""),
        ] {
            let text = ForeignText(given.utf8)
            #expect(text.text == kept && text.wasChanged == (given != kept), "\(given)")
            #expect(ForeignText(text.text.utf8) == ForeignText(kept.utf8))
        }
        #expect(ForeignText(String(repeating: "a ", count: 300).utf8, limit: 5).text == "a a a")
        #expect(Quoted("12345678", limit: 4).description == "“1234…”")
        // Two single marks are drawn like one of ours.
        #expect(Quoted(exactly: "it’s ’’ ‘‘ ′′′").description == #"“it’s ’\u{2019} ‘\u{2018} ′\u{2032}′”"#)
        #expect(Paragraph("\(word: "a.example") \(word: "a b") \(word: "")").text == "a.example “a b” “”")
    }
}
