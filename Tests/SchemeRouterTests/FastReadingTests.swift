import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterLinks
@testable import SchemeRouter

/// The short ways in which nearly all links are read: they never find less or something else than the long ones.
@Suite struct FastReadingTests {
    @Test("of each byte, one pass finds just the kinds that it has")
    func kinds() {
        for byte in UInt8.min...UInt8.max {
            for bytes in [[byte], [UInt8(ascii: "a"), byte], Array(repeating: 0x30, count: 40) + [byte]] {
                let kinds = ByteKinds(bytes.span)
                #expect(kinds.hasForbidden == (byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\")), "\(byte)")
                #expect(kinds.hasAt == (byte == UInt8(ascii: "@")), "\(byte)")
                #expect(kinds.hasFragment == (byte == UInt8(ascii: "#")), "\(byte)")
                #expect(kinds.mayEncode == (byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+")), "\(byte)")
            }
        }
    }

    @Test("one pass finds a byte at every place of a text of every length")
    func places() {
        for length in 1...70 {
            for place in 0..<length {
                for byte in "@#%+ ".utf8 {
                    var bytes = Array(repeating: UInt8(ascii: "0"), count: length)
                    bytes[place] = byte
                    #expect(bytes.span.contains { $0 == byte })
                    #expect(!bytes.span.contains { $0 == 0x7F })
                    #expect(ByteKinds(bytes.span).mayEncode == (byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+")))
                }
            }
        }
    }

    @Test("eight bytes are only letters if each is one")
    func letters() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                for others in "azAZm".utf8 {
                    var bytes = Array(repeating: others, count: 8)
                    bytes[place] = byte
                    #expect(bytes.span.eightBytes(at: 0)?.hasOnlyLetters == byte.isASCIILetter, "\(bytes)")
                }
            }
        }
    }

    private static let names: [ParameterName] = [
        .pay, .request, .sender, .account, .amount, .lock, .label, .message, .paymentRequest, .proofOfPayment,
    ]
    private static let table = LinkNames(names.map { .init($0.rawValue, $0) })

    /// Reads a part of a link both ways.
    private static func plain(_ part: String, after start: Int = 0) -> (ParameterName, Int)? {
        let bytes = Array(String(repeating: "&", count: start).utf8) + Array(part.utf8)
        return Self.table.plain(in: bytes.span, at: start)
    }

    @Test("every name is found with its equals sign, in any case, at any place")
    func found() throws {
        for name in Self.names {
            for text in [name.rawValue, name.rawValue.uppercased()] {
                for start in [0, 1, 13] {
                    let found = try #require(Self.plain("\(text)=1234567", after: start), "\(text)")
                    #expect(found.0 == name && found.1 == start + text.utf8.count, "\(text)")
                }
            }
        }
    }

    @Test("nothing else is, even if it differs in one bit or has no equals sign where the name ends")
    func others() throws {
        func check(_ part: [UInt8]) {
            guard let found = Self.table.plain(in: part.span, at: 0) else { return }
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let key = Array(part.prefix(equals ?? 0))
            #expect(found.0 == Self.table[key.span] && found.1 == equals, "\(part)")
        }
        for name in Self.names {
            for text in ["\(name.rawValue)=1234567", "\(name.rawValue)&=123456", "\(name.rawValue)1=23456"] {
                let part = Array(text.utf8)
                for position in 0..<8 {
                    for bit in 0..<8 {
                        var changed = part
                        changed[position] ^= 1 << UInt8(bit)
                        check(changed)
                    }
                }
            }
        }
        var random = SeededGenerator(seed: 20_261_125)
        let letters = Array("payrequstndmolbcgi=&=&=<>Rr9!".utf8)
        for _ in 0..<20_000 { check((0..<8).map { _ in letters.randomElement(using: &random) ?? 0 }) }
    }
}
