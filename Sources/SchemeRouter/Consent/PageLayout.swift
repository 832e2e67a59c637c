/// Lays text out in pages that a prompt program can carry (S5): nothing is shortened, long texts get more pages.
enum PageLayout {
    /// The most bytes of one page as the pinentry protocol encodes it. Its lines end at 1,000.
    static let maxEncodedBytes = 900
    /// The most pages anybody is asked to read before agreeing.
    static let maxPages = 12
    /// Room kept on each page for its heading.
    private static let headingBytes = 100

    /// The pages, or nil where there would be more than ``maxPages``.
    /// - Parameters:
    ///   - heading: stands on every page, such as the practice notice; nil for none.
    ///   - paragraphs: the text; a paragraph is divided only where it fills a page by itself.
    static func pages(heading: String?, paragraphs: [String]) -> [String]? {
        var bodies: [String] = []
        var body = ""
        for piece in paragraphs.flatMap(divide) {
            let extended = body.isEmpty ? piece : body + "\n" + piece
            if encodedLength(extended) <= maxEncodedBytes - headingBytes {
                body = extended
            } else {
                bodies.append(body)
                body = piece
            }
        }
        bodies.append(body)
        guard bodies.count <= maxPages else { return nil }
        return bodies.enumerated().map { position, body in
            let number = bodies.count > 1 ? "Page \(position + 1) of \(bodies.count)" : nil
            return ([heading, number].compactMap { $0 } + [body]).joined(separator: "\n")
        }
    }

    /// Parts of `paragraph` that fit a page each, divided anywhere: a single character can be longer than a page.
    private static func divide(_ paragraph: String) -> [String] {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var length = 0
        for scalar in paragraph.unicodeScalars {
            let added = encodedLength(String(scalar))
            if length + added > maxEncodedBytes - headingBytes {
                parts.append(String(part))
                part = String.UnicodeScalarView()
                length = 0
            }
            part.append(scalar)
            length += added
        }
        parts.append(String(part))
        return parts
    }

    /// The bytes `text` takes in the pinentry protocol: `%`, line ends and controls become `%XX`.
    static func encodedLength(_ text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            length + (byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") ? 3 : 1)
        }
    }
}
