import Foundation
import RouterTestSupport
import Testing

/// The links of other protocols, case by case: what `router explain --batch` says of them (Tests/Vectors/links).
@Suite struct LinkVectorTests {
    @Test("every public case, with every field that it expects", arguments: LinkVectors.files.keys.sorted())
    func vectors(_ file: String) throws {
        let vectors = LinkVectors(file)
        #expect(vectors.cases.count == LinkVectors.files[file])
        let result = try RouterHome().router(
            ["explain", "--batch"], input: vectors.cases.map { $0.url + "\n" }.joined())
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        try #require(lines.count == vectors.cases.count)
        for (line, test) in zip(lines, vectors.cases) {
            let found = try JSONValue(parsing: Data(line.utf8))
            let differences = LinkVectors.differences(found, test.expect)
            #expect(differences.isEmpty, "\(test.name): \(differences) in \(line)")
        }
    }

    @Test("a field that differs, or is not there, would be noticed")
    func comparing() throws {
        let found = try JSONValue(
            parsing: Data(#"{"outcome":"pay","amount":1,"payments":[{"address":"A"}],"warnings":[]}"#.utf8))
        func expects(_ text: String) throws -> [String] {
            LinkVectors.differences(found, try JSONValue(parsing: Data(text.utf8)))
        }
        #expect(try expects(#"{"outcome":"pay","amount":"1","payments":[{"address":"a"}],"label":null}"#).isEmpty)
        for wrong in [
            #"{"outcome":"reject"}"#, #"{"amount":2}"#, #"{"payments":[]}"#, #"{"payments":[{"address":"B"}]}"#,
            #"{"label":"x"}"#, #"{"warns":true}"#, #"{"shows":["x"]}"#, #"{"error":"invalidAddress"}"#,
            #"{"amount":2,"or":{"amount":3}}"#, #"{"instructions":[{"kind":"lightning"}]}"#,
        ] {
            #expect(try !expects(wrong).isEmpty, "\(wrong)")
        }
        #expect(try expects(#"{"amount":2,"or":{"amount":1}}"#).isEmpty)
    }
}
