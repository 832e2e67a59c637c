import Foundation
import RouterTestSupport
import Testing

/// Links with more than all wallets read alike: what a program really gets, and what is said of the rest (S15).
@Suite struct HandOverWholeTests {
    private static let plain = HandOverHome.link
    private static let payjoin = plain + "&pjos=0&pj=HTTPS://PAYJO.IN/X%23EX1-OH1-RK1"

    @Test("a program gets the whole link once the settings say that it reads it, and the plain one before")
    func reads() throws {
        let desk = try HandOverHome.withDefault("mywallet")
        for (settings, sent, lost) in [
            ("", Self.plain, true), ("hand-over:\n  - { coin: bitcoin, to: mywallet }\n", Self.plain, true),
            ("hand-over:\n  - { coin: bitcoin, to: mywallet, reads: [bip321] }\n", Self.payjoin, false),
            ("hand-over:\n  - { coin: bitcoin, to: mywallet, reads: [pjos, pj: https] }\n", Self.payjoin, false),
            ("hand-over:\n  - { coin: bitcoin, to: mywallet, reads: [pj: https] }\n", Self.plain, true),
            ("hand-over:\n  - { coin: litecoin, to: mywallet, reads: [bip321] }\n", Self.plain, true),
        ] {
            try desk.configure(settings.isEmpty ? "hand-over: []\n" : settings)
            _ = desk.questions()
            let result = try desk.open(Self.payjoin, ["--json"])
            #expect(result.status == 0 && desk.got(by: "mywallet")?.last == sent, "\(settings) \(result.errors)")
            let question = desk.questions().joined(separator: " ").replacing("\n", with: " ")
            #expect(question.contains("Left out for “Mywallet”: the payjoin offer (pjos, pj).") == lost, "\(question)")
            let names: JSONValue = .array([.string("pjos"), .string("pj")])
            let answer = try JSONValue(parsing: Data(result.output.utf8))
            #expect((answer["leftOut"] == names) == lost, "\(answer)")
            let explained = try desk.json(["explain", "--json", Self.payjoin])
            #expect((explained["leftOut"] == names) == lost, "\(explained)")
            #expect((explained["lost"]?.elements.first?["what"]?.text == "the payjoin offer") == lost)
            let candidate = explained["handOver"]?["candidates"]?.elements.first
            #expect((candidate?["leftOut"] == names) == lost)
            let why = try desk.home.run(["why", Self.payjoin]).output
            #expect(why.contains("Left out for “Mywallet”: the payjoin offer (pjos, pj)") == lost, "\(why)")
        }
    }

    @Test("what is left out depends on the program that is chosen")
    func chosen() throws {
        let desk = try HandOverHome.withDefault()
        try desk.install("sparrow", for: ["bitcoin"])
        #expect(try desk.open(Self.payjoin).status == 0)
        #expect(desk.got() == ["1", Self.plain])
        #expect(try desk.open(Self.payjoin, ["--to", "sparrow"]).status == 0)
        #expect(desk.got(by: "sparrow") == ["1", Self.payjoin])
        let candidates = try desk.json(["explain", "--json", Self.payjoin])["handOver"]?["candidates"]?.elements ?? []
        #expect(candidates.map { $0["leftOut"]?.elements.count ?? 0 } == [2, 0])
    }

    @Test("a memo goes to no program that is not known to read it, and the answer says what to do")
    func memo() throws {
        let desk = try HandOverHome.withDefault("mywallet")
        let link = Self.plain + "&memo=4711"
        let result = try desk.open(link)
        #expect(result.status == 69 && desk.got(by: "mywallet") == nil, "\(result.errors)")
        #expect(result.errors.contains("“memo”") && result.errors.contains("reads: [memo]"), "\(result.errors)")
        try desk.configure("hand-over:\n  - { coin: bitcoin, to: mywallet, reads: [memo] }\n")
        #expect(try desk.open(link, answers: ["go on", "ok"]).status == 0)
        #expect(desk.got(by: "mywallet") == ["1", link])
    }

    @Test("an opener that delivers nothing is named, with what to do", arguments: ["", " ", "\n"])
    func nothing(argument: String) throws {
        let desk = try HandOverHome()
        let result = try desk.home.router(["open", argument], answers: [])
        #expect(result.status == 65 && result.errors.contains("No link arrived"), "\(result.errors)")
        #expect(result.errors.contains("LXQt") && result.errors.contains("router open -"), "\(result.errors)")
    }
}
