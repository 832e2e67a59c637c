import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterProgram

/// The links, bare texts and addresses of Tests/Vectors/links-2026: what `explain` says of each, in words and as JSON.
@Suite struct NewLinkVectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let url: String
        let expect: JSONValue
    }

    /// What is done otherwise here, with the reason.
    private static let exceptions: [String: String] = [
        "bare: bip353": "names are not looked up in the DNS, so nobody here could pay it",
        "bare: litecoin-mweb": "nothing here reads addresses with MWEB, so a bare one is only a text",
        "addresses: mweb-test": "addresses with MWEB are recognised by their beginning, whatever the network",
    ]

    static let files = ["strict", "bare", "addresses", "secrets", "schemes-coins", "schemes-others"]
    static let cases: [Case] = files.flatMap { file in
        JSONValue.file("links-2026/\(file).json").rows("cases").map {
            Case(
                testDescription: "\(file): \($0["name"]?.text ?? "")", url: $0["url"]?.text ?? "",
                expect: $0["expect"] ?? .null)
        }
    }

    private static let router: Router = {
        let plugins = AppContext.plugins(Additions())
        guard let routes = try? RouteTable.load(DescriptorStack([.shipped]), for: plugins) else {
            preconditionFailure("the shipped descriptors have a mistake")
        }
        return Router(routes: routes, plugins: plugins)
    }()

    @Test("every case, with what must be said and what must not", arguments: cases)
    func vector(_ vector: Case) throws {
        let explanation = Explanation(of: Array(vector.url.utf8), by: Self.router)
        var writer = JSONWriter()
        explanation.write(to: &writer)
        let json = try JSONValue(parsing: Data(writer.string.utf8))
        let differences = [vector.expect, vector.expect["or"]].compactMap(\.self).map {
            Self.differences(json, $0, said: explanation.text + writer.string)
        }
        let isException = Self.exceptions[vector.testDescription] != nil
        #expect(
            differences.contains(where: \.isEmpty) != isException,
            "\(differences) in \(writer.string) \(explanation.text)")
    }

    @Test("what must not get lost is handed over", arguments: cases.filter { $0.expect["handOver"]?["keeps"] != nil })
    func keeps(_ vector: Case) throws {
        let plain = try #require(try Self.router.read(Array(vector.url.utf8)).request.asDescribed?.plain)
        for key in vector.expect["handOver"]?["keeps"]?.elements.compactMap(\.text) ?? [] {
            #expect(plain.contains("?\(key)=") || plain.contains("&\(key)="))
        }
    }

    @Test(
        "a text without a scheme has no escapes: what it would be decoded to was not pasted",
        arguments: ["ltc1q20h6ay6wngr7txrk%660ds4qqaqvlczdhxzxc3mh", "3C98oqCZzygyHJfBt%4Dsnty65uTjAp9s6KR"])
    func escapes(text: String) {
        #expect(throws: RequestError.self) { try Self.router.read(Array(text.utf8)) }
    }

    @Test("there are cases of each kind")
    func count() {
        #expect(Self.cases.count == 232)
        #expect(Self.cases.count { $0.expect["outcome"]?.text == "pay" } > 95)
    }

    private static func differences(_ found: JSONValue, _ expected: JSONValue, said: String) -> [String] {
        guard case .object(let members) = expected else { return ["the case expects nothing"] }
        // What is said of the outcome; the words of the file are about that, too.
        let (words, said) = (said, said.lowercased())
        func groups(_ key: String) -> [[String]] {
            members[key]?.elements.map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) } ?? []
        }
        var differences: [String] = []
        for group in groups("says") where !group.contains(where: { said.contains($0.lowercased()) }) {
            differences.append("says none of \(group)")
        }
        // A ticker is in capitals: its letters stand in other words, too, such as in the name of a scheme.
        for text in groups("saysNot").joined()
        where text == text.uppercased() ? words.contains(text) : said.contains(text.lowercased()) {
            differences.append("says \(text)")
        }
        for text in groups("hides").joined() where said.contains(text.lowercased()) {
            differences.append("shows \(text)")
        }
        for text in groups("shows").joined() where !said.contains(text.lowercased()) {
            differences.append("does not show \(text)")
        }
        // “shows” is about the words, too.
        let rest = members.filter { !["says", "saysNot", "hides", "shows", "or", "handOver"].contains($0.key) }
        guard !rest.isEmpty else { return differences }
        return differences + LinkVectors.differences(found, .object(rest))
    }
}
