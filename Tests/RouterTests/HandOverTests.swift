import Foundation
import RouterTestSupport
import Testing

/// Links that go to another wallet program, with the real router and no wallet of its own (S15).
@Suite struct HandOverTests {
    static let address = HandOverHome.address
    static let link = HandOverHome.link

    /// An invoice of 0.0025 BTC, from the examples of BOLT 11.
    static let invoice =
        "lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqc"
        + "yq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06"
        + "fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh"

    @Test("day one: the router takes the scheme, one question, the same bytes; unregister gives the list back")
    func dayOne() throws {
        let desk = try HandOverHome()
        try desk.install("electrum", for: ["bitcoin", "lightning"])
        let list = desk.list("bitcoin", "electrum")
        try desk.home.write("config/mimeapps.list", list)
        try desk.take("bitcoin")
        #expect(try desk.read("config/mimeapps.list") != list)

        let result = try desk.open(Self.link)
        #expect(result.status == 0, "\(result.errors)")
        #expect(desk.got() == ["1", Self.link])
        let dialogue = desk.home.dialogue()
        #expect(dialogue.components(separatedBy: "\nSETPROMPT Type yes to agree:").count == 2)
        #expect(dialogue.components(separatedBy: "\nGETPIN").count == 2)
        #expect(dialogue.contains("SETOK Open Electrum\n"))
        let shown =
            "SETDESC Open this link with “Electrum”? It asks for a payment of 0.5 BTC to \(Self.address.inFours) "
        #expect(dialogue.contains(shown), "\(dialogue)")
        #expect(!desk.home.files().contains { $0.hasPrefix("data/schemerouter") })

        #expect(try desk.home.run(["unregister"]).status == 0)
        #expect(try desk.read("config/mimeapps.list") == list)
        // Without us the desktop has it as before, and the router still knows where links go.
        #expect(try desk.home.run(["handlers", "bitcoin"]).output.hasPrefix("electrum.desktop: Electrum\n"))
    }

    @Test("the result, the journal and the log say what got the link, and not more")
    func outcome() throws {
        let desk = try HandOverHome.withDefault()
        let result = try desk.open(Self.link, ["--json"])
        #expect(result.status == 0)
        #expect(
            try JSONValue(parsing: Data(result.output.utf8))
                == .object([
                    "outcome": .string("handed-over"), "id": .number(1), "txid": .null, "callback": .string("none"),
                    "error": .null, "sentBy": .null, "program": .string("electrum.desktop"),
                    "handOver": .object([
                        "candidates": .array([
                            .object([
                                "name": .string("Electrum"), "desktop": .string("electrum.desktop"),
                                "takes": .array([.string("onchain")]),
                            ])
                        ]), "decidedBy": .string("default"),
                    ]),
                ]))
        let log = try JSONValue(parsing: Data(desk.read("state/schemerouter/router.log").utf8))
        #expect(log["exit"] == .number(0) && log["program"] == .string("electrum.desktop"))
        let history = try desk.rows(["history", "--json"])
        #expect(history.count == 1 && history.first?["txid"] == .null)
        #expect(history.first?["end"] == .string("handedOver"))
        #expect(history.first?["program"] == .string("electrum.desktop"))
        if OutputSchema.hasPython {
            #expect(try OutputSchema.open.mistakes(in: result.output) == "")
            #expect(try OutputSchema.open.mistakes(in: "{\"outcome\":\"handed-over\"}") != "")
        }
    }

    @Test("explain --json names the ways to pay and the programs, as its schema says")
    func explained() throws {
        let desk = try HandOverHome.withDefault("electrum", for: "bitcoin", ["lightning"])
        let text = try desk.home.run(["explain", "--json", Self.link]).output
        let json = try JSONValue(parsing: Data(text.utf8))
        #expect(json["instructions"]?.elements.map { $0["kind"] } == [.string("onchain")])
        let candidate = JSONValue.object([
            "name": .string("Electrum"), "desktop": .string("electrum.desktop"),
            "takes": .array([.string("onchain"), .string("lightning")]),
        ])
        #expect(json["handOver"] == .object(["candidates": .array([candidate]), "decidedBy": .string("default")]))
        #expect(try desk.json(["why", "--json", Self.link]) == json["handOver"])
        guard OutputSchema.hasPython else { return }
        #expect(try OutputSchema.explain.mistakes(in: text) == "")
        #expect(try OutputSchema.explain.mistakes(in: "{\"outcome\":\"pay\"}") != "")
    }

    @Test("the same link a little later: the message says that it may be paid twice")
    func twice() throws {
        let desk = try HandOverHome.withDefault()
        #expect(try desk.open(Self.link).status == 0)
        try desk.moveHandedOver(by: -60)
        _ = desk.questions()
        let again = try desk.home.router(["open", Self.link], answers: ["ok"])
        #expect(again.status == 0, "\(again.errors)")
        let questions = desk.questions()
        #expect(questions.last?.contains("Warning: you handed this link to “Electrum” ") == true, "\(questions)")
        #expect(questions.last?.contains("It may be open there, or already paid.") == true)
        #expect(desk.got()?.count == 4)
    }

    @Test("a program that ends at once with a failure may have taken the link: exit 70, and the person is told")
    func endsAtOnce() throws {
        let desk = try HandOverHome.withDefault(script: "exit 1")
        let result = try desk.open(Self.link, ["--json"])
        #expect(result.status == 70)
        let error = try JSONValue(parsing: Data(result.output.utf8))["error"]
        #expect(error?["code"] == .string("handOverFailed"))
        #expect(
            desk.questions().last?.contains("“Electrum” exited at once with status 1, which means that it failed.")
                == true)
        let history = try desk.home.run(["history"]).output
        #expect(history.contains(": handed over to electrum.desktop; whether it paid is unknown"), "\(history)")
    }

    @Test("S5: history quotes a payee that could go on like a line of its own, and shortens a long one")
    func payees() throws {
        let desk = try HandOverHome.withDefault("bank", for: "payto")
        for payee in ["bob:%20done%20(locked)", String(repeating: "x", count: 3_000)] {
            _ = try desk.home.router(["open", "payto://foo/\(payee)?amount=USD:1"], answers: ["-"])
        }
        let lines = try desk.home.run(["history"]).output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.utf8.count < 400 }, "\(lines)")
        #expect(lines.contains { $0.contains(" to “bob: done (locked)”: ") }, "\(lines)")
        #expect(lines.contains { $0.contains(" to “xxx") }, "\(lines)")
    }

    @Test("an entry that changes between question and start is refused, and neither program starts")
    func changed() throws {
        let desk = try HandOverHome.withDefault()
        try desk.write(program: "other")
        let entry = "\(desk.path)/data/applications/electrum.desktop"
        // The person sees electrum; while they think, the entry comes to name another program.
        let prompt = try desk.read("prompt").replacingOccurrences(
            of: "    GETPIN)", with: "    GETPIN) sed -i 's,/electrum %u,/other %u,' '\(entry)';")
        try #require(prompt.contains("sed -i 's,"))
        try desk.write(file: "prompt", prompt)
        let result = try desk.open(Self.link)
        #expect(result.status == 70 && result.errors.contains("changed since it was shown"), "\(result.errors)")
        #expect(desk.got() == nil && desk.got(by: "other") == nil)
    }

    @Test("a program that gives the link back is started once")
    func loop() throws {
        let desk = try HandOverHome.withDefault()
        try desk.write(
            program: "electrum",
            script: """
                "\(BuiltPrograms.router)" open -- "$1" >"\(desk.path)/looped" 2>&1
                echo $? >"\(desk.path)/loop-status"
                """)
        try desk.configure("pinentry: \(desk.path)/prompt\n")
        #expect(try desk.open(Self.link, answers: ["ok", "-"]).status == 0)
        let status = try desk.home.text(of: "loop-status")
        // The first open may still have the person's attention, or be done.
        let said = try desk.read("looped")
        #expect(["75\n", "77\n"].contains(status), "\(status) \(said)")
        #expect(desk.got()?.count == 2 && desk.questions().count { $0.hasPrefix("Open this link") } == 1)
    }

    @Test("a link that comes back at once is refused, with the name of the program that had it, also when rewritten")
    func comesBack() throws {
        let desk = try HandOverHome.withDefault()
        for link in ["bitcoin:\(Self.address)?amount=.5", Self.link] {
            #expect(try desk.open(link).status == 0)
            let sent = try #require(desk.got()?.last)
            for returned in [link, sent] {
                // In the future it stays “a moment ago” for as long as this test can take.
                try desk.moveHandedOver(by: 4)
                _ = desk.questions()
                let count = desk.got()?.count
                let result = try desk.home.router(["open", returned], answers: ["ok", "ok"])
                #expect(result.status == 77 && result.errors.contains("[tooManyHops]"), "\(result.errors)")
                #expect(result.errors.contains("“Electrum” received this link a moment ago"))
                #expect(desk.questions().isEmpty && desk.got()?.count == count)
            }
        }
    }

    @Test("a Lightning invoice beside the address: both are shown, and the program gets the one that is chosen")
    func lightning() throws {
        let desk = try HandOverHome.withDefault("phoenix", for: "bitcoin", ["lightning"])
        let link = "bitcoin:\(Self.address)?amount=0.0025&lightning=\(Self.invoice)"
        for (answer, way, sent) in [
            ("1", "on-chain", "bitcoin:\(Self.address)?amount=0.0025"),
            ("2", "by Lightning", "lightning:" + Self.invoice),
        ] {
            // A home that knows nothing of the other choice.
            let desk = answer == "1" ? desk : try HandOverHome.withDefault("phoenix", for: "bitcoin", ["lightning"])
            let result = try desk.open(link, answers: [answer, "ok", "ok"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(desk.got(by: "phoenix") == ["1", sent])
            let questions = desk.questions().joined(separator: "\n")
            for text in [
                "The link can be paid in any one of 2 ways", "on-chain to \(Self.address.inFours)",
                "a Lightning invoice of 0.0025 BTC",
                "“Phoenix” receives only the payment \(way);",
            ] { #expect(questions.contains(text), "\(text)") }
        }
        let json = try desk.json(["explain", "--json", link])
        #expect(json["instructions"]?.elements.compactMap { $0["kind"]?.text } == ["onchain", "lightning"])
        #expect(json["handOver"]?["decidedBy"] == .string("ask"))
        // A program that lists no Lightning gets no Lightning.
        let other = try HandOverHome.withDefault("sparrow")
        #expect(try other.open(link).status == 0)
        #expect(other.got(by: "sparrow") == ["1", "bitcoin:\(Self.address)?amount=0.0025"])
    }

    @Test("the container's command line reaches its program whole, with the same bytes")
    func container() throws {
        let desk = try HandOverHome()
        let arguments = "run --branch=stable --arch=x86_64 --command=w --file-forwarding org.fake.Wallet"
        try desk.install("flatpak", for: ["bitcoin"], command: "\(desk.path)/flatpak \(arguments) @@u %u @@")
        try desk.home.write("config/mimeapps.list", desk.list("bitcoin", "flatpak"))
        try desk.take("bitcoin")
        #expect(try desk.open(Self.link).status == 0)
        #expect(
            desk.got(by: "flatpak") == ["9"] + arguments.split(separator: " ").map(String.init) + [
                "@@u", Self.link, "@@",
            ])
        // A program of that name elsewhere is not the container's own, and is shown by its path.
        #expect(
            desk.questions().last?.contains("It is \(desk.path)/flatpak. It will ask for your approval itself.") == true
        )
    }
}
