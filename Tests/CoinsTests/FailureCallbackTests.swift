import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// Telling the asking app that nothing came of its request, where the person switched that on.
@Suite struct FailureCallbackTests {
    static let declined = "myapp://callback=error&request=pay&code=declined&source=dashwallet"

    static func fixture(_ answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.settings.failureCallbacks = ["dashwallet"]
        return fixture
    }

    static let poor = FakeKeyring(utxos: [.example(1_000)])

    @Test("however a payment that the person saw ends, the app gets the same bytes: nothing reveals a balance")
    func sameBytes() async throws {
        let wrong = FakePrompt.Answer.type("wrong")
        var poor = Self.fixture()
        poor.keyring = Self.poor
        var unreachable = Self.fixture(ExecutionFixture.passcode)
        unreachable.chain = FakeChain(refusing: ServiceError(.networkUnreachable, "Nobody answers."))
        let withoutAmount = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"
        var poorAsked = Self.fixture(.type("0.25"))
        poorAsked.keyring = Self.poor
        let cases: [(ExecutionFixture, String, JournalEnd)] = [
            (Self.fixture(.fail(.refused)), ExecutionFixture.pay, .refused),
            (Self.fixture(wrong, wrong, wrong), ExecutionFixture.pay, .locked),
            (Self.fixture(.fail(.refused)), withoutAmount, .refused),
            (poor, ExecutionFixture.pay, .failed), (unreachable, ExecutionFixture.pay, .failed),
            (poorAsked, withoutAmount, .failed),
        ]
        for (fixture, url, end) in cases {
            _ = try await fixture.run(url)
            #expect(fixture.opened == [Self.declined])
            // The end is on record before the program is started, and that it was started after it.
            #expect(fixture.journal.steps.suffix(2) == [.ended(end), .toldFailure(.declined)])
            #expect(fixture.receivers.known["myapp"] == KnownReceiver(.demo))
        }
    }

    @Test("no oracle: a refusal that needs enough money is reported like missing money")
    func sameWithMoney() async throws {
        let wantsInstantSend = ExecutionFixture.pay + "&req-IS=1"
        var limits: [SpendingLimits] = [SpendingLimits(payment: Amount(units: 1_000_000))]
        limits.append(SpendingLimits(day: Amount(units: 1_000_000)))
        var cases: [(Settings, String)] = []
        for limit in limits {
            var settings = Self.fixture().settings
            settings.policy.limits["dash"] = limit
            cases.append((settings, ExecutionFixture.pay))
        }
        var switchedOff = Self.fixture().settings
        switchedOff.locksOff = ["dash"]
        cases.append((switchedOff, wantsInstantSend))
        for (settings, url) in cases {
            for keyring in [Self.poor, FakeKeyring(utxos: [.example(100_000_000)])] {
                var fixture = Self.fixture(.fail(.refused))
                fixture.settings = settings
                fixture.keyring = keyring
                let outcome = try await fixture.run(url)
                #expect(fixture.opened == [Self.declined], "\(outcome)")
                // What was asked for is shown once: with the failure, or in the one question that was refused.
                let told = fixture.prompt.told.filter {
                    $0.pages[0].hasPrefix("“myapp” asks for a payment of 0.5 DASH\n")
                }
                #expect(told.count == fixture.prompt.told.count && told.count + fixture.prompt.shown.count == 1)
                // With enough money it is something else that ends the link.
                if case .refused = outcome { Issue.record("\(url) reached its consent") }
            }
        }
    }

    @Test("refusals of addresses and keys are reported too, by the name of the request")
    func otherRequests() async throws {
        for name in ["address", "masterPublicKey"] {
            let fixture = Self.fixture(.fail(.refused))
            _ = try await fixture.run("dashwallet://request=\(name)&sender=myapp")
            #expect(fixture.opened == ["myapp://callback=error&request=\(name)&code=declined&source=dashwallet"])
        }
    }

    @Test(
        "S16: a payment that was signed is told as unknown, also where it was refused: whoever did may have kept it",
        arguments: [(ServiceError.Code.answerUnknown, JournalEnd.unknown), (.networkRefused, .failed)])
    func unknown(_ code: ServiceError.Code, _ end: JournalEnd) async throws {
        var fixture = Self.fixture(ExecutionFixture.passcode)
        fixture.chain = FakeChain(refusing: ServiceError(code, "The connection broke."))
        let result = await LinkExecution(services: fixture.services).run(try fixture.read(ExecutionFixture.pay))
        #expect(fixture.opened == [Self.declined.replacing("declined", with: "unknown")])
        #expect(fixture.journal.steps.suffix(2) == [.ended(end), .toldFailure(.unknown)])
        #expect(result.failureCode == .unknown)
    }

    @Test("what was done is reported as before, and nothing else is")
    func success() async throws {
        let fixture = Self.fixture(ExecutionFixture.passcode)
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(fixture.opened.count == 1 && fixture.opened[0].hasPrefix("myapp://callback=payack&"))
        #expect(fixture.journal.steps.last == .ended(.done))
    }

    @Test("missing money is shown with the request first, even to somebody who was just interrupted")
    func missingMoney() async throws {
        var fixture = Self.fixture()
        fixture.keyring = Self.poor
        fixture.notifier = MemoryNotifier(isPatient: false)
        _ = try await fixture.run(ExecutionFixture.pay)
        let page = try #require(fixture.prompt.told.first?.pages.first)
        #expect(page.hasPrefix("“myapp” asks for a payment of 0.5 DASH\nto \(ExecutionFixture.address.inFours).\n"))
        #expect(page.replacing("\n", with: " ").contains("the answer, even if you refuse: “Demo” (/usr/bin/demo)"))
        #expect(fixture.opened == [Self.declined])

        // Switched off, such a link neither opens a window then nor tells anybody.
        fixture.settings.failureCallbacks = []
        let silent = fixture
        _ = try await silent.run(ExecutionFixture.pay)
        #expect(silent.prompt.told.count == 1 && silent.opened == [Self.declined])
    }

    @Test("no oracle: a link that ends before the person saw everything is silent")
    func silence() async throws {
        var busy = Self.fixture(.fail(.refused))
        busy.gate = MemoryGate(isOpen: false)
        var poorWithoutPrompt = Self.fixture()
        poorWithoutPrompt.keyring = Self.poor
        poorWithoutPrompt.prompt.tellFails = .unavailable("no display")
        var poorAndAway = Self.fixture()
        poorAndAway.keyring = Self.poor
        poorAndAway.prompt.tellFails = .timedOut
        let flooded = Self.fixture(.fail(.refused))
        let refused = try (1...3).map { id in
            try RateLimitExecutionTests.earlier(ExecutionFixture.pay, .refused, id: Int64(4 - id))
        }
        flooded.journal.state.withLock { $0.earlier = refused }
        for (fixture, url) in [
            (busy, ExecutionFixture.pay), (poorWithoutPrompt, ExecutionFixture.pay), (flooded, ExecutionFixture.pay),
            (Self.fixture(.fail(.unavailable("no display"))), ExecutionFixture.pay),
            (Self.fixture(.fail(.interrupted("it exited"))), ExecutionFixture.pay),
            // Perhaps nobody was there.
            (Self.fixture(.fail(.timedOut)), ExecutionFixture.pay), (poorAndAway, ExecutionFixture.pay),
            (Self.fixture(.fail(.refused)), "dashwallet://scanqr"),
            // The amount was seen, but perhaps not the payment.
            (
                Self.fixture(.type("0.25"), .fail(.unavailable("no display"))),
                "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"
            ),
        ] {
            _ = try await fixture.run(url)
            #expect(fixture.opened.isEmpty)
            #expect(!fixture.journal.steps.contains(.toldFailure(.declined)))
        }
    }

    @Test("S4, S14: only the program that the answer would go to is told, and never another one than before")
    func receivers() async throws {
        var practice = Self.fixture(.fail(.refused))
        practice.isPractice = true
        var nobody = Self.fixture(.fail(.refused))
        nobody.launcher = MemoryLauncher([])
        var changed = Self.fixture(.fail(.refused))
        changed.launcher = MemoryLauncher.demo(refusing: .changed("The program was replaced."))
        var other = Self.fixture(.fail(.refused))
        other.receivers = MemoryReceivers.demo(["myapp": KnownReceiver(name: "Old", executable: "/usr/bin/old")])
        var otherScheme = Self.fixture(.fail(.refused))
        otherScheme.settings.failureCallbacks = ["axewallet"]
        for fixture in [practice, nobody, changed, other, otherScheme] {
            _ = try await fixture.run(ExecutionFixture.pay)
            #expect(fixture.opened.isEmpty)
            #expect(fixture.journal.steps == [.ended(.refused)])
        }

        var listed = Self.fixture(.fail(.refused))
        listed.isPractice = true
        listed.settings.practiceSenders = ["myapp"]
        _ = try await listed.run(ExecutionFixture.pay)
        #expect(listed.opened == [Self.declined])
    }

    @Test("S5: the consent says that a refusal is reported exactly if it is")
    func consent() async throws {
        let words = "This program will receive the answer, even if you refuse:\n“Demo” (/usr/bin/demo)."
        var other = Self.fixture(.fail(.refused))
        other.receivers = MemoryReceivers.demo(["myapp": KnownReceiver(name: "Old", executable: "/usr/bin/old")])
        for (fixture, isTold) in [
            (Self.fixture(.fail(.refused)), true), (ExecutionFixture(.fail(.refused)), false), (other, false),
        ] {
            _ = try await fixture.run(ExecutionFixture.pay)
            #expect(fixture.prompt.shown.first?.pages.first?.contains(words) == isTold)
        }
    }

    @Test("three failures told like refusals are followed by the same pause")
    func flood() async throws {
        for (toldFailure, isBlocked) in [(FailureCode.declined, true), (nil, false)] {
            let earlier = try (1...3).map { id in
                let entry = try RateLimitExecutionTests.earlier(
                    ExecutionFixture.pay + "&message=\(id)", .failed, id: Int64(4 - id))
                return JournalEntry(
                    id: entry.id, seen: entry.seen, changed: entry.changed, request: entry.request,
                    progress: entry.progress, end: entry.end, amount: nil, fee: nil, transaction: nil, inputs: [],
                    toldFailure: toldFailure)
            }
            let fixture = Self.fixture(.fail(.refused))
            fixture.journal.state.withLock { $0.earlier = earlier }
            let outcome = try await fixture.run(ExecutionFixture.pay)
            #expect(fixture.prompt.shown.isEmpty == isBlocked, "\(outcome)")
        }
    }

    @Test("a replayed link says what the program was told, and nothing that is not so")
    func replay() async throws {
        let id = try #require(TransactionID(hex: String(repeating: "1", count: 64)))
        let signed = SignedTransaction(id: id, bytes: [1])
        let cases: [(JournalEnd, SignedTransaction?, FailureCode, [String])] = [
            (.refused, nil, .declined, ["nothing was done.", "was notified that the request was not carried out."]),
            (.failed, nil, .declined, ["nothing was sent.", "was notified that the request was not carried out."]),
            (
                .failed, signed, .unknown,
                ["has a copy could still send it.", "was notified that the outcome is unknown."]
            ),
            (.dropped, signed, .unknown, ["You dropped it", "was notified that the outcome is unknown."]),
        ]
        for (end, transaction, code, words) in cases {
            let before = try RateLimitExecutionTests.earlier(ExecutionFixture.pay, end)
            let told = JournalEntry(
                id: before.id, seen: before.seen, changed: before.changed, request: before.request,
                progress: transaction == nil ? before.progress : .signed, end: end, amount: nil, fee: nil,
                transaction: transaction, inputs: [], toldFailure: code)
            let fixture = RateLimitExecutionTests.fixture([told], .fail(.refused))
            _ = try await fixture.run(ExecutionFixture.pay)
            let page = try #require(fixture.prompt.shown.first?.pages.first).replacing("\n", with: " ")
            for word in words { #expect(page.contains(word), "\(end): \(page)") }
            #expect(transaction == nil || !page.contains("nothing"), "\(page)")
        }
    }
}
