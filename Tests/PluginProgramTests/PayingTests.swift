import Foundation
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// What a program proposes is carried out by the engine, or not at all.
@Suite(Sample.needsPython) struct PayingTests {
    private struct Run {
        let outcome: Outcome
        let prompt: FakePrompt
        let chain: FakeChain
        let opened: [String]
    }

    private func run(
        _ link: String, changed change: String = "", failureCallbacks: Set<String> = [],
        _ answers: FakePrompt.Answer...
    ) async throws -> Run {
        let (prompt, chain, launcher) = (FakePrompt(answers), FakeChain(), FakeLauncher())
        var settings = Settings()
        settings.failureCallbacks = failureCallbacks
        var services = Services(
            networks: FakeNetworks(chain: chain), keyring: FakeKeyring(utxos: [.example(1_000_000_000)]),
            journal: FakeJournal(), prompt: prompt, gate: FakeGate(), launcher: launcher,
            receivers: FakeReceiverMemory(["myapp": KnownReceiver(.demo)]), bindings: FakeBindings(),
            servers: FakeServers(), notifier: FakeNotifier(), settings: settings, now: { 1_000 })
        services.readTime = .seconds(3_600)
        let program = try TestProgram.sample(change)
        let router = try program.router()
        let outcome = await LinkExecution(services: services).run(try router.read(link)).outcome
        return Run(outcome: outcome, prompt: prompt, chain: chain, opened: launcher.opened.withLock { $0 })
    }

    @Test("a click pays what the link says and the program proposes, and the reply is the program's")
    func pays() async throws {
        let run = try await run(Sample.pay, .type("right passcode"))
        guard case .paid(let transaction, let payment, _) = run.outcome else {
            Issue.record("not paid: \(run.outcome)")
            return
        }
        #expect(payment.recipient == Sample.address && payment.amount.units == 300_000_000)
        #expect(run.opened == ["myapp://says=paid&address=\(Sample.address)&txid=\(transaction.id)"])
    }

    @Test("an address is told where the program has no objection, and it has none here")
    func address() async throws {
        let link = "abacus:request=address&sender=myapp"
        guard case .toldAddress = try await run(link, .agree).outcome else {
            Issue.record("not told")
            return
        }
        let objecting = try await run(
            link, changed: "ANSWERS['address'] = lambda asked: (_ for _ in ()).throw(Refusal('', 'Not today.'))", .agree
        )
        guard case .failed(let error) = objecting.outcome else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .unsupported && error.message.contains("says: “Not today.”"))
    }

    @Test(
        "S11: a proposal to pay somebody else, or another amount, reaches nobody",
        arguments: [
            ("pay", "{'recipient': '\(Sample.otherAddress)', 'amount': '300000000'}", "programLied"),
            ("pay", "{'recipient': '\(Sample.address)', 'amount': '300000001'}", "programLied"),
            ("pay", "{'recipient': '\(Sample.address)', 'amount': 300000000}", "programNonsense"),
            ("pay", "{'recipient': '\(Sample.address)'}", "programNonsense"), ("pay", "True", "programNonsense"),
            ("pay", "None", "programWrongAnswer"), ("pay", "sys.exit(0)", "programEnded"),
            ("address", "False", "programNonsense"), ("address", "'A1'", "programNonsense"),
            ("address", "None", "programWrongAnswer"),
            ("reply", "plain(asked) if asked['ending'] == 'done' else refuse()", "programWrongAnswer"),
            ("key", "False", "programNonsense"), ("key", "{'account': 0}", "programNonsense"),
            (
                "reply",
                "plain(asked) if asked['ending'] == 'done' else {'fields': [{'name': 'says', 'text': 'paid'}]}",
                "programLied"
            ),
            (
                "reply",
                "plain(asked) if asked['ending'] == 'done' else {'fields': [{'name': 'txid', 'blank': 'txid'}]}",
                "programLied"
            ),
        ])
    func lies(method: String, answer: String, reason: String) async throws {
        let link =
            switch method {
            case "address": "abacus:request=address&sender=myapp"
            case "key": "abacus:request=masterPublicKey&sender=myapp"
            default: Sample.pay
            }
        let change = """
            def refuse(): raise Refusal('unsupported', 'No.')
            plain, read_plain = ANSWERS.get('\(method)'), read
            ANSWERS['request'] = lambda a: {'key': {'account': 0}} if a['asks'] == 'masterPublicKey' else read_plain(a)
            if '\(method)' == 'key': ANSWERS['reply'] = lambda a: None
            ANSWERS['\(method)'] = lambda asked: \(answer)
            """
        let run = try await run(link, changed: change, failureCallbacks: ["abacus"], .type("right passcode"))
        guard case .failed(let error) = run.outcome else {
            Issue.record("not refused: \(run.outcome)")
            return
        }
        #expect(error.code == .pluginFailed && error.reason == reason, "\(error.message)")
        #expect(error.message.contains("The plugin program “abacus”"), "\(error.message)")
        #expect(run.chain.sent.withLock { $0.isEmpty } && run.opened.isEmpty)
        #expect(run.prompt.shown.isEmpty)
    }

    @Test("S5: where a program has no reply the person reads that the app is not told")
    func untold() async throws {
        let run = try await run(
            Sample.pay, changed: "ANSWERS['reply'] = lambda asked: None", .type("right passcode"))
        let pages = run.prompt.shown.flatMap(\.pages).joined(separator: " ")
        #expect(pages.contains("The link names “myapp”, which is not told how it ends."), "\(pages)")
        #expect(!pages.contains("does not ask") && run.opened.isEmpty)
    }

    @Test("S5: the person reads what a program’s replies say besides the link’s own texts")
    func wording() async throws {
        let run = try await run(Sample.pay, failureCallbacks: ["abacus"], .fail(.refused))
        let pages = run.prompt.shown.flatMap(\.pages).joined(separator: "\n")
        #expect(pages.contains("The answer: “says=paid, address, txid”"), "\(pages)")
        #expect(pages.contains("If you refuse: “says=no”") && pages.contains("even if you refuse"), "\(pages)")
        #expect(run.opened == ["myapp://says=no"])
    }

    @Test("S5: a program that words a refusal only after the person read that none is told tells nobody")
    func latecomer() async throws {
        for silence in 1...3 {
            let change = """
                plain, asked_before = ANSWERS['reply'], []
                def late(asked):
                    if asked['ending'] != 'declined': return plain(asked)
                    asked_before.append(1)
                    return None if len(asked_before) <= \(silence) else plain(asked)
                ANSWERS['reply'] = late
                """
            let run = try await run(Sample.pay, changed: change, failureCallbacks: ["abacus"], .fail(.refused))
            let pages = run.prompt.shown.flatMap(\.pages).joined(separator: "\n")
            #expect(!pages.contains("even if you refuse") && !pages.contains("If you refuse"), "\(pages)")
            #expect(run.opened.isEmpty)
        }
    }

    private static let anyAmount =
        "ANSWERS['request'] = lambda a: {'payment': {'address': a['parameters'][0]['value']}}\n"

    @Test("what a link leaves open the person says, where the program asks for it")
    func asks() async throws {
        let link = "abacus:pay=\(Sample.address)&sender=myapp"
        let run = try await run(link, changed: Self.anyAmount, .type("5"), .type("right passcode"))
        guard case .paid(_, let payment, _) = run.outcome else {
            Issue.record("not paid: \(run.outcome)")
            return
        }
        #expect(payment.amount.units == 500_000_000)
        let refusing = "def refuse(): raise Refusal('unsupported', 'No.')\n"
        for question in ["None", "'passcode'", "sys.exit(0)", "refuse()"] {
            let silent = try await self.run(
                link, changed: refusing + Self.anyAmount + "ANSWERS['question'] = lambda a: \(question)",
                .type("right passcode"))
            guard case .failed(let error) = silent.outcome else {
                Issue.record("not refused: \(silent.outcome)")
                return
            }
            #expect(error.code == .pluginFailed && silent.prompt.shown.isEmpty, "\(error.message)")
        }
    }

    @Test("S4: a program that cannot say how a failure is told ends the link before anybody is asked")
    func failureReply() async throws {
        let run = try await run(
            Sample.pay,
            changed:
                "plain = ANSWERS['reply']\nANSWERS['reply'] = lambda a: plain(a) if a['ending'] == 'done' else sys.exit(0)",
            failureCallbacks: ["abacus"], .type("right passcode"))
        guard case .failed(let error) = run.outcome else {
            Issue.record("not refused: \(run.outcome)")
            return
        }
        #expect(error.code == .pluginFailed && run.chain.sent.withLock { $0.isEmpty })
        #expect(run.prompt.shown.isEmpty && run.opened.isEmpty)
    }
}
