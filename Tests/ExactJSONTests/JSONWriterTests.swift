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
