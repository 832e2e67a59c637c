import ExactJSON
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// The whole consent to what a dapp wants signed: what warns, what was done before, and what the button does (S5).
@Suite struct DappConsentPagesTests {
    private static let chain = ChainID(coin: "eos", network: .main, isPractice: false)
    private static let signer = AccountSigner(account: "alicealice11", permission: "active")

    private static func consent(_ change: (inout ConsentText) -> Void = { _ in }) throws -> ConsentText {
        var text = ConsentText(
            link: try ESRFixture.read(RequestToSign(action: RequestToSign.transfer()).link), chain: chain,
            receiver: .nobody("Nobody is told."), failures: FailureReplies(), columns: LineLayout.maxColumns)
        change(&text)
        return text
    }

    private static func calls(_ warnings: [LinkWarning], isHighRisk: Bool = false) -> Intent {
        .actions(
            ActionsIntent(
                chain: chain, chainID: [], signer: signer,
                actions: [
                    PreparedAction(
                        contract: "game", name: "play", data: [], content: .object([("a", .string("b"))]),
                        hasKnownInterface: true, warnings: warnings, isHighRisk: isHighRisk)
                ]))
    }

    private static let risk = LinkWarning(.givesAway, "It gives your tokens away.")
    private static let note = LinkWarning(.notChecked, "Something was not checked.")
    private static let end = """
        The dapp does not give its name.
        Nobody is told.
        """

    @Test("warnings of the actions are in the consent, the dangerous ones before what is signed")
    func warnings() throws {
        #expect(
            try Self.consent().pages(Self.calls([Self.note, Self.risk])) == [
                """
                Call the contract game → play
                Warning: It gives your tokens away.
                “a”: “b”
                Signed by alicealice11 (active) on EOS.
                Note: Something was not checked.

                \(Self.end)

                Refuse if you did not just ask for this.
                """
            ])
    }

    @Test("a warning of its own comes first where an action can cost more than it seems, and says why")
    func danger() throws {
        let consent = try Self.consent()
        let dialogue = try #require(try consent.warning(about: Self.calls([Self.risk], isHighRisk: true)))
        #expect(dialogue.title == "EOS" && dialogue.agree == "Show everything")
        #expect(
            dialogue.pages == [
                """
                Call the contract game → play
                Warning: this is dangerous.
                It gives your tokens away.

                Nobody is told.
                The dapp does not give its name.

                Refuse unless you know why.
                """
            ])
        for harmless in [Self.calls([Self.risk]), Self.calls([], isHighRisk: true)] {
            #expect(try consent.warning(about: harmless) == nil)
        }
    }

    @Test("that the same was handed over or sent before is said before what is signed")
    func before() throws {
        let request = JournalRequest(
            action: .transaction, scheme: "esr", fingerprint: "f", chain: Self.chain, sender: nil)
        let entry = JournalEntry(
            id: 3, seen: 0, changed: 0, request: request, progress: .sent, end: .done, amount: nil, fee: nil,
            transaction: .example, inputs: [])
        let consent = try Self.consent {
            $0.paid = PaidText(entry: entry, request: request, isTyped: false)
            $0.before = RecentHandOverNotice(
                before: HandedOverLink(fingerprint: "f", sentFingerprint: "f", program: "Wallet", at: 940), now: 1_000,
                isTyped: false)
        }
        let notices = """
            Warning: you handed this link to “Wallet” 60 seconds ago.
            It may be open there, or already paid.
            Warning: you already sent this same request on 1970-01-01
            00:00 UTC.
            """
        let pages = try consent.pages(Self.calls([]))
        #expect(
            pages == [
                """
                Call the contract game → play
                \(notices)
                “a”: “b”
                Signed by alicealice11 (active) on EOS.

                \(Self.end)

                Refuse if you did not just ask for this.
                """
            ], "\(pages)")
    }

    @Test("a button says what agreeing does")
    func buttons() throws {
        let identity = IdentityIntent(chain: Self.chain, chainID: [], signer: Self.signer, scope: nil)
        func texts(_ purpose: TextIntent.Purpose) -> Intent {
            .texts(TextIntent(chain: Self.chain, signer: Self.signer, purpose: purpose, texts: ["a"]))
        }
        for (intent, agree) in [
            (Self.calls([]), "Sign and send"), (.identity(identity), "Log in"), (texts(.login), "Log in"),
            (texts(.message), "Sign"),
        ] as [(Intent, String)] { #expect(try Self.consent().dialogue(intent).agree == agree) }
    }
}
