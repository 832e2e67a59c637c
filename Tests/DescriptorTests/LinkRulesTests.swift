import Foundation
import Testing

@testable import SchemeRouter

/// `links` of a scheme: what is read, and what is said of mistakes (Documentation/adding-a-protocol.md).
@Suite struct LinkRulesTests {
    private static func text(_ name: String) -> String {
        guard let text = try? String(contentsOf: MistakeCorpus.directory.appending(path: name), encoding: .utf8) else {
            preconditionFailure("\(name) is missing")
        }
        return text
    }

    static let good = text("links.yaml")

    static let mistakes: [MistakeCorpus.Mistake] = {
        let data = Data(text("link-mistakes.json").utf8)
        guard let mistakes = try? JSONDecoder().decode([MistakeCorpus.Mistake].self, from: data) else {
            preconditionFailure("link-mistakes.json is wrong")
        }
        return mistakes
    }()

    static func changed(_ mistake: MistakeCorpus.Mistake) -> String {
        good.split(separator: mistake.old, maxSplits: 1, omittingEmptySubsequences: false).joined(
            separator: mistake.new)
    }

    private static func table(_ text: String) throws -> RouteTable {
        try RouteTable.load([.shipped, file(text)])
    }

    @Test("Every key of links is in the file that is changed, and is read")
    func everyKey() throws {
        let table = try Self.table(Self.good)
        let rules = try #require(table.scheme(named: "coralpay".utf8)?.links)
        #expect(rules.slashes == .forbidden && rules.keys.highestIndex == 99 && rules.keys.escapesOnlyTexts)
        #expect(rules.amounts.bits == 64 && rules.amounts.zero == .withMemo && rules.amounts.needsDigitsAroundPoint)
        #expect(rules.forms.map(\.path.text) == ["[pay-]{address}[@{chain}]", "call/{function}", "token/{payload}"])
        #expect(rules.forms.map(\.action) == [.payment, .transaction, .payment])
        #expect(rules.forms[1].givesPermission && rules.forms[1].others?.meaning == .argument)
        // What stands beside the forms is for all of them.
        #expect(rules.forms.allSatisfy { form in form.parameters.contains { $0.name == "ref" && $0.isRepeated } })
        #expect(table.scheme(named: "coraltest".utf8)?.links?.network == .test)
        #expect(table.scheme(named: "coralbank".utf8)?.coins == [])
        let sections: [DescriptorSection] = [
            .links, .linkKeys, .linkAmounts, .linkForm, .linkParameter, .linkValue, .lineForm, .lineRule, .linkPage,
        ]
        let words = Set(Self.good.split { !($0.isLetter || $0 == "-") }.map(String.init))
        for key in sections.flatMap(\.names) where !["plus", "network"].contains(key) {
            #expect(words.contains(key), "\(key)")
        }
    }

    @Test("Each mistake is found in its place, with the right advice", arguments: mistakes)
    func found(mistake: MistakeCorpus.Mistake) throws {
        #expect(Self.good.contains(mistake.old))
        let found = DescriptorTests.mistakes(.shipped, file(Self.changed(mistake), name: "coral.yaml"))
        let diagnostic = try #require(
            found.first { $0.code.rawValue == mistake.code && ($0.line, $0.column) == (mistake.line, mistake.column) },
            "\(DescriptorErrors(found).text)")
        let advice = diagnostic.suggestion ?? diagnostic.hint
        #expect(
            advice == mistake.advice || mistake.advice.map { advice?.hasPrefix($0) == true } ?? false, "\(advice ?? "")"
        )
    }

    @Test("Every key of links has a mistake in the corpus")
    func coverage() {
        #expect(Self.mistakes.count >= 75)
        let changed = Self.mistakes.map { $0.old + " " + $0.new }.joined(separator: " ")
        let sections: [DescriptorSection] = [
            .links, .linkKeys, .linkAmounts, .linkForm, .linkParameter, .linkValue, .lineForm, .lineRule, .linkPage,
        ]
        for key in sections.flatMap(\.names) { #expect(changed.contains(key), "\(key)") }
    }

    @Test("S7: a later file takes an action away, and adds none")
    func tightening() throws {
        let without = "version: 1\nschemes: { ethereum: { actions: { transaction: none } } }\n"
        #expect(try Self.table(without).scheme(named: "ethereum".utf8)?.actions.keys == [.payment])
        let loosened = "version: 1\nschemes: { monero: { actions: { login: {} } } }\n"
        #expect((try? Self.table(loosened).scheme(named: "monero".utf8)?.actions.keys) ?? [.payment] == [.payment])
        for key in ["links: { path: x }", "hand-over: exact", "plugin: dash", "address-network: test"] {
            let text = "version: 1\nschemes: { monero: { \(key) } }\n"
            #expect(!DescriptorTests.mistakes(.shipped, file(text)).isEmpty, "\(key)")
        }
    }

    @Test(
        "The digest of a scheme covers what its links say",
        arguments: [
            ("slashes: forbidden", "slashes: optional"), ("indexed: 99", "indexed: 98"), ("bits: 64", "bits: 63"),
            ("max: 80", "max: 79"), ("many: true, ", ""), ("also: [reference]", "also: [refs]"),
            ("path: call/{function}", "path: calls/{function}"), ("does: transaction", "does: login"),
            ("          warns: permission\n", ""), ("size: 8", "size: 7"), ("{ max: 28 }", "{ max: 27 }"),
            ("payload: [bolt11, lnurl]", "payload: [lnurl, bolt11]"), ("zero: with-memo", "zero: allowed"),
            ("escapes: texts", "escapes: all"), ("required: name", "required: modifier"),
        ])
    func digest(_ old: String, _ new: String) throws {
        let text = Self.good.replacing(old, with: new, maxReplacements: 1)
        let digests = try [Self.good, text].map { try Self.table($0).scheme(named: "coralpay".utf8)?.digest }
        #expect(digests[0] != nil && digests[0] != digests[1], "\(old)")
    }

    @Test("The examples of the guide are read, and their examples come out as they say")
    func guide() throws {
        let url = repository.appending(path: "Documentation/adding-a-protocol.md")
        let blocks = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 7)
        for block in blocks { #expect(DescriptorTests.mistakes(.shipped, file(block)).isEmpty, "\(block)") }
        #expect(try Self.table(blocks[0]).scheme(named: "coralpay".utf8)?.examples.count == 3)
        let text = try String(contentsOf: url, encoding: .utf8)
        for meaning in ParameterReading.Meaning.allCases {
            #expect(text.contains("`\(meaning.rawValue)`"), "\(meaning)")
        }
        for shape in ValueShape.allCases { #expect(text.contains("`\(shape.rawValue)`"), "\(shape)") }
        for kind in PathTemplate.Piece.Kind.allCases { #expect(text.contains("{\(kind.rawValue)"), "\(kind)") }
    }

    @Test("S13: schemes that start from another share what it says of links, however many there are")
    func shared() throws {
        let table = try Self.table(
            """
            version: 1
            schemes:
              base: { title: B, grammar: uri, hand-over: only, links: { path: "{address}", parameters: { a: { is: note } } } }
              one: { extends: base, title: One }
              test: { extends: base, title: Test, address-network: test }
              exact: { extends: base, title: Exact, hand-over: exact }
            """)
        let rules = try ["base", "one", "test", "exact"].map { try #require(table.scheme(named: $0.utf8)?.links) }
        #expect(rules[0] === rules[1] && rules[2].network == .test && rules[3].isExact && !rules[0].isExact)
        #expect(rules.allSatisfy { $0.forms == rules[0].forms })
        #expect(table.scheme(named: "one".utf8)?.lineage.base?.inherited.contains("links") == true)
    }

    @Test("S13: no scheme has more forms and parameters than any protocol needs")
    func most() {
        func text(forms: Int, parameters: Int) -> String {
            let names = (0..<parameters).map { "p\($0): { is: note }" }.joined(separator: ", ")
            let paths = (0..<forms).map { "{ path: \"a\($0)/{address}\" }" }.joined(separator: ", ")
            return """
                version: 1
                schemes: { many: { title: Many, hand-over: only, grammar: uri, links: {
                  addresses: [{ kind: hex, size: 20 }], parameters: { \(names) }, forms: [\(paths)] } } }
                """
        }
        func codes(_ forms: Int, _ parameters: Int) -> [DescriptorDiagnostic.Code] {
            do throws(DescriptorErrors) {
                _ = try RouteTable.load([
                    DescriptorFile(name: "many.yaml", bytes: Array(text(forms: forms, parameters: parameters).utf8))
                ])
                return []
            } catch {
                return error.diagnostics.map(\.code)
            }
        }
        let few = codes(2, 3)
        #expect(codes(32, 256) == few)
        #expect(codes(33, 1).contains(.outOfRange) && codes(1, 257).contains(.outOfRange) && !few.contains(.outOfRange))
    }
}
