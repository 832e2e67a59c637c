import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// Links of another grammar go to the program that had their scheme before, or that the person names (S15).
@Suite struct ForeignLinkTests {
    private static let text = "dash:python:os?state=SECRET"
    private static let docs = WalletProgram.example("docs", takes: ["dash"], origin: .before)
    private static let other = WalletProgram.example("other", takes: ["dash"])
    private static let elsewhere = WalletProgram.example("elsewhere", takes: ["bitcoin"], origin: .before)

    private static func fixture(
        _ answers: FakePrompt.Answer..., end: Result<HandOverEnd, LaunchError> = .success(.started)
    )
        -> ExecutionFixture
    {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms([other, elsewhere, docs], end: end)
        return fixture
    }

    private static func link(_ text: String = text) throws -> ForeignLink {
        try #require(try ExecutionFixture().router().foreignLink(Array(text.utf8)))
    }

    private static func rule(_ target: HandOverRule.Target, coin: CoinID? = nil, asks: Bool = true) -> HandOverRule {
        HandOverRule(coin: coin, isForeign: true, target: target, asks: asks, place: "config.yaml:3")
    }

    @Test("S15: a command comes before the rules, and the rules before the program that had the scheme")
    func target() throws {
        let (docs, other) = (Self.docs.id, Self.other.id)
        let cases:
            [(rules: [HandOverRule], named: HandOverRule.Target?, program: String?, isByRule: Bool, isLost: Bool)] = [
                ([], nil, docs, false, false), ([], .program(other), other, false, false),
                ([], .program("gone.desktop"), nil, false, false), ([], .program(Self.elsewhere.id), nil, false, false),
                ([], .here, nil, false, false), ([Self.rule(.program(other))], nil, other, true, false),
                ([Self.rule(.program(other))], .program(docs), docs, false, false),
                ([Self.rule(.program(other))], .ask, nil, false, false),
                ([Self.rule(.program("gone.desktop"))], nil, docs, false, true),
                ([Self.rule(.program("gone.desktop"))], .program(other), other, false, false),
                ([Self.rule(.program(other), coin: "bitcoin")], nil, docs, false, false),
                ([Self.rule(.program(other), coin: "dash")], nil, other, true, false),
                ([Self.rule(.ask), Self.rule(.program(other))], nil, docs, false, false),
            ]
        for row in cases {
            var fixture = Self.fixture()
            fixture.settings.handOver = row.rules
            let target = LinkExecution(services: fixture.services).target(of: try Self.link(), to: row.named)
            #expect(target?.program.id == row.program, "\(row)")
            #expect((target?.rule != nil) == row.isByRule && (target?.lostRule != nil) == row.isLost, "\(row)")
            if row.isByRule { #expect(target?.rule == row.rules.first) }
        }
        var alone = Self.fixture()
        alone.wallets = MemoryWalletPrograms([Self.other])
        #expect(LinkExecution(services: alone.services).target(of: try Self.link()) == nil)
    }

    @Test("S5: the question names the program and the beginning of the link, and the rule that names no program")
    func preview() throws {
        let execution = LinkExecution(services: Self.fixture().services)
        let link = try Self.link()
        for lost in [nil, Self.rule(.program("gone.desktop"))] {
            let dialogue = try execution.preview(link, .init(program: Self.docs, rule: nil, lostRule: lost))
            let text = dialogue.flowing
            #expect(text.hasPrefix("Warning: the rule at config.yaml:3 names gone.desktop") == (lost != nil), "\(text)")
            for words in [
                "Open this link with “docs”?", "“dash:python…” is not a payment link that this program supports.",
                "It was not read and is passed on unchanged.", "The program is /usr/bin/docs.",
                "Refuse if you did not just ask for this.",
            ] { #expect(text.contains(words), "\(text)") }
            #expect(!text.contains("SECRET") && dialogue.title == "“dash:” link" && dialogue.agree == "Open docs")
        }
    }

    private static func run(
        _ fixture: ExecutionFixture, _ rule: HandOverRule? = nil, _ tally: MemoryLinkTally = MemoryLinkTally()
    ) async throws -> (outcome: Outcome, debt: UnixTime?) {
        var services = fixture.services
        services.tally = tally
        let admission = try LinkAdmission.counting("dash", tally: tally, at: 1_000)
        let target = LinkExecution.ForeignTarget(program: docs, rule: rule, lostRule: nil)
        let outcome = await LinkExecution(services: services).run(try link(), admission, target).outcome
        var debt: UnixTime?
        try tally.change("dash") { debt = $0.seconds }
        return (outcome, debt)
    }

    @Test("S3, S15: the program starts once the person agrees, or at once if they wrote so, with the bytes of the link")
    func started() async throws {
        for (rule, answers, asked, debt) in [
            (nil, [.agree], 1, 0), (Self.rule(.program(Self.docs.id)), [.agree], 1, 0),
            (Self.rule(.program(Self.docs.id), asks: false), [], 0, 10),
        ] as [(HandOverRule?, [FakePrompt.Answer], Int, UnixTime)] {
            var fixture = ExecutionFixture(answers)
            fixture.wallets = MemoryWalletPrograms([Self.docs])
            let (outcome, seconds) = try await Self.run(fixture, rule)
            guard case .handedOver(Self.docs) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            let given = fixture.wallets.given
            #expect(given == [.init(link: Self.text, scheme: "dash", program: "docs.desktop")])
            #expect(fixture.prompt.shown.count == asked && seconds == debt && fixture.prompt.told.isEmpty)
            let record = try #require(fixture.handedOver.recent().first)
            #expect(record.isOne(of: [try Self.link().fingerprint]) && record.program == "docs" && record.at == 1_000)
            // The same link at once has come back from the program.
            let (again, _) = try await Self.run(fixture, rule)
            guard case .failed(let error) = again else {
                Issue.record("\(again)")
                continue
            }
            #expect(
                error.message == "“docs” received this link a moment ago, and it came back. It is ignored."
                    && error.code == .tooManyHops)
            #expect(
                error.hint
                    == "Either you opened it twice, or that program hands “dash:” links back. Wait 5 seconds, then open "
                    + "it again if you want to.")
            #expect(fixture.prompt.shown.count == asked && fixture.wallets.given.count == 1)
        }
    }

    @Test("S15: a link that comes back after more than five seconds is asked about like any other", arguments: [5, 6])
    func loop(age: UnixTime) async throws {
        for sign in [1, -1] as [UnixTime] {
            let fixture = Self.fixture(.agree)
            fixture.handedOver.remember(
                HandedOverLink(
                    fingerprint: try Self.link().fingerprint, sentFingerprint: "s", program: "docs",
                    at: 1_000 - sign * age))
            let (outcome, _) = try await Self.run(fixture)
            if case .handedOver = outcome { #expect(age == 6) } else { #expect(age == 5, "\(outcome)") }
            // Any page can have it come back, so it opens no window.
            #expect(fixture.prompt.told.isEmpty && fixture.notifier.shown.isEmpty)
        }
    }

    @Test("S3: whoever refuses starts nothing, and the refusal counts; a busy prompt starts nothing either")
    func refused() async throws {
        let fixture = Self.fixture(.fail(.refused))
        let (outcome, debt) = try await Self.run(fixture)
        guard case .refused = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(debt == 70 && fixture.wallets.given.isEmpty && fixture.handedOver.recent().isEmpty)
        #expect(fixture.prompt.told.isEmpty && fixture.notifier.shown.isEmpty)
        var busy = Self.fixture(.agree)
        busy.gate = MemoryGate(isOpen: false)
        let (waiting, cost) = try await Self.run(busy)
        guard case .failed(let error) = waiting else {
            Issue.record("\(waiting)")
            return
        }
        #expect(error.code == .busy && cost == 10 && busy.prompt.shown.isEmpty)
        #expect(busy.wallets.given.isEmpty)
    }

    @Test("S10, S15: a program that fails is told of, in a window and a notification; it is remembered if it started")
    func failed() async throws {
        for (end, message, remembered) in [
            (.failure(.failed("it is gone")), "“docs” could not be given the link: it is gone.", 0),
            (.success(.ended(3)), "“docs” exited at once with status 3, which means that it failed.", 1),
        ] as [(Result<HandOverEnd, LaunchError>, String, Int)] {
            let fixture = Self.fixture(.agree, end: end)
            let (outcome, debt) = try await Self.run(fixture)
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(error.code == .handOverFailed && error.message == message && debt == 0)
            let text = try #require(fixture.prompt.told.first).flowing
            #expect(text.contains(message) && error.hint.map(text.contains) ?? true, "\(text)")
            #expect(fixture.notifier.shown.count == 1)
            #expect(fixture.handedOver.recent().count == remembered)
        }
    }

    @Test("S5: an error has the first 80 characters of a program's name", arguments: [80, 81])
    func longName(count: Int) async throws {
        let fixture = Self.fixture(end: .failure(.failed("it is gone")))
        let program = WalletProgram.example(String(repeating: "n", count: count), takes: ["dash"])
        let error = await #expect(throws: ServiceError.self) {
            try await LinkExecution(services: fixture.services)
                .start(program, with: Self.text, scheme: "dash", fingerprint: "f")
        }
        let name = String(repeating: "n", count: 80) + (count > 80 ? "…" : "")
        #expect(error?.message == "“\(name)” could not be given the link: it is gone.")
    }
}
