import SchemeRouter
import Testing

/// Where a link is split, and which bytes are in no link (S1).
@Suite struct LinkBytesTests {
    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func error(_ text: String) -> RequestError? {
        do throws(RequestError) {
            _ = try LinkBytes(Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test("a scheme begins with a letter, and ends at the first colon; white space around a link is not of it")
    func scheme() throws {
        for (text, scheme, body) in [
            ("pay:x", 0..<3, 4..<5), ("a:", 0..<1, 2..<2), ("a1+-.:b:c", 0..<5, 6..<9), ("PAY:x", 0..<3, 4..<5),
            (" \t\n\u{B}\u{C}\rpay:x\t\u{B}\u{C}\n\r ", 6..<9, 10..<11), ("\r\rpay: x \t", 2..<5, 6..<8),
            (Self.text(32) + ":x", 0..<32, 33..<34), ("   " + Self.text(32) + ":x", 3..<35, 36..<37),
            (Self.text(30) + ":x", 0..<30, 31..<32), (Self.text(30) + "?:x", nil, 0..<33),
        ] as [(String, Range<Int>?, Range<Int>)] {
            let link = try LinkBytes(Array(text.utf8))
            #expect(link.scheme == scheme ?? 0..<0 && link.body == body, "\(text)")
            #expect(link.isBareAddress == (scheme == nil) && !link.isBareJSON, "\(text)")
        }
    }

    @Test("a text that does not begin with a scheme is refused, at what is wrong with it")
    func noScheme() {
        for (text, range) in [
            ("", 0..<0), (" ", 0..<1), (" \n ", 0..<3), ("hello", 0..<5), (" hello ", 1..<6), (":x", 0..<1),
            (" :x ", 1..<2),
            ("1a:x", 0..<1), ("+a:x", 0..<1), ("a_b:x", 0..<2), ("pay me:x", 0..<4), ("a/b:x", 0..<2), ("é:x", 0..<1),
            (Self.text(33) + ":x", 0..<33), ("\u{E}pay:x", 0..<1), ("\u{8}pay:x", 0..<1), ("@a:x", 0..<1),
            ("[a:x", 0..<1),
            ("`a:x", 0..<1), ("~a:x", 0..<1), ("+" + Self.text(24), 0..<1), ("a,b", 0..<2), ("a;b:", 0..<2),
        ] {
            let error = Self.error(text)
            #expect(error?.code == .malformedURL && error?.range == range, "\(text): \(String(describing: error))")
        }
        for (text, message) in [
            (":x", "There is no scheme before the colon."), ("hello", "There is no colon after the scheme."),
            (Self.text(46) + ":x", "The scheme has more than 32 bytes."),
            ("1a:x", "This does not begin with a scheme such as “pay:”."),
        ] {
            #expect(Self.error(text)?.message == message, "\(text)")
        }
    }

    @Test("25 to 90 letters and digits, alone or before a query, may be an address")
    func addresses() throws {
        for count in [25, 26, 34, 89, 90] {
            for text in [Self.text(count), Self.text(count) + "?amount=1", " 1" + Self.text(count - 1) + "\n"] {
                let link = try LinkBytes(Array(text.utf8))
                #expect(link.isBareAddress && !link.isBareJSON && link.scheme.isEmpty, "\(text)")
            }
        }
        for text in [Self.text(24), Self.text(24) + "?amount=1", Self.text(25) + "/", Self.text(25) + "&"] {
            #expect(Self.error(text)?.code == .malformedURL, "\(text)")
        }
        #expect(Self.error(Self.text(91))?.range == 0..<33)
    }

    @Test("a text in braces is JSON, which may have every character, but not bytes that are none")
    func json() throws {
        let link = try LinkBytes(Array(#" {"a": "@\ é"} "#.utf8))
        #expect(link.isBareJSON && !link.isBareAddress && link.body == 1..<15)
        #expect(throws: Never.self) { try link.checkBytes(limit: 14) }
        #expect(throws: RequestError(.urlTooLong, "", at: 14..<15)) { try link.checkBytes(limit: 13) }
        let broken = try LinkBytes(Array("{".utf8) + [0xFF] + Array("}".utf8))
        #expect(throws: RequestError(.invalidEncoding, "", at: 0..<3)) { try broken.checkBytes(limit: 100) }
    }

    @Test("a link ends where it has too many bytes, white space around it not counted")
    func length() throws {
        let link = try LinkBytes(Array("  pay:abcd ".utf8))
        #expect(throws: Never.self) { try link.checkBytes(limit: 8) }
        #expect(throws: RequestError(.urlTooLong, "", at: 9..<10)) { try link.checkBytes(limit: 7) }
        #expect(LinkBytes.maxLength == 8_192 && LinkBytes.maxSchemeLength == 32)
    }

    @Test("a byte that is in no link refuses it, by its place and its name")
    func bytes() throws {
        func check(_ byte: UInt8, _ leniency: LinkBytes.Leniency) throws(RequestError) {
            let link = try LinkBytes(Array("pay:a".utf8) + [byte] + Array("b?c=d".utf8))
            try link.checkBytes(limit: 100, leniency: leniency)
        }
        let words: [(ClosedRange<UInt8>, String)] = [
            (0x00...0x1F, "The link contains a control character."), (0x20...0x20, "The link contains a space."),
            (0x40...0x40, "The link contains “@”: programs disagree about what comes before it."),
            (0x5C...0x5C, "The link contains a backslash."), (0x7F...0x7F, "The link contains a control character."),
            (0x80...0xFF, "The link contains a non-ASCII character."),
        ]
        for byte in UInt8.min...UInt8.max {
            let complaint = words.first { $0.0.contains(byte) }?.1
            for leniency in [LinkBytes.Leniency.none, .query, .texts, .anywhere] {
                do throws(RequestError) {
                    try check(byte, leniency)
                    #expect(complaint == nil || byte == 0x40 && leniency == .anywhere, "\(byte)")
                } catch {
                    #expect(
                        error.code == .malformedURL && error.range == 5..<6 && error.message == complaint, "\(byte)")
                    #expect(byte != 0x40 || leniency != .anywhere)
                    // Encoding does not help a control character.
                    let isControl = byte < 0x20 || byte == 0x7F
                    #expect(error.hint?.contains("Ask the sender for a link without it.") == isControl, "\(byte)")
                }
            }
        }
    }

    @Test(
        "S1: behind the first “?”, “@” is a character like others, and texts may have all that is no control character")
    func query() throws {
        func place(_ link: String, _ leniency: LinkBytes.Leniency) throws -> Int? {
            let link = try LinkBytes(Array(link.utf8))
            do throws(RequestError) {
                try link.checkBytes(limit: 100, leniency: leniency)
                return nil
            } catch {
                return error.range?.lowerBound
            }
        }
        #expect(try place("pay:a?b=c@d", .query) == nil && place("pay:a?b=c@d", .none) == 9)
        #expect(try place("pay:a@b?c=d", .query) == 5 && place("pay:a@b?c=d", .texts) == 5)
        for text in ["pay:a?b=c d", "pay:a?b=é", "pay:a?b=c\\d"] {
            #expect(try place(text, .texts) == nil && place(text, .query) != nil, "\(text)")
            // Some programs read on behind “#”.
            #expect(try place(text + "#e", .texts) != nil, "\(text)")
        }
        #expect(try place("pay:a?b=c\u{7}d", .texts) == 9 && place("pay:a b?c=d", .texts) == 5)
    }

    @Test("invisible white space around a text is left out, inside it stays")
    func invisibleSpace() throws {
        let link = try LinkBytes(Array("\u{200B}\u{A0} pay:a\u{FEFF}\n".utf8))
        #expect(link.bytes[link.scheme].elementsEqual("pay".utf8) && link.bytes[link.body].elementsEqual("a".utf8))
        #expect(throws: RequestError.self) { try LinkBytes(Array("pay:\u{200B}a".utf8)).checkBytes(limit: 100) }
    }
}
