@testable import RouterBytes
@testable import RouterDesktop
@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// Percent-encoding, and foreign texts. Invariants:
    /// - another decoder decodes the same, the result is UTF-8 if the input is, and no control characters are added;
    /// - decoding reverses encoding for every text;
    /// - making a text safe is idempotent, keeps it within its limit, and leaves nothing invisible.
    static let percent = Target("percent") { bytes in
        for plusIsSpace in [false, true] {
            guard let decoded = try? PercentDecoding.decode(bytes.span, 0..<bytes.count, plusIsSpace: plusIsSpace)
            else {
                continue
            }
            expectEqual(
                decoded, Reference.decoded(bytes, plusIsSpace: plusIsSpace), "two decoders read the same")
            expect(decoded.count <= bytes.count, "decoding makes nothing longer")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let encoded = Array(PercentEncoding.encode(text).utf8)
        expect(encoded.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "&") }, "nothing ends a field")
        if !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            expectEqual(
                try? PercentDecoding.decode(encoded.span, 0..<encoded.count), Array(text.utf8),
                "a text is itself after encoding and decoding")
        }
        for limit in [1, 40, ForeignText.maxLength] {
            let safe = ForeignText(bytes, limit: limit)
            expect(safe.text.unicodeScalars.count <= limit, "a text has at most its limit")
            expect(safe.text.unicodeScalars.allSatisfy(\.isUnambiguouslyVisible), "a text has nothing that is not seen")
            let again = ForeignText(safe.text.utf8, limit: limit)
            expect(again.text.isSame(safe.text) && !again.wasChanged, "a safe text stays as it is")
            expect(safe.wasChanged || safe.text.isSame(text), "a text is said to be changed where it is")
        }
        let quoted = Quoted(exactly: text).description
        expect(!quoted.unicodeScalars.contains { $0.value < 0x20 }, "a quoted text stands on one line")
    }

    /// The encoding of pinentry's texts. Invariants: it has the predicted length, contains no line feed, and is decoded
    /// to the visible text.
    static let assuan = Target("assuan") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let encoded = AssuanEncoding.encode(text)
        expectEqual(encoded.count, AssuanEncoding.encodedLength(of: text), "the length of a text is known before")
        expect(!encoded.contains { $0 < 0x20 || $0 == 0x7F }, "a text is one line")
        expectEqual(decoded(encoded, room: encoded.count), Array(VisibleText.of(text).utf8), "a text is itself again")
        if let plain = decoded(bytes, room: bytes.count) {
            expectEqual(plain, Reference.decoded(bytes), "two decoders read the same")
            if !plain.isEmpty {
                expect(decoded(bytes, room: plain.count - 1) == nil, "what has no room is refused")
            }
        }
    }

    private static func decoded(_ bytes: [UInt8], room: Int) -> [UInt8]? {
        var target = [UInt8](repeating: 0, count: room)
        var memory = target.mutableSpan
        guard let count = AssuanEncoding.decode(bytes.span, into: &memory) else { return nil }
        return Array(target.prefix(count))
    }
}
