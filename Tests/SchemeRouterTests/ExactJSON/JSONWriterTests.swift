import ExactJSON
import Testing

@Suite struct JSONWriterTests {
    @Test("objects, arrays and members are written one after another, with commas where they belong")
    func members() {
        var json = JSONWriter(capacity: 0)
        json.beginObject()
        json.add("text", "a")
        json.add("none", nil as String?)
        json.add("number", Int64.min)
        json.add("flag", true)
        json.beginArray("empty")
        json.endArray()
        json.beginObject("inner")
        json.beginArray("places")
        json.add(0)
        json.add(-7)
        json.endArray()
        json.add("texts", ["x", "y"])
        json.endObject()
        json.add("value", JSON.array([.object([]), .null, .object([("a", .number(1)), ("b", .array([]))])]))
        json.addMembers(of: .object([("last", .bool(false))]))
        json.endObject()
        #expect(
            json.string
                == #"{"text":"a","none":null,"number":-9223372036854775808,"flag":true,"empty":[],"inner":{"places":[0,-7],"#
                + #""texts":["x","y"]},"value":[{},null,{"a":1,"b":[]}],"last":false}"#)
    }

    @Test("what is written reads as the same value, whatever the text")
    func roundTrip() throws {
        let scalars = (0...0x2FF).compactMap { Unicode.Scalar($0) }.map { String($0) }
        let texts = scalars + ["", "\u{1F600}", "e\u{301}\u{0}\"\\"]
        for text in texts {
            var json = JSONWriter()
            json.beginObject()
            json.add("text", text + "and more than sixteen bytes " + text)
            json.endObject()
            let read = try JSON(reading: json.bytes, limits: .link)
            #expect(read["text"]?.says(text + "and more than sixteen bytes " + text) == true)
            #expect(read.text == json.string)
        }
    }

    @Test("what must be escaped is found at every place of a text, and nothing else is escaped")
    func escapes() throws {
        let bytes: [UInt8] = [0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F]
        for byte in bytes {
            let escape = byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
            for length in 1...17 {
                for place in 0..<length {
                    var text = [UInt8](repeating: 0x61, count: length)
                    text[place] = byte
                    let value = String(decoding: text, as: UTF8.self)
                    var json = JSONWriter()
                    json.beginObject()
                    json.add("added", value)
                    json.add("written") { $0.append(value) }
                    json.endObject()
                    let read = try JSON(reading: json.bytes, limits: .link)
                    #expect(read["added"]?.string == value && read["written"]?.string == value)
                    #expect((json.count == 25 + 2 * length) == !escape)
                }
            }
        }
    }

    @Test("S5: what would steer a terminal or hide is written as its number, and other text as it is")
    func unseen() throws {
        let numbers: [(String, String)] = [
            ("\u{7F}", #"\u007f"#), ("\u{80}", #"\u0080"#), ("\u{85}", #"\u0085"#), ("\u{9B}2J", #"\u009b2J"#),
            ("\u{AD}", #"\u00ad"#), ("\u{61C}", #"\u061c"#), ("\u{200B}", #"\u200b"#), ("\u{200F}", #"\u200f"#),
            ("\u{2028}", #"\u2028"#), ("\u{202E}", #"\u202e"#), ("\u{2066}", #"\u2066"#), ("\u{FEFF}", #"\ufeff"#),
            ("\u{E0041}", #"\udb40\udc41"#), ("\u{E000}", #"\ue000"#), ("\u{A0}", #"\u00a0"#),
        ]
        for (text, number) in numbers {
            for (before, after) in [("", ""), ("é", ""), ("12345678", "漢😀e\u{301}12345678"), ("", "\"")] {
                let whole = before + text + after
                let expected = "\"" + before + number + after.replacing("\"", with: #"\""#) + "\""
                #expect(JSON.string(whole).text == expected)
                #expect(JSON.array([.string(whole)]).text == "[\(expected)]")
                #expect(JSON.object([(name: whole, value: .null)]).text == "{\(expected):null}")
                var json = JSONWriter()
                json.beginObject()
                json.add("a", whole)
                json.add("b") { $0.append(whole) }
                json.add("c", [whole])
                json.endObject()
                #expect(json.string == #"{"a":\#(expected),"b":\#(expected),"c":[\#(expected)]}"#)
                #expect(try JSON(reading: json.bytes, limits: .link)["b"]?.says(whole) == true)
            }
        }
        for text in ["Café", "漢字", "😀", "e\u{301}", "“x”", "ß", "العربية", "हिन्दी"] {
            #expect(JSON.string(text).text == "\"\(text)\"")
        }
    }

    @Test("memory is used again after everything was removed")
    func removeAll() {
        var json = JSONWriter()
        json.beginObject()
        json.add("a", "b")
        json.removeAll()
        json.beginObject()
        json.add("c", 1)
        json.endObject()
        #expect(json.string == #"{"c":1}"#)
    }

    @Test("what has no value is left out where that is asked for, and nulls inside of values stay")
    func leavingOut() {
        var json = JSONWriter()
        json.beginObject()
        json.leavesOutNull = true
        json.add("a", nil as Int?)
        json.add("b", JSON.null)
        json.add("c", JSON.array([.null]))
        json.leavesOutNull = false
        json.add("d", nil as [String]?)
        json.endObject()
        json.endLine()
        json.beginObject()
        json.endObject()
        #expect(json.string == "{\"c\":[null],\"d\":null}\n{}")
    }

    @Test("a value that is written is the value that its members make")
    func value() {
        let json = JSON { json in
            json.beginObject()
            json.add("a", "b")
            json.endObject()
        }
        #expect(json == .object([("a", .string("b"))]))
    }
}
