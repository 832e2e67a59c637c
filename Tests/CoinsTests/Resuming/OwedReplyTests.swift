import JournalConformance
import RouterDash
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// The answers that a crash kept from the asking app, and links that are opened again (S6).
@Suite struct OwedReplyTests {
    @Test("S6: an answer that is owed is given once, without asking the network, and the person is told")
    func owed() async throws {
        let left = try Left(steps: 3, on: ScriptedChain(reading: ServiceError(.networkUnreachable, "away")))
        guard case .refused = try await left.open("dashwallet://request=address&sender=other") else {
            Issue.record("another link is not asked about")
            return
        }
        #expect(left.fixture.opened == [Left.payack])
        let told = try #require(left.fixture.prompt.told.first).flowing
        #expect(told.contains("An earlier payment is finished; nothing was paid again."))
        #expect(told.contains(SignedTransaction.example.id.hex))
        _ = try await left.resume()
        #expect(left.fixture.opened.count == 1)
    }

    @Test(
        "S6: the plugin that reads the links of a scheme writes its answers, too, and not the coin's",
        arguments: [false, true])
    func ownPlugin(_ isHere: Bool) async throws {
        let left = try Left(steps: 3)
        let text = String(decoding: DescriptorFile.shipped.bytes, as: UTF8.self)
            .replacing("  dashwallet:\n", with: "  dashwallet:\n    plugin: own\n")
        let routes = try RouteTable.load([DescriptorFile(name: "own.yaml", bytes: Array(text.utf8))])
        let plugins = isHere ? PluginTable(dictionaryLiteral: ("own", DashPlugin())) : ["dash": DashPlugin()]
        let resumption = Resumption(services: left.services, router: Router(routes: routes, plugins: plugins))
        let state = try await resumption.run().first?.state
        #expect(left.fixture.opened == (isHere ? [Left.payack] : []))
        if !isHere { #expect(state == .replyOwed) }
    }

    @Test("S6: whether an app was told when the program ended is asked: yes, no, or left")
    func mayBeTold() async throws {
        for (answer, isTold, isOver) in [
            (FakePrompt.Answer.agree, true, true), (.otherwise, false, true), (.fail(.refused), false, false),
        ] {
            for opensLink in [false, true] {
                let left = try Left(steps: 4, answer)
                if opensLink { _ = try await left.open() } else { _ = try await left.resume() }
                #expect(left.fixture.opened == (isTold ? [Left.payack] : []))
                #expect(try left.journal.unfinished().isEmpty == isOver)
                #expect(left.sent.isEmpty && left.fixture.signed.isEmpty)
            }
        }
    }

    /// Programs that are not the one that would get the answer now, though it got the last ones; nil: none is recorded.
    private static let others: [(agreed: AgreedReceiver?, words: String)] = [
        (nil, "It is not recorded to which program you agreed."),
        (
            AgreedReceiver(KnownReceiver(name: "Demo", executable: "/usr/bin/demo"), fileIdentity: "1"),
            "You agreed to another program: “Demo” (/usr/bin/demo)."
        ),
        (
            AgreedReceiver(
                KnownReceiver(
                    name: "Demo", executable: "/usr/bin/demo", desktopEntry: ReceivingProgram.demo.desktopEntry,
                    arguments: "/app.py %u"), fileIdentity: "1"),
            "You agreed to another program: “Demo” (/usr/bin/demo, started with “/app.py %u”)."
        ),
        (
            AgreedReceiver(
                KnownReceiver(
                    name: "Demo", executable: "/usr/bin/demo", desktopEntry: "/own.desktop", arguments: "%u"),
                fileIdentity: "1"), "by its entry /own.desktop and not \(ReceivingProgram.demo.desktopEntry)"
        ),
        (
            AgreedReceiver(KnownReceiver(.demo), fileIdentity: "2"),
            "You agreed to this program, but its files have changed since."
        ),
    ]

    @Test(
        "S4: another program than the agreed one is asked about before it gets an answer that is owed",
        arguments: 0..<5)
    func anotherProgram(_ number: Int) async throws {
        let other = Self.others[number]
        for (answer, opened) in [(FakePrompt.Answer.agree, 1), (.otherwise, 0)] {
            var left = try Left(steps: 3, answer)
            left.fixture.receivers = MemoryReceivers(["myapp": KnownReceiver(.demo)], agreed: other.agreed)
            #expect(try await left.resume(asks: false) == .replyOwed)
            #expect(left.fixture.opened.isEmpty)
            _ = try await left.resume()
            #expect(left.fixture.opened.count == opened)
            let page = try #require(left.fixture.prompt.shown.first).flowing
            #expect(page.contains(other.words), "\(page)")
        }
        // The program that was agreed to gets it, even if another one got the last answers.
        var agreed = try Left(steps: 3)
        agreed.fixture.receivers = MemoryReceivers.demo([
            "myapp": KnownReceiver(name: "Old", executable: "/usr/bin/old")
        ])
        _ = try await agreed.resume()
        #expect(agreed.fixture.opened.count == 1)
        let silent = try Left(steps: 4, .agree)
        #expect(try await silent.resume(asks: false) == .replyOwed)
        #expect(silent.fixture.opened.isEmpty)
    }

    @Test("S4: the program that is agreed to is recorded before the payment is signed, or nothing is signed")
    func agreement() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(Array(fixture.receivers.agreements.values) == [AgreedReceiver(.demo)])
        struct FullMemory: ReceiverMemory {
            func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { KnownReceiver(.demo) }
            func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {}
            func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError) {
                throw ServiceError(.cannotWrite, "full")
            }
        }
        let other = ExecutionFixture(ExecutionFixture.passcode)
        var services = other.services
        services.receivers = FullMemory()
        let outcome = await LinkExecution(services: services).run(try other.read(ExecutionFixture.pay)).outcome
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .cannotWrite && other.signed.isEmpty && other.opened.isEmpty)
    }

    @Test("S4: an answer that is owed goes neither to a scheme that wallets have now, nor to one that may not hear it")
    func noLongerAllowed() async throws {
        let left = try Left(steps: 3)
        let file = DescriptorFile(
            name: "myapp.yaml",
            bytes: Array("version: 1\nschemes: { myapp: { coin: dash, grammar: bip21, title: My app } }\n".utf8))
        let router = Router(routes: try RouteTable.load([.shipped, file]), plugins: ["dash": DashPlugin()])
        let state = try await Resumption(services: left.services, router: router).run().first?.state
        guard case .finished(.none(let why, _)) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(why.contains("“myapp” must not receive answers"), "\(why)")

        var forbidding = try Left(steps: 3)
        forbidding.fixture.settings.policy.senders = ["other"]
        guard case .finished(_, .none(let reason, _)) = try await forbidding.open() else {
            Issue.record("not finished")
            return
        }
        #expect(reason == "Your settings do not allow replies to “myapp”.")
        for left in [left, forbidding] {
            #expect(left.fixture.opened.isEmpty && left.sent.isEmpty)
            #expect(try left.journal.unfinished().isEmpty)
        }
    }

    @Test("S6: the same link finishes the earlier payment and never pays anew", arguments: [2, 3])
    func sameLink(_ steps: Int) async throws {
        let left = try Left(steps: steps, ExecutionFixture.passcode)
        guard case .finished(let entry, .started) = try await left.open() else {
            Issue.record("not finished")
            return
        }
        #expect(entry.id == left.entry && left.fixture.signed.isEmpty)
        #expect(left.sent == (steps == 2 ? [.example] : []))
        #expect(left.fixture.opened == [Left.payack])
        #expect(try left.journal.unfinished().isEmpty)
        #expect(try left.journal.newest(5).count == 1)
    }

    @Test("S6: where the app was told and only the end is missing, the same link pays nothing and tells nobody")
    func toldBefore() async throws {
        let left = try Left(steps: 4, ExecutionFixture.passcode)
        try left.journal.note(.calledBack, of: left.entry, at: Left.signedAt)
        guard case .finished(_, .none) = try await left.open() else {
            Issue.record("not finished")
            return
        }
        #expect(left.fixture.signed.isEmpty && left.fixture.opened.isEmpty)
        #expect(try left.end == .done)
    }

    @Test("S6: an address that was told before the program ended is told anew only if the person agrees anew")
    func addressToldBefore() async throws {
        let link = "dashwallet://request=address&sender=myapp"
        let left = try Left(link, steps: 1, .fail(.refused))
        try left.journal.note(.calledBack, of: left.entry, at: Left.signedAt)
        guard case .refused = try await left.open(link) else {
            Issue.record("not asked")
            return
        }
        #expect(left.fixture.opened.isEmpty && left.fixture.prompt.told.isEmpty && left.fixture.prompt.shown.count == 1)
        #expect(try left.journal.newest(2).map(\.end) == [.refused, .done])
    }

    @Test("S6: a link whose earlier payment is dropped is not paid by that; its UTXOs can be spent again")
    func dropped() async throws {
        let free = Dictionary(uniqueKeysWithValues: Left.utxos.map { ($0.outpoint, OutputState.unspent) })
        let left = try Left(on: ScriptedChain(outputs: free), age: 700, .otherwise)
        guard case .refused = try await left.open() else {
            Issue.record("not dropped")
            return
        }
        #expect(try left.end == .dropped && left.fixture.signed.isEmpty && left.fixture.opened.isEmpty)
    }

    @Test("S6: nothing is told that could not be recorded first; the answer stays owed")
    func unrecorded() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.journal.state.withLock { $0.failsAt = { $0 == .calling } }
        guard case .paid(_, _, .none) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("told without a record")
            return
        }
        #expect(fixture.opened.isEmpty)
        #expect(fixture.journal.steps.last == .sent)
        #expect(fixture.prompt.told.first?.flowing.contains("so the requesting app was not notified.") == true)
    }

    @Test("a proof of payment that is owed is given when its link is opened again, which alone says where it goes")
    func proof() async throws {
        let link = "dash:\(ExecutionFixture.address)?amount=0.5&pop=myapp%3A"
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        let journal = MemoryJournal()
        var services = fixture.services
        services.journal = journal
        guard
            case .paid(let signed, _, .started) = await LinkExecution(services: services).run(try fixture.read(link))
                .outcome
        else {
            Issue.record("not paid")
            return
        }
        // As a crash before the callback leaves it.
        let entry = try #require(try journal.newest(1).first)
        let again = MemoryJournal()
        let number = try again.begin(entry.request, at: 1)
        let intent = try #require(fixture.signed.first)
        for step in [JournalStep.approved(.payment(intent)), .signed(signed, inputs: entry.inputs), .sent] {
            try again.note(step, of: number, at: 1)
        }
        services.journal = again
        let router = try fixture.router()
        #expect(try await Resumption(services: services, router: router).run().map(\.state) == [.replyOwed])
        guard case .finished(_, .started) = await LinkExecution(services: services).run(try fixture.read(link)).outcome
        else {
            Issue.record("not finished")
            return
        }
        #expect(fixture.opened.count == 2 && fixture.opened[0] == fixture.opened[1])
        #expect(try again.unfinished().isEmpty)
    }
}
