import Testing

@testable import SchemeRouter

/// What means nothing around an address and its parameters, and belongs to neither.
@Suite struct LinkFrameTests {
    private static let fragment = LinkWarning(.fragmentIgnored, "The part after “#” is ignored.")

    private static func link(_ body: String) throws -> LinkBytes { try LinkBytes(Array("x:\(body)".utf8)) }

    @Test("two slashes and one more are no part of a link, nor is a fragment")
    func frame() throws {
        for (body, content, isCut) in [
            ("", 0..<0, false), ("a", 0..<1, false), ("/", 1..<1, false), ("/a", 1..<2, false), ("//", 2..<2, false),
            ("//a", 2..<3, false), ("///a", 3..<4, false), ("////a", 3..<5, false), ("a/b", 0..<3, false),
            ("/a/", 1..<3, false), ("a//b", 0..<4, false), ("#", 0..<0, true), ("a#b#c", 0..<1, true),
            ("//#a", 2..<2, true), ("/#/a", 1..<1, true), ("///#", 3..<3, true),
        ] {
            let frame = LinkFrame(try Self.link(body))
            #expect(frame.content == content.lowerBound + 2..<content.upperBound + 2, "\(body)")
            #expect(frame.warnings == (isCut ? [Self.fragment] : []), "\(body)")
        }
    }

    @Test(
        "a “#” that nobody escaped in a text cuts parameters off, which is said",
        arguments: [("a?label=b#c&amount=1", true), ("a#amount=1", true), ("a?b=c#d", false), ("a?b=c#", false)])
    func cut(body: String, isSaid: Bool) throws {
        let warning = try #require(try LinkFrame(Self.link(body)).warnings.first)
        #expect(
            warning.message
                == (isSaid
                    ? "The part after “#” is ignored, although it looks like parameters, which other programs may read."
                    : Self.fragment.message))
    }

    @Test("an address ends before its parameters, or before one slash")
    func bip21() throws {
        for (body, address, parameters) in [
            ("", 0..<0, 0..<0), ("a", 0..<1, 1..<1), ("a?b", 0..<1, 2..<3), ("a/?b", 0..<1, 3..<4),
            ("a//?b", 0..<2, 4..<5),
            ("?b", 0..<0, 1..<2), ("/?b", 1..<1, 2..<3), ("///?b", 3..<3, 4..<5), ("//a/", 2..<3, 4..<4),
            ("a?b?c/", 0..<1, 2..<6), ("a?", 0..<1, 2..<2), ("a?b#c", 0..<1, 2..<3), ("a/b", 0..<3, 3..<3),
        ] {
            let form = AddressFrame(try Self.link(body))
            #expect(form.address == address.lowerBound + 2..<address.upperBound + 2, "\(body)")
            #expect(form.parameters == parameters.lowerBound + 2..<parameters.upperBound + 2, "\(body)")
        }
    }

    @Test("parameters begin after a question mark, and end before a slash, or before “://” after the sender")
    func authority() throws {
        let separator = LinkWarning(.senderSeparatorStripped, "“://” after the sender is not part of it.")
        for (body, parameters, warnings) in [
            ("", 0..<0, []), ("a", 0..<1, []), ("?a", 1..<2, []), ("//?a", 3..<4, []), ("//a/", 2..<3, []),
            ("///?a/", 4..<5, []), ("?", 1..<1, []), ("/", 1..<1, []), ("////", 3..<3, []), ("a//", 0..<2, []),
            ("a://", 0..<1, [separator]), ("a:///", 0..<1, [separator]), ("a:////", 0..<5, []), ("a:/", 0..<2, []),
            ("?://", 1..<1, [separator]), ("a?", 0..<2, []), ("??a", 1..<3, []),
            ("a://#b", 0..<1, [Self.fragment, separator]),
        ] {
            let form = AuthorityForm(try Self.link(body))
            #expect(form.parameters == parameters.lowerBound + 2..<parameters.upperBound + 2, "\(body)")
            #expect(form.warnings == warnings, "\(body)")
        }
    }
}
