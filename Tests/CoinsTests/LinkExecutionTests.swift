import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// The way of a link from the question to the callback, with fake services.
@Suite struct LinkExecutionTests {
    @Test("a payment is approved, signed, sent and called back, each recorded before the next (S6)")
    func pays() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        let outcome = try await fixture.run(ExecutionFixture.pay)
        guard case .paid(let transaction, let payment, .started) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(fixture.sent == [transaction])
        #expect(payment.amount.units == 50_000_000)
        #expect(
            fixture.opened == [
                "myapp://callback=payack&address=\(ExecutionFixture.address)&txid=\(transaction.id.hex)"
            ])
        #expect(
            fixture.journal.steps == [
                .approved(.payment(payment)), .signed(transaction, inputs: payment.inputs.map(\.outpoint)), .sent,
                .calling, .calledBack, .ended(.done),
            ])
        #expect(fixture.prompt.told.isEmpty)
    }

    @Test("S5: the consent has the whole address, amount, fee, who asks and who is told")
    func consentText() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        _ = try await fixture.run(ExecutionFixture.pay + "&message=order%20%2342")
        let dialogue = try #require(fixture.prompt.shown.first)
        #expect(dialogue.agree == "Pay")
        #expect(
            dialogue.pages == [
                """
                Pay 0.5 DASH
                to XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa
                Fee: 0.00000226 DASH
                Total: 0.50000226 DASH, from account 0

                Application Myapp is requesting a payment to this address.
                It calls itself “myapp”; nobody has verified that.
                The link says: “order #42”
                This program will receive the answer: “Demo”
                (/usr/bin/demo).

                Refuse if you did not just ask for this.
                """
            ])
    }

    @Test("S1: the consent says that invisible characters were removed from a message")
    func sanitisedText() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        _ = try await fixture.run(ExecutionFixture.pay + "&message=%E2%80%AEabc")
        let page = try #require(fixture.prompt.shown.first).flowing
        #expect(
            page.contains(" Note: Invisible characters were removed from the message, or it was shortened."), "\(page)")
        #expect(page.contains("The link says: “abc”"), "\(page)")
    }

    @Test("S5: a label of 500 characters cannot make a page that shows another payment")
    func longLabel() async throws {
        let words = "Pay 0.0001 DASH to XsomebodyElse. "
        let label = String(repeating: words, count: 15).prefix(500).replacing(" ", with: "%20")
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        _ = try await fixture.run(ExecutionFixture.pay + "&label=\(label)&message=\(label)")
        let pages = try #require(fixture.prompt.shown.first?.pages)
        #expect(pages.count > 1)
        for (position, page) in pages.enumerated() {
            let lines = page.split(separator: "\n")
            #expect(lines.first == "Page \(position + 1) of \(pages.count)")
            #expect(lines[1...2].elementsEqual(["Pay 0.5 DASH", "to XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa"]))
            for line in lines.dropFirst(3) where line.contains("0.0001") {
                #expect(line.hasPrefix("“") && line.hasSuffix("”"), "\(line)")
            }
        }
    }

    @Test("S5: refusing or not answering does nothing and calls nobody", arguments: [PromptError.refused, .timedOut])
    func refuses(_ error: PromptError) async throws {
        for url in [
            ExecutionFixture.pay, "dashwallet://request=address&sender=myapp",
            "dashwallet://request=masterPublicKey&sender=myapp",
        ] {
            let fixture = ExecutionFixture(.fail(error))
            let outcome = try await fixture.run(url)
            switch outcome {
            case .refused: #expect(error == .refused)
            case .timedOut: #expect(error == .timedOut)
            default: Issue.record("\(outcome)")
            }
            #expect(fixture.journal.steps == [.ended(error == .refused ? .refused : .timedOut)])
            #expect(fixture.opened.isEmpty && fixture.sent.isEmpty && fixture.signed.isEmpty)
        }
    }

    @Test("three wrong passcodes are no refusal: they have an end and words of their own")
    func wrongPasscodes() async throws {
        let fixture = ExecutionFixture(
            .type("wrong one"), .type("wrong two"), .type("wrong three"), ExecutionFixture.passcode)
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not locked")
            return
        }
        #expect(error == ServiceError(.tooManyPasscodes, ""))
        #expect(error.message == "Too many wrong passcodes were typed; nothing was done.")
        #expect(fixture.journal.steps == [.ended(.locked)])
        #expect(
            fixture.prompt.mistakes == ["The passcode is wrong. 2 tries left.", "The passcode is wrong. One try left."])
        #expect(fixture.signed.isEmpty)
    }

    @Test("money never moves without the passcode, an address is confirmed, and settings can only make that stricter")
    func passcodeOrConfirmation() async throws {
        let address = "dashwallet://request=address&sender=myapp"
        for (url, answer) in [(ExecutionFixture.pay, FakePrompt.Answer.agree), (address, ExecutionFixture.passcode)] {
            guard case .refused = try await ExecutionFixture(answer).run(url) else {
                Issue.record("\(url) was done")
                return
            }
        }
        var strict = ExecutionFixture(ExecutionFixture.passcode)
        strict.settings.passcodeActions = [.address]
        guard case .toldAddress = try await strict.run(address) else {
            Issue.record("not told")
            return
        }
        #expect(
            strict.opened == ["myapp://callback=address&address=XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5&source=dashwallet"])
    }

    @Test("a missing amount is asked for and then shown in full in the consent")
    func asksAmount() async throws {
        let url = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"
        let fixture = ExecutionFixture(.type("1,5"), .type("0.25"), ExecutionFixture.passcode)
        guard case .paid(_, let payment, _) = try await fixture.run(url) else {
            Issue.record("not paid")
            return
        }
        #expect(payment.amount.units == 25_000_000)
        #expect(fixture.prompt.mistakes == ["The amount is not a decimal number."])
        let question = fixture.prompt.shown.first?.pages.joined(separator: "\n")
        #expect(question?.contains("Payment to \(ExecutionFixture.address.inFours)") == true)
        #expect(fixture.prompt.shown.last?.pages.first?.hasPrefix("Pay 0.25 DASH\n") == true)
    }

    @Test("three amounts that are none count as refused: nothing is signed, and nobody is told")
    func wrongAmounts() async throws {
        let fixture = ExecutionFixture(.type("1,5"), .type("-1"), .type(""), .type("0.25"), ExecutionFixture.passcode)
        guard case .refused = try await fixture.run("dashwallet://pay=\(ExecutionFixture.address)&sender=myapp") else {
            Issue.record("went on")
            return
        }
        #expect(fixture.prompt.shown.count == 3)
        #expect(fixture.signed.isEmpty && fixture.sent.isEmpty && fixture.opened.isEmpty)
    }

    @Test("S6: a payment whose answer is unknown is said to be, and never called back")
    func unknownAnswer() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.chain = FakeChain(refusing: ServiceError(.answerUnknown, "The connection broke."))
        guard case .unknown = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not unknown")
            return
        }
        #expect(fixture.journal.steps.last == .ended(.unknown))
        #expect(fixture.opened.isEmpty)
        #expect(fixture.prompt.told.first?.pages.first?.contains("Do not pay again") == true)
    }

    @Test("S6: nothing is signed or sent that the journal could not record first")
    func journalBeforeEffect() async throws {
        let approved = ExecutionFixture(ExecutionFixture.passcode)
        approved.journal.state.withLock { $0.failsAt = { if case .approved = $0 { true } else { false } } }
        _ = try await approved.run(ExecutionFixture.pay)
        #expect(approved.signed.isEmpty)

        let signed = ExecutionFixture(ExecutionFixture.passcode)
        signed.journal.state.withLock { $0.failsAt = { if case .signed = $0 { true } else { false } } }
        guard case .failed(let error) = try await signed.run(ExecutionFixture.pay) else {
            Issue.record("sent without a record")
            return
        }
        #expect(error.code == .cannotWrite)
        #expect(signed.sent.isEmpty)
    }

    @Test("S6: a payment that the journal may have is not sent, and not called unsent: the next start sends it")
    func journalIsUnsure() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.settings.failureCallbacks = ["dashwallet"]
        fixture.journal.state.withLock { $0.losesAnswerTo = { if case .signed = $0 { true } else { false } } }
        guard case .unknown(_, let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not unknown")
            return
        }
        #expect(error.code == .answerUnknown)
        #expect(fixture.sent.isEmpty)
        #expect(fixture.journal.steps.suffix(2) == [.ended(.unknown), .toldFailure(.unknown)])
        #expect(fixture.opened == [FailureCallbackTests.declined.replacing("declined", with: "unknown")])
    }

    @Test("S6: while a payment is undecided its UTXOs stay reserved and the same link does not pay again")
    func undecided() async throws {
        let first = ExecutionFixture()
        let link = try first.read(ExecutionFixture.pay)
        let request = JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: link.fingerprint,
            chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: "myapp")
        let entry = JournalEntry(
            id: 3, seen: 1, changed: 1, request: request, progress: .signed, end: nil, amount: nil, fee: nil,
            transaction: .example, inputs: [OwnedUTXO.example(100_000_000).outpoint])

        let again = ExecutionFixture(ExecutionFixture.passcode)
        again.journal.state.withLock { $0.undecided = [entry] }
        guard case .unknown(.example, let same) = try await again.run(ExecutionFixture.pay) else {
            Issue.record("paid twice")
            return
        }
        #expect(same.code == .answerUnknown)
        #expect(again.signed.isEmpty && again.sent.isEmpty)

        let other = ExecutionFixture(ExecutionFixture.passcode)
        other.journal.state.withLock { $0.undecided = [entry] }
        guard case .failed(let reserved) = try await other.run(ExecutionFixture.pay + "&message=other") else {
            Issue.record("spent a reserved UTXO")
            return
        }
        #expect(reserved.code == .insufficientFunds)
    }

    @Test("mal-flood: a second link while one waits is told so, without a prompt")
    func busy() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.gate = MemoryGate(isOpen: false)
        guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not busy")
            return
        }
        #expect(error.code == .busy)
        #expect(fixture.prompt.shown.isEmpty && fixture.prompt.told.isEmpty && fixture.journal.steps.isEmpty)
    }

    @Test("S14: practice money says so first on every page, and only listed senders are called back")
    func practice() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.isPractice = true
        guard case .paid(let transaction, _, .none) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("called back")
            return
        }
        for dialogue in fixture.prompt.shown + fixture.prompt.told {
            for page in dialogue.pages { #expect(page.hasPrefix("PRACTICE – no real money\n")) }
        }
        // Nobody is called back, so the person sees amount, recipient and transaction.
        let told = try #require(fixture.prompt.told.first?.pages.first)
        for text in ["0.5 DASH", ExecutionFixture.address.inFours, transaction.id.hex] { #expect(told.contains(text)) }

        var listed = ExecutionFixture(ExecutionFixture.passcode)
        listed.isPractice = true
        listed.settings.practiceSenders = ["myapp"]
        guard case .paid(_, _, .started) = try await listed.run(ExecutionFixture.pay) else {
            Issue.record("not called back")
            return
        }
    }

    @Test("S4: no handler is said before the passcode, and the result is shown afterwards")
    func noHandler() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.launcher = MemoryLauncher([])
        guard case .paid(_, _, .none) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
        #expect(
            fixture.prompt.shown.first?.pages.first?.contains("No program on this computer opens “myapp:” links")
                == true)
        #expect(fixture.prompt.told.count == 1)
    }

    @Test("S4: a program that changed is not started, and the person is told")
    func changedHandler() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.launcher = MemoryLauncher.demo(refusing: .changed("The program was replaced."))
        guard case .paid(_, _, .failed) = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("not paid")
            return
        }
        #expect(fixture.prompt.told.first?.flowing.contains("The program was replaced.") == true)
    }

    @Test("S6: where nobody hears of a payment, nothing is recorded of an answer")
    func noAnswer() async throws {
        var gone = ExecutionFixture(ExecutionFixture.passcode)
        gone.launcher = MemoryLauncher.demo(notFinding: .failed("not readable"))
        for (fixture, link) in [
            (ExecutionFixture(ExecutionFixture.passcode), "dash:\(ExecutionFixture.address)?amount=0.5"),
            (gone, ExecutionFixture.pay),
        ] {
            guard case .paid = try await fixture.run(link) else {
                Issue.record("\(link): not paid")
                continue
            }
            #expect(fixture.journal.steps.dropFirst(2) == [.sent, .ended(.done)])
        }
    }
}
