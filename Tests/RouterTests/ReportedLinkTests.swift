import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterProgram

/// Documentation/reported-links.md: what it says of each reported link is what `explain` says of it.
@Suite struct ReportedLinkTests {
    struct Report: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Nil if it is about the surroundings of a link.
        let input: String?
    }

    static let reports: [Report] = {
        let url = testFolder.appending(path: "Vectors/links-2026/reports.jsonl")
        guard let text = try? String(contentsOf: url, encoding: .utf8), let rows = try? JSONValue(lines: text) else {
            preconditionFailure("vectors missing: \(url.path)")
        }
        return rows.elements.map(report)
    }()

    private static func report(_ row: JSONValue) -> Report {
        Report(testDescription: row["id"]?.text ?? "", input: row["input"]?.text)
    }

    private static let root = testFolder.deletingLastPathComponent()

    /// The cells of each row of the table, by the id of the report.
    private static func table() throws -> [String: [String]] {
        let text = try String(
            contentsOf: root.appendingPathComponent("Documentation/reported-links.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| R") }.map { row in
            row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0) })
    }

    private static let router: Router = {
        let plugins = AppContext.plugins(Additions())
        guard let routes = try? RouteTable.load(DescriptorStack([.shipped]), for: plugins) else {
            preconditionFailure("the shipped descriptors have a mistake")
        }
        return Router(routes: routes, plugins: plugins)
    }()

    /// The quoted texts, with quotation marks inside them, and whether “never” precedes each.
    static func quotes(in cell: String) -> [(text: String, isForbidden: Bool)] {
        var found: [(String, Bool)] = []
        var (depth, text, before) = (0, "", "")
        for character in cell {
            if character == "”" {
                depth -= 1
                if depth == 0 { found.append((text, before.lowercased().hasSuffix("never "))) }
            }
            if depth > 0 { text.append(character) } else { before.append(character) }
            if character == "“" {
                depth += 1
                if depth == 1 {
                    before.removeLast()
                    text = ""
                }
            }
        }
        return found
    }

    @Test("the page says of each reported link what the program does with it", arguments: reports)
    func report(_ report: Report) throws {
        let row = try #require(try Self.table()[report.testDescription])
        #expect(row.count == 5 && row.allSatisfy { !$0.isEmpty }, "\(row)")
        guard let input = report.input else {
            #expect(row[2] == "–")
            return
        }
        let explanation = Explanation(of: Array(input.utf8), by: Self.router)
        var writer = JSONWriter()
        explanation.write(to: &writer)
        let json = try JSONValue(parsing: Data(writer.string.utf8))
        let outcome = json["error"]?["code"]?.text ?? json["outcome"]?.text ?? ""
        #expect(row[2].contains("`\(outcome)`"), "\(outcome) is not \(row[2])")
        let said = explanation.text.replacing("\n", with: " ") + writer.string
        for quote in Self.quotes(in: row[3]) {
            #expect(said.contains(quote.text) != quote.isForbidden, "“\(quote.text)” in \(said)")
        }
    }

    @Test("each report is answered, and the tests that the page names exist")
    func whole() throws {
        let table = try Self.table()
        #expect(Set(table.keys) == Set(Self.reports.map(\.testDescription)) && table.count == 26)
        let files = FileManager.default.subpaths(atPath: Self.root.appendingPathComponent("Tests").path) ?? []
        for word in table.values.joined().joined(separator: " ").matches(of: /`(\w+Tests)`/) {
            #expect(files.contains { $0.hasSuffix("/\(word.output.1).swift") }, "\(word.output.1)")
        }
    }

    @Test("quotations inside quotations belong to the outer one, and what must never be said is told apart")
    func quotations() {
        let found = Self.quotes(in: "a “b “c” d” e. Never “f”, never “g”: “h”")
        #expect(found.map(\.text) == ["b “c” d", "f", "g", "h"])
        #expect(found.map(\.isForbidden) == [false, true, true, false])
    }
}
