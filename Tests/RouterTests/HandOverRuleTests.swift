import RouterTestSupport
import Testing

/// Which of several wallet programs gets a link, and what says so.
@Suite struct HandOverRuleTests {
    static let link = HandOverHome.link
    static let small = "bitcoin:\(HandOverHome.address)?amount=0.05"

    /// Two wallets. Electrum had the links before; asked is where the settings say so.
    private static func two(_ settings: String = "") throws -> HandOverHome {
        let desk = try HandOverHome.withDefault()
        try desk.install("sparrow", for: ["bitcoin"])
        if !settings.isEmpty { try desk.configure(settings) }
        return desk
    }

    @Test("a rule that is chosen with a link is written before the others, and decides from then on")
    func chosen() throws {
        let settings =
            "# mine\nhand-over:   # who pays\n  # ask me\n  - { coin: bitcoin, to: ask } # always\n\n# the end"
        let desk = try Self.two(settings)
        let result = try desk.open(Self.link, answers: ["3", "4", "ok"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(desk.got(by: "sparrow") == ["1", Self.link] && desk.got() == nil)
        let rule = "  - { coin: bitcoin, at-least: \"0.5\", to: sparrow }\n"
        let first = "# mine\nhand-over:   # who pays\n"
        #expect(try desk.read("config/schemerouter/config.yaml") == first + rule + settings.dropFirst(first.count))

        // By the rule, without a list: one question.
        _ = desk.questions()
        #expect(try desk.open(Self.link + "&message=2").status == 0)
        #expect(desk.got(by: "sparrow")?.count == 4)
        #expect(desk.questions().map { $0.hasPrefix("Open this link with “Sparrow”?") } == [true])
        // Below its amount the old rule decides, which asks.
        #expect(try desk.open(Self.small, answers: ["1", "ok"]).status == 0)
        #expect(desk.got() == ["1", Self.small])
        #expect(desk.questions().first?.hasPrefix("Which wallet should open this link?") == true)
    }

    @Test("refusing in the list, or in the list of rules, gives the link to nobody and writes nothing")
    func refused() throws {
        let settings = "hand-over: [{ coin: bitcoin, to: ask }]\n"
        for answers in [["-"], ["4"], ["3", "-"], ["3", "5"], ["1", "-"]] {
            let desk = try Self.two(settings)
            #expect(try desk.open(Self.link, answers: answers).status == 130, "\(answers)")
            #expect(desk.got() == nil && desk.got(by: "sparrow") == nil, "\(answers)")
            #expect(try desk.read("config/schemerouter/config.yaml") == settings)
        }
    }

    @Test(
        "rules with amounts: from this much on, and below",
        arguments: [
            ("0.05", "electrum"), ("0.09999999", "electrum"), ("0.1", "sparrow"), ("0.99999999", "sparrow"),
            ("1", "electrum"),
        ])
    func amounts(_ amount: String, _ expected: String) throws {
        let desk = try Self.two("hand-over:\n  - { coin: bitcoin, at-least: \"0.1\", below: \"1\", to: sparrow }\n")
        let link = "bitcoin:\(HandOverHome.address)?amount=\(amount)"
        #expect(try desk.open(link).status == 0)
        #expect(desk.got(by: expected) == ["1", link])
        #expect(desk.got(by: expected == "electrum" ? "sparrow" : "electrum") == nil)
    }

    @Test("an amount that the link does not say is in no range")
    func unknownAmount() throws {
        let desk = try Self.two("hand-over: [{ coin: bitcoin, at-least: \"0\", to: sparrow }]\n")
        let link = "bitcoin:\(HandOverHome.address)"
        #expect(try desk.open(link).status == 0)
        #expect(desk.got() == ["1", link])
        #expect(
            desk.questions().last?.contains(
                "The link gives no amount, and the program may show the amount of an earlier link.") == true)
    }

    @Test("a rule whose program is gone: that is said, and the person chooses")
    func gone() throws {
        let desk = try Self.two("# one\nhand-over:\n  - { coin: bitcoin, to: gone }\n")
        #expect(try desk.open(Self.link, answers: ["1", "ok"]).status == 0)
        #expect(desk.got() == ["1", Self.link])
        let place = "\(desk.path)/config/schemerouter/config.yaml:3"
        let words =
            "Warning: the rule at \(place) names gone.desktop, which is not installed or does not accept this link."
        #expect(desk.questions().last?.contains(words) == true)
        let why = try desk.home.run(["why", Self.link]).output
        #expect(why.contains("  The rule at \(place) names “gone”, which is not installed.\n"), "\(why)")
        #expect(!why.contains("says so"), "\(why)")
        #expect(why.hasPrefix("You are asked which wallet gets this link."), "\(why)")
        #expect(try desk.home.run(["explain", Self.link]).status == 0)
    }

    @Test("why: a rule that cannot apply is named with the reason")
    func whyNot() throws {
        let desk = try Self.two()
        let place = "\(desk.path)/config/schemerouter/config.yaml:2"
        try desk.home.configure("")
        try desk.home.write(
            "data/applications/notes.desktop", "[Desktop Entry]\nType=Application\nName=Notes\nExec=/bin/true %u\n")
        try desk.home.write(
            "data/applications/shared.desktop",
            "[Desktop Entry]\nType=Application\nName=Shared\nExec=/bin/sh -c x %u\nMimeType=x-scheme-handler/bitcoin;\n"
        )
        for (target, reason) in [
            ("gone", "is not installed"), ("notes", "is installed, but does not take “bitcoin:” links"),
            ("router", "cannot pay it: No network is chosen for Bitcoin"),
        ] {
            try desk.home.write(
                "config/schemerouter/config.yaml", "hand-over:\n  - { coin: bitcoin, to: \(target) }\n")
            let why = try desk.home.run(["why", Self.link]).output
            #expect(why.contains("\n  The rule at \(place) names “\(target)”, which \(reason).\n"), "\(why)")
        }
        try desk.home.write("config/schemerouter/config.yaml", "hand-over:\n  - { coin: bitcoin, to: shared }\n")
        let why = try desk.home.run(["why", Self.link]).output
        #expect(why.contains("\n  The rule at \(place) names “shared”, which gets no links: "), "\(why)")
    }

    @Test("why: the rule with its line, the record, the desktop's default, and the question")
    func why() throws {
        let desk = try Self.two()
        func why() throws -> String { try desk.home.run(["why", Self.link]).output }
        func decision() throws -> String? { try desk.json(["why", "--json", Self.link])["decidedBy"]?.text }
        let electrum = "“Electrum” (electrum.desktop, \(desk.path)/electrum) gets this link.\n"
        let before =
            "  It had such links before this program was registered (\(desk.path)/state/schemerouter/registration)\n"
        let other = "  Another that could: “Sparrow” (sparrow.desktop, \(desk.path)/sparrow)"
        #expect(try why().hasPrefix(electrum + before + other))
        #expect(try decision() == "default")

        let place = "\(desk.path)/config/schemerouter/config.yaml"
        try desk.configure("hand-over:\n\n  - { coin: dash, to: electrum }\n  - { to: sparrow }\n")
        #expect(
            try why().contains(
                "“Sparrow” (sparrow.desktop, \(desk.path)/sparrow) gets this link.\n  The rule at \(place):4 says so."))
        #expect(try decision() == "rule")

        try desk.configure("hand-over: [{ scheme: bitcoin, to: ask }]\n")
        #expect(try why().hasPrefix("You are asked which wallet gets this link.\n  The rule at \(place):1 says so."))
        #expect(try decision() == "ask")

        // Not registered: the desktop's own default is one of two.
        try desk.configure("")
        #expect(try desk.home.run(["unregister"]).status == 0)
        #expect(try why().hasPrefix("You are asked which wallet gets this link.\n  No rule in config.yaml fits"))
        #expect(try decision() == "ask")
        try desk.install("sparrow", for: ["litecoin"])
        #expect(
            try why().hasPrefix(electrum + "  It is the default of the desktop (\(desk.path)/config/mimeapps.list)"))
        #expect(desk.home.dialogue().isEmpty)
    }

    @Test("use: the program comes first, and what it was before comes back with unregister")
    func use() throws {
        let desk = try Self.two()
        let used = try desk.home.run(["use", "sparrow", "for", "bitcoin"])
        #expect(
            used.status == 0 && used.output.hasPrefix("“Sparrow” (\(desk.path)/sparrow) now comes first"),
            "\(used.errors)")
        #expect(try desk.open(Self.link).status == 0)
        #expect(desk.got(by: "sparrow") == ["1", Self.link] && desk.got() == nil)
        #expect(try desk.home.run(["use", "nothing", "for", "bitcoin"]).status == 69)
        #expect(try desk.home.run(["use", "sparrow", "for", "nothing"]).status == 64)
        #expect(try desk.home.run(["use", "sparrow", "to", "bitcoin"]).status == 64)
        #expect(try desk.home.run(["use", "schemerouter", "for", "bitcoin"]).status == 69)
        // A rule decides before that, and this is said.
        try desk.configure("hand-over: [{ coin: bitcoin, to: sparrow }]\n")
        let second = try desk.home.run(["use", "electrum", "for", "bitcoin"])
        #expect(second.status == 0 && second.errors.contains("config.yaml:1"), "\(second.errors)")
        #expect(try desk.home.run(["unregister"]).status == 0)
    }

    @Test("open --to names the program for one link, against every rule; what is not there gets nothing")
    func to() throws {
        let desk = try Self.two("hand-over: [{ coin: bitcoin, to: electrum }]\n")
        for name in ["sparrow", "sparrow.desktop"] {
            let link = "\(Self.link)&message=\(name)"
            #expect(try desk.open(link, ["--to", name]).status == 0)
            #expect(desk.got(by: "sparrow")?.last == link)
        }
        for (name, code) in [("nothing", 69), ("a/b", 64), ("schemerouter", 69)] as [(String, Int32)] {
            let result = try desk.open(Self.link, ["--to", name])
            #expect(result.status == code, "\(name): \(result.errors)")
        }
        #expect(desk.got() == nil)
        // It moves no money and knows no more than the person said: the consent stays.
        _ = desk.questions()
        #expect(try desk.open(Self.link + "&message=no", ["--to", "sparrow"], answers: ["-"]).status == 130)
        #expect(desk.got(by: "sparrow")?.count == 4)
    }

    /// What is wrong, and the column of it on the second line.
    static let mistakes: [(rule: String, column: Int, words: String)] = [
        ("- { coin: nothing, to: a }", 13, "unknown coin “nothing”"),
        ("- { scheme: nothing, to: a }", 15, "“nothing” is not a scheme"),
        ("- { coin: bitcoin, amount: 1, to: a }", 22, "unknown key “amount”"),
        ("- { coin: bitcoin }", 5, "the key “to” is missing"),
        ("- { coin: bitcoin, to: \"a/b\" }", 26, "“a/b” is not the name of a program"),
        ("- { coin: bitcoin, network: moon, to: a }", 31, "unknown network “moon”"),
        ("- { scheme: dash, grammar: mine, to: a }", 30, "unknown grammar “mine”"),
        ("- { scheme: dash, grammar: other, to: a, ask: maybe }", 49, "unknown setting “maybe”"),
        ("- { coin: bitcoin, to: a, ask: no }", 34, "payments always need your approval"),
        ("- { at-least: \"1\", to: a }", 17, "the coin of this amount is missing"),
        (
            "- { coin: bitcoin, at-least: \"2\", below: \"1\", to: a }", 32,
            "no amount is at least 2 BTC and below 1 BTC"
        ),
        ("- { coin: bitcoin, below: \"-1\", to: a }", 29, "expected decimal coins"),
        ("- { scheme: dash, grammar: other, below: \"1\", to: a }", 44, "have no amount"),
        ("- { scheme: bitcoin, coin: dash, to: a }", 5, "links are not for Dash"),
        ("- electrum", 5, "expected a mapping"), ("electrum", 3, "expected a list"),
    ]

    @Test(
        "settings that name nothing are refused with line and column, and nothing starts", arguments: mistakes.indices)
    func mistake(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        let desk = try Self.two("hand-over:\n  \(mistake.rule)\n")
        for result in [try desk.home.run(["check"]), try desk.open(Self.link)] {
            #expect(result.status == 78, "\(mistake.rule)")
            #expect(result.errors.contains("config.yaml:2:\(mistake.column): error: "), "\(result.errors)")
            #expect(result.errors.contains(mistake.words), "\(result.errors)")
        }
        #expect(desk.got() == nil && desk.got(by: "sparrow") == nil)
    }
}
