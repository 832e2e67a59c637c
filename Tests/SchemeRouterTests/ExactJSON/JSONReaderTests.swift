import ExactJSON
import Foundation
import RouterTestSupport
import Testing

@Suite struct JSONReaderTests {
    static func read(_ text: String) throws(JSONError) -> JSON {
        try JSON(reading: Array(text.utf8), limits: .link)
    }

    static func error(_ bytes: [UInt8], limits: JSONLimits = .link) -> JSONError? {
        do {
            _ = try JSON(reading: bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("numbers keep their text, members their order")
    func exact() throws {
        let text = #"{"z":1.0E-4,"a":[1,-0.50,1e400,123456789012345678901234567890],"é":"\/ ☕"}"#
        let value = try Self.read(text)
        #expect(value["z"] == .number(try #require(JSONNumber("1.0E-4"))))
        #expect(value.members?.map(\.name) == ["z", "a", "é"])
        #expect(value["é"]?.string == "/ ☕")
        #expect(value.text == text.replacingOccurrences(of: #"\/"#, with: "/"))
    }

    @Test func escapes() throws {
        #expect(
            try Self.read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00\u0000""#).string == "\"\\/\u{8}\u{c}\n\r\tAé😀\0")
        #expect(JSON.string("\"\\/\u{8}\u{c}\n\r\tAé\0\u{7F}").text == #""\"\\/\b\f\n\r\tAé\u0000\u007f""#)
    }

    @Test("names are compared by their bytes, as other readers do")
    func names() throws {
        let value = try Self.read("{\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(value["e\u{301}"] == .number(2))
        #expect(value["\u{e9}"] == .number(1))
        #expect(value["e"] == nil)
    }

    @Test(
        "each mistake and its place",
        arguments: [
            ("", JSONError.Code.syntax, 0), ("   ", .syntax, 3), ("{", .syntax, 1), (#"{"a""#, .syntax, 4),
            (#"{"a":}"#, .syntax, 5), (#"{"a":1,}"#, .syntax, 7), ("[1,]", .syntax, 3), ("[1 2]", .syntax, 3),
            ("{a:1}", .syntax, 1), ("01", .syntax, 0), ("-", .syntax, 0), ("1.", .syntax, 0), (".5", .syntax, 0),
            ("+1", .syntax, 0), ("1e", .syntax, 0), ("0x10", .syntax, 1), ("NaN", .syntax, 0), ("nul", .syntax, 0),
            ("true1", .syntax, 4), ("{} {}", .syntax, 3), ("\"a\nb\"", .syntax, 2), (#""\x""#, .syntax, 1),
            (#""\u12g4""#, .syntax, 5), (#""abc"#, .syntax, 4), (#""\"#, .syntax, 2), ("'a'", .syntax, 0),
            ("\u{FEFF}{}", .syntax, 0), (#""\ud800""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
            (#""\udc00""#, .loneSurrogate, 1), (#"{"a":1,"b":2,"a":3}"#, .duplicateName, 13),
            (#"{"a":1,"\u0061":3}"#, .duplicateName, 7), (#"[{"x":{"a":1,"a":1}}]"#, .duplicateName, 13),
        ])
    func mistakes(text: String, code: JSONError.Code, offset: Int) {
        let error = Self.error(Array(text.utf8))
        #expect(error?.code == code, "\(text)")
        #expect(error?.offset == offset, "\(text)")
    }

    @Test("bytes that are no UTF-8, and where")
    func encoding() {
        #expect(Self.error([0x22, 0x61, 0xFF, 0x22])?.code == .invalidUTF8)
        #expect(Self.error([0x22, 0x61, 0xFF, 0x22])?.offset == 2)
        #expect(Self.error([0x22, 0xED, 0xA0, 0x80, 0x22])?.code == .invalidUTF8)
    }

    @Test("limits: 32 KiB and 32 levels of a link")
    func limits() throws {
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        _ = try Self.read(deep)
        #expect(Self.error(Array("[\(deep)]".utf8))?.code == .tooDeep)
        #expect(Self.error(Array("[\(deep)]".utf8))?.offset == 32)
        let long = [UInt8](repeating: 0x20, count: JSONLimits.link.bytes - 2) + Array("{}".utf8)
        #expect(Self.error(long) == nil)
        #expect(Self.error(long + [0x20])?.code == .tooLarge)
        #expect(Self.error([UInt8](repeating: UInt8(ascii: "["), count: 32_768))?.code == .tooDeep)
    }

    @Test("an object of thousands of names is read at once")
    func manyNames() throws {
        let names = (0..<2500).map { "\"k\($0)\":0" }
        let text = "{" + names.joined(separator: ",")
        #expect(try Self.read(text + "}").members?.count == 2500)
        #expect(Self.error(Array((text + ",\"k7\":1}").utf8))?.code == .duplicateName)
    }

    @Test("read(print(x)) == x for random values, and Foundation reads the same")
    func roundTrip() throws {
        var numbers = SeededGenerator(seed: 8259)
        for _ in 0..<300 {
            let value = RandomJSON.value(depth: 4, using: &numbers)
            let read = try JSON(reading: value.bytes, limits: .answer)
            #expect(read == value)
            #expect(throws: Never.self) { try JSONValue(parsing: Data(value.bytes)) }
        }
    }

    @Test("every text cut short is refused, and no changed byte does harm")
    func mutations() throws {
        var numbers = SeededGenerator(seed: 32)
        for _ in 0..<40 {
            let bytes = JSON.array([RandomJSON.value(depth: 3, using: &numbers)]).bytes
            for length in bytes.indices {
                let error = try #require(Self.error(Array(bytes[..<length]), limits: .answer))
                #expect(error.offset <= length)
            }
            for index in bytes.indices {
                var changed = bytes
                changed[index] = UInt8.random(in: 0...255, using: &numbers)
                if let error = Self.error(changed, limits: .answer) { #expect(error.offset <= bytes.count) }
            }
        }
    }
}

/// Values with hard strings and numbers.
enum RandomJSON {
    static func value(depth: Int, using numbers: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &numbers) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &numbers))
        case 2: return .number(Int64.random(in: .min ... .max, using: &numbers))
        case 3:
            let texts = ["0", "-0", "1.0E-4", "0.10", "1e+9", "-12.5e-30", "123456789012345678901234567890.5"]
            return .number(JSONNumber(texts.randomElement(using: &numbers)!)!)
        case 4: return .string(text(using: &numbers))
        case 5:
            let count = Int.random(in: 0...4, using: &numbers)
            return .array((0..<count).map { _ in value(depth: depth - 1, using: &numbers) })
        default:
            let count = Int.random(in: 0...4, using: &numbers)
            return .object(
                (0..<count).map { ("\($0)" + text(using: &numbers), value(depth: depth - 1, using: &numbers)) })
        }
    }

    private static func text(using numbers: inout SeededGenerator) -> String {
        let pieces = ["a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "备", "😀", "\u{202E}", "\\u0041"]
        let count = Int.random(in: 0...6, using: &numbers)
        return (0..<count).map { _ in pieces.randomElement(using: &numbers)! }.joined()
    }
}
