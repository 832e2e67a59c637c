import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

/// `failures.json` names the class of every refusal, so that other implementations can be compared by it.
@Suite struct FailureClassTests {
    private static let classes: [String: [String]] = {
        guard case .object(let members) = JSONValue.file("failures.json") else { preconditionFailure("no classes") }
        return members.mapValues { $0.elements.compactMap(\.text) }
    }()

    private static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Vectors")
    }

    @Test("every reason to refuse a link is of one class")
    func codes() {
        let codes = Self.classes.values.flatMap(\.self)
        #expect(Set(codes).count == codes.count)
        for code in RequestError.Code.allCases { #expect(codes.contains(code.rawValue), "\(code.rawValue)") }
    }

    @Test("every refusal in the vectors has a class")
    func vectors() throws {
        let codes = Set(Self.classes.values.flatMap(\.self))
        var files = ["dash-axe/requests.json"]
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "links").path)
        where name.hasSuffix(".json") { files.append("links/\(name)") }
        var count = 0
        for file in files {
            for row in JSONValue.file(file).rows("cases") {
                for code in Self.refusals(row["expect"]) {
                    #expect(codes.contains(code), "\(file): \(code)")
                    count += 1
                }
            }
        }
        #expect(count > 300)
    }

    private static func refusals(_ expect: JSONValue?) -> [String] {
        guard let expect else { return [] }
        return [expect["error"]?.text].compactMap(\.self) + (expect["orError"]?.elements ?? []).compactMap(\.text)
            + refusals(expect["or"])
    }

    @Test("the guide has the same classes")
    func guide() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        for (name, codes) in Self.classes {
            let row = "| `\(name)` | " + codes.map { "`\($0)`" }.joined(separator: ", ") + " |"
            #expect(text.contains(row), "\(row)")
        }
    }
}
