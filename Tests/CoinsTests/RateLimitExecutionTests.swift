import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// What the engine does about repeated, insistent and undeliverable links, with fake services.
@Suite struct RateLimitExecutionTests {
    static let keys = "dashwallet://request=masterPublicKey&account=0&sender=myapp"
    static let addressLink = "dashwallet://request=address&sender=myapp"

    /// The entry of `url` as it ended `age` seconds ago.
    static func earlier(
        _ url: String, _ end: JournalEnd, age: UnixTime = 12, id: Int64 = 1, isPractice: Bool = false,
        progress: JournalEntry.Progress = .seen
    ) throws -> JournalEntry {
        let link = try ExecutionFixture().read(url)
        var recipient: String?
        var amount: Amount?
        if case .payment(let payment) = link.request { (recipient, amount) = (payment.address, payment.amount) }
        let isSigned = link.request.action == .payment && end == .done
        return JournalEntry(
            id: id, seen: 1_000 - age, changed: 1_000 - age,
            request: JournalRequest(
                action: link.request.action, scheme: "dashwallet", fingerprint: link.fingerprint,
                chain: ChainID(coin: "dash", network: .main, isPractice: isPractice), sender: "myapp",
                recipient: recipient, amount: amount),
            progress: progress, end: end, amount: amount, fee: nil, transaction: isSigned ? .example : nil, inputs: [])
    }

    static func fixture(_ earlier: [JournalEntry], _ answers: FakePrompt.Answer...) -> ExecutionFixture {
        let fixture = ExecutionFixture(answers)
        fixture.journal.state.withLock { $0.earlier = earlier }
        return fixture
    }

    @Test("a link that just ended shows that end first, with amount, recipient and transaction; then the ordinary flow")
    func replay() async throws {
        let paid = try Self.earlier(ExecutionFixture.pay, .done, progress: .calledBack)
        let fixture = Self.fixture([paid], .agree, ExecutionFixture.passcode)
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
        let first = try #require(fixture.prompt.shown.first)
        #expect(
            first.pages == [
                """
                This same link was opened before. It ended 12 seconds ago:

                Paid 0.5 DASH
                to XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa
                Transaction:
                \(SignedTransaction.example.id.hex)
                The requesting app was notified.

                If you continue, you make another payment. You will be asked
                for the passcode first.
                """
            ])
        #expect(first.agree == "Pay again" && first.refuse == "Stop")
        #expect(fixture.prompt.shown.count == 2)
        #expect(fixture.prompt.shown.last?.pages.first?.hasPrefix("Pay 0.5 DASH") == true)
    }

    @Test("stopping at the end that is shown does nothing, and counts as a refusal")
    func replayStopped() async throws {
        for url in [ExecutionFixture.pay, Self.addressLink, Self.keys] {
            let fixture = Self.fixture([try Self.earlier(url, .done)], .fail(.refused))
            guard case .refused = try await fixture.run(url) else {
                Issue.record("went on")
                return
            }
            #expect(fixture.prompt.shown.count == 1 && fixture.prompt.told.isEmpty)
            #expect(fixture.journal.steps == [.ended(.refused)])
            #expect(fixture.signed.isEmpty && fixture.opened.isEmpty)
        }
    }

    @Test(
        "every end is said in words",
        arguments: [
            (JournalEnd.refused, "You refused; nothing was done."), (.timedOut, "Nobody answered in time"),
            (.failed, "It could not be done; nothing was sent."),
            (.locked, "Too many wrong passcodes were typed; nothing was done."),
        ])
    func replayWords(_ end: JournalEnd, _ words: String) async throws {
        let fixture = Self.fixture([try Self.earlier(ExecutionFixture.pay, end, age: 1)], .fail(.refused))
        _ = try await fixture.run(ExecutionFixture.pay)
        let page = try #require(fixture.prompt.shown.first?.pages.first)
        #expect(page.contains(words) && page.contains("It ended 1 second ago:"))
        #expect(fixture.prompt.shown.first?.agree == "Continue")
        let now = Self.fixture([try Self.earlier(ExecutionFixture.pay, end, age: 0)], .fail(.refused))
        _ = try await now.run(ExecutionFixture.pay)
        #expect(now.prompt.shown.first?.pages.first?.contains("It ended just now:") == true)
    }

    @Test("S14: the end of a practice payment says so, also when the coin has a real network now")
    func replayOfPractice() async throws {
        let fixture = Self.fixture([try Self.earlier(ExecutionFixture.pay, .done, isPractice: true)], .fail(.refused))
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(fixture.prompt.shown.first?.pages.first?.hasPrefix("PRACTICE – no real money\n") == true)
    }

    @Test("a link that changed, or ended longer ago, goes its ordinary way")
    func noReplay() async throws {
        for (url, age) in [(ExecutionFixture.pay + "&message=2", 1), (ExecutionFixture.pay, 61)] as [(String, UnixTime)]
        {
            let earlier = try Self.earlier(ExecutionFixture.pay, .done, age: age)
            let fixture = Self.fixture([earlier], ExecutionFixture.passcode)
            guard case .paid = try await fixture.run(url) else {
                Issue.record("asked about the earlier end")
                return
            }
            #expect(fixture.prompt.shown.count == 1)
        }
    }

    static func refused(_ count: Int64, ending: UnixTime = 1_000) throws -> [JournalEntry] {
        try (1...count).reversed().map { number in
            try earlier("\(ExecutionFixture.pay)&message=\(number)", .refused, age: 1_000 - ending, id: number)
        }
    }

    @Test("mal-flood: after three refusals a sender's links are refused: no prompt, no window, said until when")
    func flood() async throws {
        let fixture = Self.fixture(try Self.refused(3, ending: 990), ExecutionFixture.passcode)
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .tooManyRefusals)
        #expect(
            error.message
                == "You refused links from “myapp” 3 times within a minute. Until 00:21:30 UTC they are refused without "
                + "asking you.")
        #expect(error.hint == "That is in 290 seconds; after that, you will be asked again.")
        #expect(fixture.prompt.shown.isEmpty && fixture.prompt.told.isEmpty)
        #expect(fixture.journal.steps.isEmpty)
        // The person can see it, but not be flooded by it.
        #expect(fixture.notifier.shown.count == 1)

        for other in ["dashwallet://request=address&sender=other", "dashwallet://request=address&sender=shop"] {
            let fixture = Self.fixture(try Self.refused(3), .agree)
            guard case .toldAddress = try await fixture.run(other) else {
                Issue.record("another sender was refused")
                return
            }
        }
        let two = Self.fixture(try Self.refused(2), ExecutionFixture.passcode)
        guard case .paid = try await two.run(ExecutionFixture.pay) else {
            Issue.record("refused after two")
            return
        }
    }

    @Test("mal-flood: refusals of the future end five minutes after the clock was found to be set back")
    func clockSetBack() async throws {
        let fixture = Self.fixture(try Self.refused(3, ending: 5_000), ExecutionFixture.passcode)
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .tooManyRefusals && error.hint?.contains("300 seconds") == true)
        // The moment is recorded, so that the five minutes have a beginning.
        #expect(fixture.journal.state.withLock { $0.requests.count } == 1)
        #expect(fixture.journal.steps == [.ended(.failed)])
        #expect(fixture.journal.state.withLock { $0.entries } == [4])
        #expect(fixture.prompt.shown.isEmpty)
    }

    @Test("S4: the first answer to a sender and another program than until now are pointed out")
    func receiverHistory() async throws {
        var fixture = ExecutionFixture(.agree)
        fixture.receivers = MemoryReceivers.demo()
        _ = try await fixture.run(Self.addressLink)
        #expect(fixture.prompt.shown.first?.pages.first?.contains("This is the first answer to “myapp”") == true)
        #expect(fixture.receivers.known == ["myapp": KnownReceiver(.demo)])

        var again = ExecutionFixture(.agree)
        again.receivers = fixture.receivers
        _ = try await again.run("dashwallet://request=address&sender=MyApp")
        let page = try #require(again.prompt.shown.first?.pages.first)
        #expect(!page.contains("first answer") && !page.contains("Warning"))

        var changed = ExecutionFixture(.agree)
        changed.receivers = MemoryReceivers.demo(["myapp": KnownReceiver(name: "Old\u{202E}", executable: "/opt/old")])
        _ = try await changed.run(Self.addressLink)
        let warning = try #require(changed.prompt.shown.first).flowing
        #expect(
            warning.contains(
                "Warning: until now another program received the answers of “myapp”: “Old” (/opt/old)."))
        #expect(changed.receivers.known == ["myapp": KnownReceiver(.demo)])
    }

    @Test("S4: an app that shares its file with the previous one, or whose record does not say which it was, is told")
    func sharedFile() async throws {
        let demo = ReceivingProgram.demo
        for (before, words) in [
            (
                KnownReceiver(
                    name: "Other", executable: demo.executable, desktopEntry: demo.desktopEntry,
                    arguments: "'/a b.py' %u"),
                "“Other” (/usr/bin/demo, started with “'/a b.py' %u”)."
            ),
            (
                KnownReceiver(name: "Demo", executable: demo.executable, desktopEntry: "/x.desktop", arguments: "%u"),
                "by its entry /x.desktop and not \(demo.desktopEntry)."
            ),
            (
                KnownReceiver(name: "Demo", executable: demo.executable),
                "went to a program in the same file, “Demo” (/usr/bin/demo); which one was not recorded."
            ),
        ] {
            var fixture = ExecutionFixture(.agree)
            fixture.receivers = MemoryReceivers.demo(["myapp": before])
            _ = try await fixture.run(Self.addressLink)
            let page = try #require(fixture.prompt.shown.first).flowing
            #expect(page.contains(words), "\(page)")
            #expect(fixture.receivers.known == ["myapp": KnownReceiver(demo)])
        }
    }

    @Test("S4: only a program that was really called back is remembered")
    func remembersOnlySuccess() async throws {
        var refused = ExecutionFixture(.fail(.refused))
        refused.receivers = MemoryReceivers.demo()
        _ = try await refused.run(Self.addressLink)
        var failed = ExecutionFixture(.agree)
        failed.receivers = MemoryReceivers.demo()
        failed.launcher = MemoryLauncher.demo(refusing: .changed("It was replaced."))
        _ = try await failed.run(Self.addressLink)
        for fixture in [refused, failed] { #expect(fixture.receivers.known.isEmpty) }
    }

    @Test(
        "S4: an answer that no program gets is shown whole, for copying",
        arguments: [MemoryLauncher([]), MemoryLauncher.demo(refusing: .changed("It was replaced."))])
    func forCopying(_ launcher: MemoryLauncher) async throws {
        let told = "callback=address&address=XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5&source=dashwallet"
        let cases = [
            (ExecutionFixture.pay, ExecutionFixture.passcode, "txid=\(SignedTransaction.example.id.hex)"),
            (Self.addressLink, .agree, told),
            (Self.keys, ExecutionFixture.passcode, "masterPublicKeyBIP44=xpub44&account=0&source=dashwallet"),
        ]
        for (url, answer, expected) in cases {
            var fixture = ExecutionFixture(answer)
            fixture.launcher = launcher
            _ = try await fixture.run(url)
            let text = try #require(fixture.prompt.told.first).flowing
            #expect(text.contains("to copy into the requesting app: myapp://callback="))
            #expect(text.contains(expected))
        }
    }

    @Test("S14: an answer about practice money is offered to nobody who is not listed for it")
    func practiceIsNotCopied() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.isPractice = true
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(fixture.prompt.told.first?.pages.joined().contains("callback=") == false)
    }

    @Test("notifications say what the dialogue says, but never keys")
    func notifications() async throws {
        var paid = ExecutionFixture(ExecutionFixture.passcode)
        paid.launcher = MemoryLauncher([])
        paid.isPractice = true
        _ = try await paid.run(ExecutionFixture.pay)
        let text = try #require(paid.notifier.shown.first)
        for part in [
            "Practice: Dash\nPRACTICE – no real money\nPaid 0.5 DASH", ExecutionFixture.address,
            SignedTransaction.example.id.hex,
        ] { #expect(text.contains(part)) }

        var keys = ExecutionFixture(ExecutionFixture.passcode)
        keys.launcher = MemoryLauncher([])
        _ = try await keys.run(Self.keys)
        #expect(keys.prompt.told.first?.pages.joined().contains("xpub44") == true)
        #expect(keys.notifier.shown.count == 1)
        #expect(keys.notifier.shown.joined().contains("xpub") == false)
    }

    @Test("failures that nobody was asked about are told only now and then; those after a question always")
    func patience() async throws {
        var impatient = ExecutionFixture(.agree)
        impatient.notifier = MemoryNotifier(isPatient: false)
        impatient.keyring = FakeKeyring(utxos: [])
        guard case .failed = try await impatient.run(ExecutionFixture.pay) else {
            Issue.record("paid without money")
            return
        }
        #expect(impatient.prompt.told.isEmpty && impatient.notifier.shown.isEmpty)

        var asked = ExecutionFixture(ExecutionFixture.passcode)
        asked.notifier = MemoryNotifier(isPatient: false)
        asked.chain = FakeChain(refusing: ServiceError(.networkRefused, "The fee is too low."))
        _ = try await asked.run(ExecutionFixture.pay)
        #expect(asked.prompt.told.count == 1 && asked.notifier.shown.count == 1)

        var busy = ExecutionFixture()
        busy.gate = MemoryGate(isOpen: false)
        _ = try await busy.run(ExecutionFixture.pay)
        #expect(busy.prompt.told.isEmpty && busy.notifier.shown.count == 1)
        // Somebody saw it, so the next one has to wait.
        #expect(busy.notifier.givenBack == 0)
    }

    @Test("S10: what no desktop shows interrupts nobody: the dialogue still comes, and the next link is told of too")
    func noDesktop() async throws {
        // Nobody saw that another link waits, so the next one may say why it failed.
        var busy = ExecutionFixture()
        busy.gate = MemoryGate(isOpen: false)
        busy.notifier = MemoryNotifier(hasDesktop: false)
        guard case .failed = try await busy.run(ExecutionFixture.pay) else {
            Issue.record("not busy")
            return
        }
        #expect(busy.notifier.givenBack == 1)

        var poor = ExecutionFixture()
        poor.keyring = FakeKeyring(utxos: [])
        poor.notifier = MemoryNotifier(hasDesktop: false)
        guard case .failed(let error) = try await poor.run(ExecutionFixture.pay) else {
            Issue.record("paid without money")
            return
        }
        #expect(error.code == .insufficientFunds && poor.prompt.told.count == 1)
        #expect(poor.notifier.givenBack == 0)

        // The consent and the answer do not depend on it.
        var paid = ExecutionFixture(ExecutionFixture.passcode)
        paid.notifier = MemoryNotifier(hasDesktop: false)
        guard case .paid(_, _, callback: .started) = try await paid.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
    }

    @Test("one window at a time: the gate is held until the end was told")
    func gateIsHeld() async throws {
        let gate = WatchedGate()
        let prompt = WatchingPrompt(gate: gate)
        var fixture = ExecutionFixture(.agree)
        fixture.launcher = MemoryLauncher([])
        var services = fixture.services
        services.gate = gate
        services.prompt = prompt
        _ = await LinkExecution(services: services).run(try fixture.read(Self.addressLink))
        #expect(prompt.seen.withLock { $0 } == ["confirm true", "tell true"])
        #expect(!gate.isTaken)
    }
}
