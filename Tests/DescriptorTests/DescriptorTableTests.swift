import Testing

@testable import SchemeRouter

/// The table of keys, which the reader, the advice and the JSON schema follow.
@Suite struct DescriptorTableTests {
    @Test("Every key has a description, a name of its own in its section, and words that mean nothing else there")
    func keys() {
        for section in DescriptorSection.all + [.outcome] {
            #expect(Set(section.names).count == section.keys.count)
            let words = section.keys.flatMap { $0.synonyms.split(separator: " ") }
            #expect(Set(words).count == words.count && Set(words).isDisjoint(with: section.names.map { $0[...] }))
            #expect(section.keys.allSatisfy { $0.text.hasSuffix(".") })
        }
    }

    @Test("Each word that stands for a key leads to that key")
    func advice() {
        for section in DescriptorSection.all {
            for key in section.keys {
                for word in key.synonyms.split(separator: " ") {
                    #expect(Advice.suggestion(for: String(word), among: section.names) == key.name, "\(word)")
                }
            }
        }
    }

    @Test("What counts without a key is read as if it were written")
    func standards() throws {
        let coin = try #require(try RouteTable.load([file(DefaultsTests.short)]).coin("feathercoin"))
        let written = (DescriptorSection.coin.keys).compactMap { key in
            key.standard.map { "\(key.name): \($0)" }
        }
        let fees = DescriptorSection.fees.keys.map { "\($0.name): \($0.standard?.description ?? "")" }
        let all = written + ["fee-per-kb: { \(fees.joined(separator: ", ")) }"]
        let text = DefaultsTests.short.replacing("ticker: FTC,", with: "ticker: FTC, \(all.joined(separator: ", ")),")
        #expect(try RouteTable.load([file(text)]).coin("feathercoin") == coin)
    }

    @Test("S7: a later file may write exactly the keys of the table that make something stricter")
    func tightened() {
        #expect(DescriptorSection.coin.tightened == ["max-money", "fee-per-kb", "coinbase-maturity"])
        #expect(DescriptorSection.scheme.tightened == ["enabled", "actions", "examples"])
        for key in DescriptorSection.coin.keys where !key.isTightened {
            let found = mistakes(
                LayeringTests.first, file("version: 1\ncoins: { demo: { \(key.name): 1 } }\n", name: "b.yaml"))
            #expect(found.contains { $0.code == .duplicateName }, "\(key.name)")
        }
    }
}
