import Testing

@testable import SchemeRouter

/// S5: nothing is shortened, and no page is more than a prompt can carry.
@Suite struct PageLayoutTests {
    @Test func aShortTextIsOnePageWithoutANumber() {
        #expect(PageLayout.pages(heading: nil, paragraphs: ["one", "two"]) == ["one\ntwo"])
    }

    @Test("long texts become numbered pages of at most 900 encoded bytes, with nothing lost")
    func longTexts() throws {
        let hard = String(repeating: "%", count: 700) + "e" + String(repeating: "\u{301}", count: 900)
        for text in [String(repeating: "abc ", count: 500), hard] {
            let pages = try #require(PageLayout.pages(heading: "HEADING", paragraphs: ["first", text, "last"]))
            #expect(pages.count > 1)
            for (number, page) in pages.enumerated() {
                #expect(PageLayout.encodedLength(page) <= PageLayout.maxEncodedBytes)
                #expect(page.hasPrefix("HEADING\nPage \(number + 1) of \(pages.count)\n"))
            }
            let shown = pages.flatMap { $0.unicodeScalars.split(separator: "\n").dropFirst(2) }
            let all = String(String.UnicodeScalarView(shown.joined()))
            #expect(all.unicodeScalars.elementsEqual("first\(text)last".unicodeScalars))
        }
    }

    @Test func moreThanTwelvePagesAreTooMuch() {
        let text = String(repeating: "x", count: 800)
        #expect(PageLayout.pages(heading: nil, paragraphs: Array(repeating: text, count: 12))?.count == 12)
        #expect(PageLayout.pages(heading: nil, paragraphs: Array(repeating: text, count: 13)) == nil)
    }
}
