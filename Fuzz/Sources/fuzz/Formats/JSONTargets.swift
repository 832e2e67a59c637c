import Foundation

@testable import ExactJSON

extension Target {
    /// JSON. Invariants:
    /// - a value that is written is read as the same value, and has one written form;
    /// - another parser (Foundation's) reads what is read here, and refuses what is refused here – except for limits,
    ///   duplicate names, unpaired surrogates and what RFC 8259 forbids;
    /// - the input bounds the memory of a value: it has no more values than bytes, and is not longer when written.
    static let json = Target("json", longest: 8_192) { bytes in
        let read = result { () throws(JSONError) in try JSON(reading: bytes, limits: .link) }
        switch read {
        case .success(let json):
            let written = json.bytes
            let again = result { () throws(JSONError) in
                try JSON(reading: written, limits: JSONLimits(bytes: 6 * 8_192, depth: 32))
            }
            expectEqual(again, read, "a value is itself again")
            expect((try? again.get().bytes) == written, "a value is written in one way")
            // Escaping lengthens only control characters, to six bytes each.
            expect(written.count <= 6 * bytes.count, "a value is not much longer than its text")
            expect(count(json) <= bytes.count, "a value has no more parts than its text has bytes")
            if bytes.first != 0xEF, isPlain(json) {
                expect(
                    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
                    "another reader reads it, too")
            }
        case .failure(let error):
            expect((0...bytes.count).contains(error.offset), "the place of an error is in the text")
        }
    }

    private static func count(_ json: JSON) -> Int {
        switch json {
        case .array(let values): values.reduce(1) { $0 + count($1) }
        case .object(let members): members.reduce(1) { $0 + count($1.value) }
        default: 1
        }
    }

    /// Without numbers that other parsers cannot represent.
    private static func isPlain(_ json: JSON) -> Bool {
        switch json {
        case .number(let number): number.text.utf8.count < 15 && !number.text.contains { $0 == "e" || $0 == "E" }
        case .array(let values): values.allSatisfy(isPlain)
        case .object(let members): members.allSatisfy { isPlain($0.value) }
        default: true
        }
    }
}
