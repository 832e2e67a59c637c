import Foundation
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Encoding {
        @Test(
            "S5: texts travel literally, and nothing in them moves a cursor",
            arguments: [
                ("Pay <b>1</b> &amp; go", "Pay <b>1</b> &amp; go"), ("50%", "50%25"), ("a\nb", "a%0Ab"),
                ("a\tb", "a b"),
                ("a\rb", "a␍b"), ("\u{1B}[2J", "␛[2J"), ("\u{7F}", "␡"), ("\u{9B}2J", "\u{FFFD}2J"),
                ("\u{202E}evil", "\u{FFFD}evil"), ("Xé漢", "Xé漢"), ("a\r\nb", "a␍%0Ab"), ("", ""),
            ])
        func encoding(text: String, expected: String) {
            #expect(String(decoding: AssuanEncoding.encode(text), as: UTF8.self) == expected)
            #expect(AssuanEncoding.encodedLength(of: text) == expected.utf8.count)
        }

        @Test("What is encoded decodes to what was meant, for every character that passes")
        func roundTrip() throws {
            let text = String(String.UnicodeScalarView((0x20...0x7E).map { Unicode.Scalar($0) } + ["\n", "é", "😀"]))
            let line = AssuanEncoding.encode(text)
            #expect(line.allSatisfy { $0 >= 0x20 })
            var memory = [UInt8](repeating: 0, count: 500)
            var span = memory.mutableSpan
            let decoded = AssuanEncoding.decode(line.span, into: &span)
            let count = try #require(decoded)
            #expect(String(decoding: memory[..<count], as: UTF8.self) == text)
        }
    }
}
