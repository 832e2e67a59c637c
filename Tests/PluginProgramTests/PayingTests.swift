import Foundation
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
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
        _ link: String, changed change: String = "", failureCallbacks: Set<String> = [], chain: FakeChain = FakeChain(),
        _ answers: FakePrompt.Answer...
    ) async throws -> Run {
        let (prompt, launcher) = (FakePrompt(answers), MemoryLauncher.demo())
        var settings = Settings()
        settings.failureCallbacks = failureCallbacks
        var services = Services(
            networks: FakeNetworks(chain: chain), keyring: FakeKeyring(utxos: [.example(1_000_000_000)]),
            journal: FakeJournal(), prompt: prompt, gate: MemoryGate(), launcher: launcher,
            receivers: MemoryReceivers.demo(["myapp": KnownReceiver(.demo)]), bindings: MemoryBindings(),
            servers: MemoryServers.confirming(), notifier: MemoryNotifier(), settings: settings, now: { 1_000 })
        services.readTime = .seconds(3_600)
        let program = try TestProgram.sample(change)
        let router = try program.router()
        let outcome = await LinkExecution(services: services).run(try router.read(link)).outcome
        return Run(outcome: outcome, prompt: prompt, chain: chain, opened: launcher.opened)
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
        let pages = run.prompt.shown.flatMap(\.pages).joined(separator: " ").replacing("\n", with: " ")
        #expect(pages.contains("The link names “myapp”, which will not be notified of the result."), "\(pages)")
        #expect(!pages.contains("does not ask") && run.opened.isEmpty)
    }

    @Test("S5: the person reads what a program’s replies say, and who refuses causes none, whatever the settings say")
    func wording() async throws {
        for settings in [[], ["abacus"]] as [Set<String>] {
            let run = try await run(Sample.pay, failureCallbacks: settings, .fail(.refused))
            // A quotation may go over two lines.
            let pages = run.prompt.shown.flatMap(\.pages).joined(separator: "\n").replacing("”\n“", with: "")
            #expect(pages.contains("The answer:\n“says=paid, address=‹recipient›, txid=‹transaction id›”"), "\(pages)")
            #expect(pages.contains("If the outcome is unknown: “says=unknown”") != settings.isEmpty, "\(pages)")
            #expect(!pages.contains("refuse:") && !pages.contains("even if you refuse"), "\(pages)")
            #expect(run.opened.isEmpty)
        }
    }

    @Test("S4, S5: words that push others to later pages, and a refusal on the first, tell the app nothing")
    func inflated() async throws {
        let run = try await run(
            Sample.pay,
            changed: """
                names = ['f%02d' % n + 'x' * 21 for n in range(15)]
                HELLO['replies'][0].update(fields=['says'] + names[:14])
                ANSWERS['reply'] = lambda a: {'fields': [{'name': n, 'text': 'paid' if a['ending'] == 'done' else 'unknown'}
                                                         for n in names[:14]]}
                """, failureCallbacks: ["abacus"], .fail(.refused))
        #expect(run.prompt.shown.count == 1 && run.opened.isEmpty)
    }

    @Test("S4: a program is never asked about a refusal or a failure")
    func unasked() async throws {
        let run = try await run(
            Sample.pay,
            changed:
                "plain = ANSWERS['reply']\nANSWERS['reply'] = lambda a: plain(a) if a['ending'] in ('done', 'unknown') else sys.exit(0)",
            failureCallbacks: ["abacus"], .type("right passcode"))
        guard case .paid = run.outcome else {
            Issue.record("not paid: \(run.outcome)")
            return
        }
        #expect(run.opened.count == 1)
    }

    @Test("S4: a program that refuses only once it is to pay, also with a typed amount, tells the app nothing by it")
    func lateRefusal() async throws {
        let refuse = "\nANSWERS['pay'] = lambda asked: (_ for _ in ()).throw(Refusal('', 'Not today.'))"
        let typed = try await run(
            "abacus:pay=\(Sample.address)&sender=myapp", changed: Self.anyAmount + refuse,
            failureCallbacks: ["abacus"], .type("all"))
        let stated = try await run(Sample.pay, changed: refuse, failureCallbacks: ["abacus"])
        for run in [typed, stated] {
            guard case .failed(let error) = run.outcome else {
                Issue.record("not refused: \(run.outcome)")
                return
            }
            #expect(error.message.contains("“Not today.”") && run.opened.isEmpty)
        }
    }

    @Test("S16: where nobody knows whether the network takes what was signed, the app gets the words that were shown")
    func unknown() async throws {
        let lost = ServiceError(.answerUnknown, "The connection broke.")
        let run = try await run(
            Sample.pay, failureCallbacks: ["abacus"], chain: FakeChain(refusing: lost), .type("right passcode"))
        let pages = run.prompt.shown.flatMap(\.pages).joined(separator: "\n")
        #expect(pages.contains("If the outcome is unknown: “says=unknown”"), "\(pages)")
        #expect(run.opened == ["myapp://says=unknown"])
        let silent = try await self.run(Sample.pay, chain: FakeChain(refusing: lost), .type("right passcode"))
        #expect(silent.opened.isEmpty)
    }

    @Test(
        "S4, S16: what nobody knows is not told as done, in no words or in the link’s own",
        arguments: ["[]", "[{'name': 'address', 'text': asked['recipient']}]"])
    func sameWords(fields: String) async throws {
        let run = try await run(
            Sample.pay, changed: "ANSWERS['reply'] = lambda asked: {'fields': \(fields)}",
            failureCallbacks: ["abacus"], .type("right passcode"))
        guard case .failed(let error) = run.outcome else {
            Issue.record("not refused: \(run.outcome)")
            return
        }
        #expect(error.code == .refusedByCheck && run.prompt.shown.isEmpty && run.opened.isEmpty)
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
