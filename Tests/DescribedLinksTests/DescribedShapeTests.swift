import Testing

@testable import SchemeRouter

/// Which values have the shape that a descriptor asks for, at each bound.
@Suite struct DescribedShapeTests {
    private static let odd = "is not a whole number of 64 bits"
    private static let notDecimal = "is not a decimal number"
    private static let notHex = "is not hexadecimal"
    private static let notBase64 = "is not Base64"
    private static let noHost = "is not a host name"
    private static let noServer = "is not the address of a server"
    private static let noHint = "lacks a hint for each replaced field"
    private static let otherNames = "has different names for fields and hints"

    private static let shapes: [(ValueShape, Int?, String, String?)] = [
        (.text, nil, "anything at all; even \u{202E}", nil), (.text, nil, "", nil), (.address, nil, "any", nil),
        (.number, nil, "0", nil), (.number, nil, "007", nil), (.number, nil, "18446744073709551615", nil),
        (.number, nil, "18446744073709551616", odd), (.number, nil, "", odd), (.number, nil, "-1", odd),
        (.number, nil, "1.0", odd), (.number, nil, "1e1", odd),
        (.decimal, nil, "", nil), (.decimal, nil, "1", nil), (.decimal, nil, "1.5", nil), (.decimal, nil, ".5", nil),
        (.decimal, nil, "5.", nil), (.decimal, nil, String(repeating: "1", count: 40), nil),
        (.decimal, nil, String(repeating: "1", count: 41), notDecimal), (.decimal, nil, ".", notDecimal),
        (.decimal, nil, "1.5.5", notDecimal), (.decimal, nil, "1..5", notDecimal), (.decimal, nil, "-1", notDecimal),
        (.decimal, nil, "1,5", notDecimal), (.decimal, nil, "x", notDecimal), (.decimal, nil, "1x", notDecimal),
        (.hex, nil, "", notHex), (.hex, nil, "a", notHex), (.hex, nil, "aB", nil), (.hex, nil, "abc", notHex),
        (.hex, nil, "ag", notHex), (.hex, 1, "ab", nil), (.hex, 2, "ab", "does not have 4 hexadecimal digits"),
        (.hex, 1, "abcd", "does not have 2 hexadecimal digits"),
        (.base64, nil, "YQ==", nil), (.base64, nil, "+/+/", nil), (.base64, nil, "-_-_", notBase64),
        (.base64, nil, "YQ", notBase64), (.base64, nil, "a", notBase64), (.base64, 1, "YQ==", nil),
        (.base64, 2, "YQ==", "does not encode 2 bytes"),
        (.base64URL, nil, "YQ", nil), (.base64URL, nil, "-_-_", nil), (.base64URL, nil, "+/+/", notBase64),
        (.base64URL, nil, "a", notBase64), (.base64URL, 1, "YQ", nil), (.base64URL, 2, "YQ", "does not encode 2 bytes"),
        (.host, nil, "a.example", nil), (.host, nil, "0.example", nil), (.host, nil, "a;b", noHost),
        (.host, nil, "", noHost), (.host, nil, "a b", noHost), (.host, nil, "a..b", noHost),
        (.host, nil, "a.example/", noHost), (.host, nil, "a.example/x", noHost), (.host, nil, "a.example:80", noHost),
        (.host, nil, "a@b.example", noHost), (.host, nil, "https://a.example", noHost), (.host, nil, "[::1]", noHost),
        (.host, nil, "a.example?you-can-trust", noHost), (.host, nil, "a.example#x", noHost),
        (.url, nil, "https://a.example/x?y", nil), (.url, nil, "http://a.example", nil),
        (.url, nil, "ftp://a.example/", noServer), (.url, nil, "a.example", noServer), (.url, nil, "", noServer),
        (.replacements, nil, "a:x;x:who", nil), (.replacements, nil, "a:x,b:y;y:one,x:two", nil),
        (.replacements, nil, "a:x,b:x;x:who", nil), (.replacements, nil, "a:b:x;b:x:who", otherNames),
        (.replacements, nil, "a:x;x:who: me", nil), (.replacements, nil, "", noHint),
        (.replacements, nil, "a:x", noHint),
        (.replacements, nil, "a:x;x:who;y:z", noHint), (.replacements, nil, "a:x;", otherNames),
        (.replacements, nil, ";x:who", otherNames), (.replacements, nil, "a:x;y:who", otherNames),
        (.replacements, nil, "a:x,b:y;x:who", otherNames), (.replacements, nil, "a:x;x:who,y:me", otherNames),
        (.replacements, nil, "a;x:who", otherNames), (.replacements, nil, "a:x;x", otherNames),
        (.replacements, nil, "a;x", otherNames),
        (.replacements, nil, "a:x;x:who,y", otherNames), (.replacements, nil, "a:x,b;x:who", otherNames),
        (.replacements, nil, "x:a;x:who", otherNames),
    ]

    @Test("a value has its shape, or the complaint says which it lacks", arguments: shapes)
    private func shape(_ shape: ValueShape, _ size: Int?, _ value: String, _ complaint: String?) {
        // Not at the beginning of its array, as values of a link are not.
        let bytes = (Array("x=".utf8) + value.utf8)[2...]
        #expect(DescribedReading.complaint(about: bytes, shape, size: size) == complaint, "\(value)")
    }

    private static let numbers: [(String, String?)] = [
        ("0", "0"), ("007", "7"), ("5e8", "500000000"), ("5E2", "500"), ("2.50e1", "25"), ("2.5e1", "25"),
        (".5e1", "5"),
        ("5.", "5"), ("5.e1", "50"), ("1.0", "1"), ("1.00e0", "1"), ("1.05e2", "105"), ("0.10e1", "1"), ("10e1", "100"),
        ("0e77", "0"), ("0e077", "0"), ("0e78", nil), ("0e0077", nil),
        ("1e77", "1" + String(repeating: "0", count: 77)),
        ("2e77", nil),
        (
            "115792089237316195423570985008687907853269984665640564039457584007913129639935",
            "115792089237316195423570985008687907853269984665640564039457584007913129639935"
        ),
        ("115792089237316195423570985008687907853269984665640564039457584007913129639936", nil),
        ("", nil), (".", nil), ("e5", nil), (".e5", nil), ("5e", nil), ("5e+1", nil), ("5e-1", nil), ("5e1e1", nil),
        ("5e1.0", nil), ("5ex", nil), ("1.5", nil), ("2.55e1", nil), ("1.2.3", nil), ("1.2.3e9", nil), ("-5", nil),
        ("+5", nil), ("5x", nil), ("x5", nil), ("5.x", nil), ("5 ", nil), ("5d1", nil), ("5F1", nil),
    ]

    @Test("a number is told with all its digits, if it is a whole one below 2^256", arguments: numbers)
    private func digits(_ text: String, _ digits: String?) {
        #expect(DescribedReading.digits(text.utf8) == digits)
    }

    private static let hex64 = "0x" + String(repeating: "F", count: 64)

    private static let values: [(String, String, String?)] = [
        ("uint256", "5e2", "500"), ("uint", "5", "5"), ("int", "5", "5"), ("int8", "-5", "-5"), ("int8", "-5e1", "-50"),
        ("int8", "-0", "0"), ("int8", "-0.0", "0"), ("uint8", "-5", nil), ("uint", "-0", nil), ("int8", "--5", nil),
        ("int8", "-", nil), ("int8", "", nil), ("int8", "+5", nil), ("int8", "-0x5", nil), ("int8", "-1.5", nil),
        ("uint8", "0x5", "0x5"), ("uint8", "0xaF", "0xaF"), ("uint256", hex64, hex64), ("uint256", hex64 + "0", nil),
        ("uint8", "0x", nil), ("uint8", "0xg", nil), ("uint8", "0X5", nil), ("uint8", "x5", nil),
        ("int8", "0x5", "0x5"),
        // Anything else goes over as it is.
        ("string", "5e2", "5e2"), ("bytes", "0xg", "0xg"), ("address", "", ""), ("uint256[]", "5e2", "5e2"),
        ("uint8x", "5e2", "5e2"), ("intx8", "5e2", "5e2"), ("uuint8", "5e2", "5e2"), ("interest", "5e2", "5e2"),
        ("in8", "5e2", "5e2"),
        ("Uint8", "5e2", "5e2"), ("fixed", "-5e2", "-5e2"), ("", "5e2", "5e2"), ("u", "5e2", "5e2"),
    ]

    @Test("an argument of a number's type is such a number, and any other is left alone", arguments: values)
    private func argument(_ type: String, _ value: String, _ told: String?) {
        #expect(DescribedReading.argument(value.utf8, of: type) == told, "\(type)=\(value)")
    }

    @Test("values of a list keep their places in the link, and are decoded after they are divided")
    func parts() throws {
        let text = Array("ab;%3B;;c".utf8)
        let parts = try DescribedReading.parts(text[...], at: 10..<19, by: UInt8(ascii: ";"))
        #expect(parts.map { String(decoding: $0.0, as: UTF8.self) } == ["ab", ";", "", "c"])
        #expect(parts.map(\.1) == [10..<12, 13..<16, 17..<17, 18..<19])
        let whole = try DescribedReading.parts(text[3...], at: 13..<19, by: nil)
        #expect(whole.map { String(decoding: $0.0, as: UTF8.self) } == ["%3B;;c"] && whole.map(\.1) == [13..<19])
        let later = try DescribedReading.parts(text[3...], at: 13..<19, by: UInt8(ascii: ";"))
        #expect(later.map(\.1) == [13..<16, 17..<17, 18..<19])
    }

    @Test("a text keeps its spaces, unless something else of it is not shown")
    func exact() {
        for (text, exact) in [
            ("a  b ", "a  b "), (" a", " a"), ("a\u{202E}  b", "a b"), ("a\tb", "a b"), ("", ""), ("\u{202E}", ""),
        ] { #expect(DescribedReading.exact(text.utf8) == exact) }
    }
}
