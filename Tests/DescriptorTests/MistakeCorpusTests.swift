import Foundation
import Testing

@testable import SchemeRouter

/// Mistakes that somebody who adds a coin makes, each a change of `good.yaml`.
enum MistakeCorpus {
    struct Mistake: Decodable, CustomTestStringConvertible, Sendable {
        let old: String
        let new: String
        let code: String
        let line: Int
        let column: Int
        /// What must be suggested, or the beginning of the hint; nil if nobody can know.
        let advice: String?
        /// Whether the JSON schema rejects it, or it is no YAML.
        let schemaRejects: Bool

        var testDescription: String { "\(old) → \(new)" }
    }

    static let directory = repository.appending(path: "Tests/Vectors/descriptors")

    static let good: String = {
        guard let text = try? String(contentsOf: directory.appending(path: "good.yaml"), encoding: .utf8) else {
            preconditionFailure("good.yaml is missing")
        }
        return text
    }()

    static let mistakes: [Mistake] = {
        guard let data = try? Data(contentsOf: directory.appending(path: "mistakes.json")),
            let mistakes = try? JSONDecoder().decode([Mistake].self, from: data)
        else { preconditionFailure("mistakes.json is missing") }
        return mistakes
    }()

    /// What is said of the good file with one change, above the shipped descriptors.
    static func diagnostics(of mistake: Mistake) -> [DescriptorDiagnostic] {
        let parts = good.split(separator: mistake.old, maxSplits: 1, omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        return DescriptorTests.mistakes(.shipped, file(parts.joined(separator: mistake.new), name: "feather.yaml"))
    }
}

@Suite struct MistakeCorpusTests {
    @Test("The file that is changed has no mistake, and there are enough changes")
    func good() {
        #expect(mistakes(.shipped, file(MistakeCorpus.good)).isEmpty)
        #expect(MistakeCorpus.mistakes.count >= 100)
        #expect(MistakeCorpus.mistakes.filter { $0.advice != nil }.count >= 90)
        #expect(Set(MistakeCorpus.mistakes.map(\.testDescription)).count == MistakeCorpus.mistakes.count)
    }

    @Test("Each is found where it stands, with the right advice", arguments: MistakeCorpus.mistakes)
    func found(mistake: MistakeCorpus.Mistake) throws {
        let found = MistakeCorpus.diagnostics(of: mistake)
        let diagnostic = try #require(
            found.first { $0.code.rawValue == mistake.code && ($0.line, $0.column) == (mistake.line, mistake.column) },
            "\(DescriptorErrors(found).text)")
        #expect(diagnostic.file == "feather.yaml")
        let advice = diagnostic.suggestion ?? diagnostic.hint
        if let expected = mistake.advice {
            #expect(advice?.hasPrefix(expected) == true, "\(advice ?? "none")")
        } else {
            #expect(advice == nil)
        }
        // What is pointed at begins where the caret stands and ends inside the line.
        let excerpt = try #require(diagnostic.excerpt)
        #expect(excerpt.column + diagnostic.length - 1 <= max(excerpt.text.unicodeScalars.count, excerpt.column))
    }
}
