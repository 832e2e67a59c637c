import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// S10: the pace at which links of one scheme may come, whoever they say sent them, over a clock.
@Suite struct SchemeFloodTests {
    static let now: UnixTime = 100_000
    static let address = "dashwallet://request=address&sender="

    /// A page: opens a link, which ends so, every so many seconds.
    private static func page(every pause: UnixTime, for time: UnixTime, isUnwanted: Bool) -> [UnixTime] {
        var debt = LinkDebt()
        return stride(from: 0, to: time, by: Int64.Stride(pause)).filter { second in
            guard SchemeFloodRule.count(&debt, now: now + second) == nil else { return false }
            if isUnwanted { SchemeFloodRule.countUnwanted(&debt, now: now + second) }
            return true
        }
    }

    @Test("mal-flood: a page gets thirty links or five dialogues at once, then five minutes of silence, and so on")
    func page() {
        #expect(Self.page(every: 1, for: 300, isUnwanted: false).count <= 34)
        #expect(Self.page(every: 1, for: 300, isUnwanted: true).count == 5)
        let day = Self.page(every: 1, for: 86_400, isUnwanted: true)
        #expect(day.count <= 86_400 / 60, "\(day.count)")
        #expect(zip(day, day.dropFirst(5)).allSatisfy { $1 - $0 >= 300 })
    }

    @Test("a person is not stopped: one link every ten seconds, five refusals, or anything they agree to")
    func person() {
        #expect(Self.page(every: 10, for: 86_400, isUnwanted: false).count == 8_640)
        #expect(Self.page(every: 70, for: 86_400, isUnwanted: true).count == 86_400 / 70 + 1)
        var debt = LinkDebt()
        for number in 0..<1_000 {
            #expect(SchemeFloodRule.count(&debt, now: Self.now) == nil)
            if number % 20 == 0 { SchemeFloodRule.forgive(&debt, now: Self.now) }
        }
    }

    @Test(
        "mal-flood: set back by any time, the clock pays nothing off and adds nothing; no file keeps links out longer")
    func clock() {
        for jump in [0, 1, 59, 301, 3_600, 86_400 * 400] as [UnixTime] {
            var debt = LinkDebt()
            for _ in 0..<31 { _ = SchemeFloodRule.count(&debt, now: Self.now) }
            let start = Self.now - jump
            let blocked = (0..<600).filter { SchemeFloodRule.count(&debt, now: start + $0) != nil }
            #expect(Array(blocked.prefix(300)) == Array(0..<300) && !blocked.contains(300), "\(jump)")
        }
        for (seconds, at) in [(Int64.max, Int64.min), (.max, .max), (.min, .min), (.max, 0), (-1, 0)] {
            for isRefused in [true, false] {
                var debt = LinkDebt(seconds: seconds, at: at, isRefused: isRefused)
                if let end = SchemeFloodRule.count(&debt, now: Self.now) { #expect(end - Self.now <= 300) }
            }
        }
    }

    @Test("mal-flood: the debt of a scheme, to the second")
    func debts() {
        for (debt, seconds, end) in [
            (LinkDebt(), 10, nil), (LinkDebt(seconds: -5, at: Self.now), 10, nil),
            (LinkDebt(seconds: 0, at: Self.now), 10, nil), (LinkDebt(seconds: 100, at: Self.now), 110, nil),
            (LinkDebt(seconds: 100, at: Self.now - 50), 60, nil), (LinkDebt(seconds: 100, at: Self.now + 50), 110, nil),
            (LinkDebt(seconds: 290, at: Self.now), 300, nil), (LinkDebt(seconds: 291, at: Self.now), 300, 300),
            (LinkDebt(seconds: 500, at: Self.now), 300, 300),
            (LinkDebt(seconds: 100, at: Self.now - 99, isRefused: true), 1, 1),
            (LinkDebt(seconds: 100, at: Self.now - 100, isRefused: true), 10, nil),
        ] as [(LinkDebt, UnixTime, UnixTime?)] {
            var counted = debt
            #expect(SchemeFloodRule.count(&counted, now: Self.now) == end.map { Self.now + $0 }, "\(debt)")
            #expect(counted == LinkDebt(seconds: seconds, at: Self.now, isRefused: end != nil), "\(debt)")
        }
        for (debt, seconds) in [
            (LinkDebt(), 60), (LinkDebt(seconds: 100, at: Self.now), 160),
            (LinkDebt(seconds: 100, at: Self.now - 50), 110), (LinkDebt(seconds: 100, at: Self.now - 200), 60),
            (LinkDebt(seconds: 241, at: Self.now), 300),
        ] as [(LinkDebt, UnixTime)] {
            var counted = debt
            SchemeFloodRule.countUnwanted(&counted, now: Self.now)
            #expect(counted == LinkDebt(seconds: seconds, at: Self.now), "\(debt)")
        }
    }

    @Test("mal-flood: agreeing clears the debt; a link that the person stops costs more than one that is not shown")
    func ends() async throws {
        for (link, answers, isRepeated, seconds) in [
            (Self.address + "myapp", [.agree], false, 0), (ExecutionFixture.pay, [ExecutionFixture.passcode], false, 0),
            (Self.address + "myapp", [.fail(.refused)], false, 70),
            (Self.address + "myapp", [.fail(.refused)], true, 70),
            (ExecutionFixture.pay, [.fail(.refused)], true, 70), (ExecutionFixture.pay, [], nil, 10),
        ] as [(String, [FakePrompt.Answer], Bool?, UnixTime)] {
            var fixture = ExecutionFixture(answers)
            if isRepeated == true {
                let earlier = try RateLimitExecutionTests.earlier(link, .done)
                fixture.journal.state.withLock { $0.earlier = [earlier] }
            }
            if isRepeated == nil {
                fixture.settings.policy.senders = []
                fixture.notifier = MemoryNotifier(isPatient: false)
            }
            var services = fixture.services
            let tally = MemoryLinkTally()
            services.tally = tally
            let outcome = await LinkExecution(services: services).run(try fixture.read(link)).outcome
            var debt: LinkDebt?
            try tally.change("dashwallet") { debt = $0 }
            #expect(debt == LinkDebt(seconds: seconds, at: 1_000), "\(link): \(outcome)")
        }
    }

    private static func run(
        _ url: String, _ tally: MemoryLinkTally, now: UnixTime = 1_000, _ answers: FakePrompt.Answer...
    ) async throws -> (Outcome, ExecutionFixture) {
        var fixture = ExecutionFixture(answers)
        fixture.now = now
        var services = fixture.services
        services.tally = tally
        return (await LinkExecution(services: services).run(try fixture.read(url)).outcome, fixture)
    }

    private static func isTooMany(_ outcome: Outcome) -> Bool {
        if case .failed(let error) = outcome { return error.code == .tooManyRefusals }
        return false
    }

    @Test("mal-flood: naming another sender in each link resets nothing, and another scheme has its own count")
    func rotatingSenders() async throws {
        let tally = MemoryLinkTally()
        for number in 0..<5 {
            let (outcome, _) = try await Self.run(Self.address + "shop\(number)", tally, .fail(.refused))
            guard case .refused = outcome else {
                Issue.record("\(number): \(outcome)")
                return
            }
        }
        let (blocked, fixture) = try await Self.run(Self.address + "honest", tally, .agree)
        #expect(Self.isTooMany(blocked) && fixture.prompt.shown.isEmpty && fixture.opened.isEmpty)
        guard case .failed(let error) = blocked else { return }
        #expect(
            error.message
                == "“dashwallet:” links arrived faster than a person can open them, and you agreed to none. They are refused "
                + "without a question until 00:21:40 UTC.")
        #expect(error.hint == "That is in 300 seconds; after that you are asked again.")
        #expect(fixture.journal.state.withLock { $0.requests.isEmpty }, "the journal does not grow")
        let (other, _) = try await Self.run("axewallet://request=address&sender=honest", tally, .agree)
        guard case .toldAddress = other else {
            Issue.record("\(other)")
            return
        }
        let (later, _) = try await Self.run(Self.address + "honest", tally, now: 1_300, .agree)
        guard case .toldAddress = later else {
            Issue.record("\(later)")
            return
        }
    }

    @Test("mal-flood: no page keeps the person from a payment that they type, and it counts toward no scheme")
    func typed() async throws {
        let tally = MemoryLinkTally()
        for number in 0..<5 { _ = try await Self.run(Self.address + "shop\(number)", tally, .fail(.refused)) }
        var debt: LinkDebt?
        try tally.change("dashwallet") { debt = $0 }
        for answers in [[ExecutionFixture.passcode], [.fail(.refused)]] as [[FakePrompt.Answer]] {
            let fixture = ExecutionFixture(answers)
            let refused = try RateLimitExecutionTests.refused(3, ending: 990)
            fixture.journal.state.withLock { $0.earlier = refused }
            var services = fixture.services
            services.tally = tally
            var link = try fixture.read(ExecutionFixture.pay)
            link.isTyped = true
            switch await LinkExecution(services: services).run(link).outcome {
            case .paid, .refused: break
            case let outcome: Issue.record("\(outcome)")
            }
            #expect(fixture.prompt.shown.count == 1)
            try tally.change("dashwallet") { #expect($0 == debt) }
        }
    }

    @Test("mal-flood: links for which nothing was shown count, those that met a busy prompt too")
    func nothingShown() async throws {
        for isOpen in [true, false] {
            let tally = MemoryLinkTally()
            for number in 0..<31 {
                var fixture = ExecutionFixture()
                fixture.gate = MemoryGate(isOpen: isOpen)
                fixture.settings.policy.senders = []
                fixture.notifier = MemoryNotifier(isPatient: false)
                var services = fixture.services
                services.tally = tally
                let link = try fixture.read(Self.address + "s\(number)")
                let outcome = await LinkExecution(services: services).run(link).outcome
                #expect(Self.isTooMany(outcome) == (number == 30), "\(number): \(outcome)")
            }
        }
    }

    @Test("agreeing clears the count")
    func agreement() async throws {
        let tally = MemoryLinkTally()
        for number in 0..<40 {
            let answer: FakePrompt.Answer = number % 4 == 3 ? .agree : .fail(.refused)
            let (outcome, _) = try await Self.run(Self.address + "s\(number)", tally, answer)
            #expect(!Self.isTooMany(outcome), "\(number)")
        }
    }

    @Test("mal-flood: links that cannot be read count, under the scheme they have, and under one where it is not known")
    func unreadable() throws {
        let routes = try RouteTable.load([.shipped])
        for links in [["dashwallet:%%%", "DashWallet://pay=x", "dashwallet:"], ["a:1", "b:2", "", "{}"]] {
            let tally = MemoryLinkTally()
            func admits(_ link: String) -> Bool {
                (try? LinkAdmission(counting: Array(link.utf8), routes: routes, tally: tally, at: Self.now)) != nil
            }
            for number in 0..<30 { #expect(admits(links[number % links.count])) }
            for link in links { #expect(!admits(link)) }
            #expect(admits("axewallet://request=address&sender=x"))
        }
    }
}
