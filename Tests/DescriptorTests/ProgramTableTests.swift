import RouterConfiguration
import Testing

@testable import SchemeRouter

/// The table of what wallet programs read, and what people write beside their rules (S15).
@Suite struct ProgramTableTests {
    @Test("the shipped table has no mistake; each program has an id, and each key that it reads has a loss to name")
    func shipped() throws {
        var reader = try DocumentReader(ProgramTable.file)
        let read = reader.programTable()
        let table = try #require(read)
        #expect(reader.diagnostics.isEmpty)
        #expect(table.programs.count > 2 && table.programs.allSatisfy { !$0.ids.isEmpty })
        for program in table.programs {
            for key in program.reads.keys { #expect(table.loss(with: key.name) != nil, "\(key.name)") }
            #expect(!program.reads.readsEverything)
        }
        #expect(Set(table.losses.map(\.key)).count == table.losses.count)
        #expect(table.losses.allSatisfy { $0.key == $0.key.lowercased() })
        #expect(table.reads(of: "electrum.desktop").keys.map(\.name) == ["lightning", "time", "exp"])
        #expect(table.reads(of: "electrum") == .plain && table.reads(of: "other.desktop") == .plain)
    }

    private static func rules(_ rule: String) throws -> [HandOverRule] {
        let file = DescriptorFile(name: "config.yaml", bytes: Array("hand-over:\n  - \(rule)\n".utf8))
        return try PersonalConfiguration.read(file, routes: try RouteTable.load([.shipped])).handOver
    }

    @Test("S15: what the person's program reads: everything of BIP321, keys, or keys with kinds of value")
    func reads() throws {
        typealias Row = (yaml: String, everything: Bool, keys: [ProgramReads.Key])
        let rows: [Row] = [
            ("[bip321]", true, []), ("[pj, pjos]", false, [.init("pj"), .init("pjos")]),
            ("[bip321, memo]", true, [.init("memo")]), ("[]", false, []),
            ("[pj: https, time: number]", false, [.init("pj", .https), .init("time", .number)]),
            (
                "{ pj: https, lightning: [bolt11, lnurl] }", false,
                [.init("pj", .https), .init("lightning", .bolt11), .init("lightning", .lnurl)]
            ),
        ]
        for row in rows {
            let rules = try Self.rules("{ coin: bitcoin, to: sparrow, reads: \(row.yaml) }")
            #expect(
                rules.map(\.reads) == [ProgramReads(readsEverything: row.everything, keys: row.keys)], "\(row.yaml)")
        }
        #expect(try Self.rules("{ coin: bitcoin, to: sparrow }").map(\.reads) == [nil])
    }

    @Test(
        "mistakes in it are named with their place",
        arguments: [
            ("{ to: sparrow, reads: bip321 }", "expected a list", "write [bip321]"),
            ("{ to: sparrow, reads: [PJ] }", "“PJ” is not the name of a parameter", "write it in lower case"),
            ("{ to: sparrow, reads: [req-pj] }", "“req-pj” is not the name of a parameter", "without “req-”"),
            ("{ to: sparrow, reads: [pj: http] }", "unknown kind of value “http”", "https"),
            (
                "{ to: ask, reads: [pj] }", "“reads” is about payment links and a program that “to” names",
                "beside the rule"
            ),
            ("{ to: router, reads: [pj] }", "“reads” is about payment links", "beside the rule"),
            ("{ scheme: dash, grammar: other, to: zeal, reads: [pj] }", "“reads” is about payment links", "beside"),
        ])
    func mistakes(rule: String, message: String, hint: String) throws {
        let errors = try #require(throws: DescriptorErrors.self) { try Self.rules(rule) }
        let first = try #require(errors.diagnostics.first)
        #expect(first.message.contains(message) && first.line == 2, "\(first)")
        #expect((first.hint ?? "").contains(hint) || (first.suggestion ?? "").contains(hint), "\(first)")
    }
}
