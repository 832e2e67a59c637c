import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a consent says, word for word (S5). The recipient stands in groups of four.
@Suite struct ConsentPagesTests {
    private static let chain = ChainID(coin: "dash", network: .main, isPractice: false)
    private static let known = Receiver.program(.demo, before: KnownReceiver(.demo))
    private static let heading = """
        Pay 0.5 DASH
        to XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa
        """
    private static let link = "dash:\(ExecutionFixture.address)?amount=0.5&label=Shop&message=Thanks"

    private static func payment(fee: Int64 = 226) -> PaymentIntent {
        PaymentIntent(
            chain: chain, inputs: [.example(50_000_000 + fee)], recipient: ExecutionFixture.address,
            amount: Amount(units: 50_000_000)!, change: nil)
    }

    private static func consent(
        _ url: String, receiver: Receiver = known, hasFailures: Bool = false, isPractice: Bool = false,
        isTyped: Bool = false
    ) throws -> ConsentText {
        var read = try ExecutionFixture().read(url)
        read.isTyped = isTyped
        return ConsentText(
            link: read, chain: ChainID(coin: "dash", network: .main, isPractice: isPractice), receiver: receiver,
            failures: hasFailures ? try FailureReplies(read) : FailureReplies(), columns: LineLayout.maxColumns)
    }

    private static func pages(
        _ url: String = ExecutionFixture.pay, _ intent: Intent = .payment(payment()), receiver: Receiver = known,
        hasFailures: Bool = false, isPractice: Bool = false, _ change: (inout ConsentText) -> Void = { _ in }
    ) throws -> [String] {
        var text = try consent(url, receiver: receiver, hasFailures: hasFailures, isPractice: isPractice)
        change(&text)
        return try text.dialogue(intent).pages
    }

    private static func flowing(
        receiver: Receiver, hasFailures: Bool = false, isPractice: Bool = false
    ) throws -> String {
        try pages(receiver: receiver, hasFailures: hasFailures, isPractice: isPractice).joined(separator: " ")
            .replacing("\n", with: " ")
    }

    @Test("a payment: who gets how much, the fee and the total, who asks, and who hears of it")
    func payment() throws {
        let asked = """
            Application Myapp is requesting a payment to this address.
            It calls itself “myapp”; nobody has verified that.
            """
        let total = "Fee: 0.00000226 DASH\nTotal: 0.50000226 DASH, from account 0"
        let last = "\n\nRefuse if you did not just ask for this."
        #expect(
            try Self.pages() == [
                """
                \(Self.heading)
                \(total)

                \(asked)
                This program will receive the answer: “Demo”
                (/usr/bin/demo).\(last)
                """
            ])
        let other = Receiver.program(.demo, before: KnownReceiver(name: "Old", executable: "/usr/bin/old"))
        #expect(
            try Self.pages(receiver: other, hasFailures: true) == [
                """
                \(Self.heading)
                \(total)

                \(asked)
                This program will receive the answer, even if you refuse:
                “Demo” (/usr/bin/demo).
                Warning: until now another program received the answers of
                “myapp”: “Old” (/usr/bin/old).\(last)
                """
            ])
        #expect(
            try Self.flowing(receiver: .program(.demo, before: nil)).contains(
                "This is the first answer to “myapp”: is this the right program?"))
        #expect(
            try Self.pages(Self.link, receiver: .nobody("Nobody.")) == [
                """
                \(Self.heading)
                \(total)

                The link does not say who is asking.
                The link names the recipient: “Shop”
                The link says: “Thanks”
                Nobody.\(last)
                """
            ])
        #expect(
            try Self.flowing(receiver: .page("shop.example"), hasFailures: true).contains(
                "The server shop.example will be notified, even if you refuse."))
        #expect(
            try Self.flowing(receiver: .server("shop.example"), isPractice: true).contains(
                "The server shop.example will receive the result."))
        #expect(
            try Self.pages(isPractice: true).allSatisfy { $0.hasPrefix("PRACTICE – no real money\nPay 0.5 DASH\n") })
    }

    @Test("S5, S14: what a window gets says the same as the pages, in the same order", arguments: [false, true])
    func windows(isPractice: Bool) throws {
        func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        for receiver in [Self.known, .page("shop.example"), .nobody("Nobody.")] {
            let consent = try Self.consent(Self.link, receiver: receiver, isPractice: isPractice)
            // A warning about the fee would make two pages of one with the notice.
            let dialogue = try consent.dialogue(.payment(Self.payment(fee: isPractice ? 226 : 5_000_000)))
            let content = try #require(dialogue.content)
            try #require(dialogue.pages.count == 1)
            let said = content.heading + content.groups.flatMap(\.self)
            let notice = isPractice ? "PRACTICE – no real money" : ""
            #expect(squeezed(dialogue.pages.joined()) == squeezed(notice + said.map(\.text).joined()))
            #expect(content.isPractice == isPractice && content.subject == .payment)
            #expect(
                content.heading.map(\.runs) == [
                    [.own("Pay "), .amount("0.5 DASH")], [.own("to "), .address(ExecutionFixture.address)],
                ])
            let fee = said.first { $0.role == .fact }?.text
            #expect(fee == (isPractice ? "Fee: 0.00000226 DASH" : "Fee: 0.05 DASH"))
            let warning = "Warning: the fee is more than 5 % of the amount."
            #expect(said.contains { $0.role == .warning && $0.text == warning } == !isPractice)
            // The caller's words come after ours, and only the last advice after them.
            let roles = content.groups.flatMap(\.self).map(\.role).filter { $0 != .warning && $0 != .text }
            #expect(roles == [.fact, .fact, .asker, .quote, .quote, .answer])
        }
    }

    @Test("a payment of a node's own wallet says so, and who chose the fee")
    func nodeWallet() throws {
        let payment = PaymentIntent(
            chain: Self.chain, recipient: ExecutionFixture.address, amount: Amount(units: 50_000_000)!,
            prepared: FakeNodeWallet(fee: 3_000_000).prepared)
        let pages = try Self.pages(Self.link, .payment(payment), receiver: .nobody("Nobody.")) {
            $0.nodeWallet = "main"
        }
        #expect(
            pages.first?.hasPrefix(
                """
                \(Self.heading)
                Your node pays from its wallet “main”, with its own keys.
                Fee: 0.03 DASH, chosen by the node.
                Total: 0.53 DASH
                Warning: the fee is more than 5 % of the amount.
                Warning: the fee rate is high for Dash.
                """) == true, "\(pages)")
    }

    private static let paid = PaidText(
        entry: JournalEntry(
            id: 3, seen: 0, changed: 0, request: request("g"), progress: .sent, end: .done,
            amount: Amount(units: 50_000_000), fee: nil, transaction: .example, inputs: []),
        request: request("f"), isTyped: false)

    private static func request(_ fingerprint: String) -> JournalRequest {
        JournalRequest(
            action: .payment, scheme: "dash", fingerprint: fingerprint, chain: chain, sender: nil,
            recipient: ExecutionFixture.address)
    }

    @Test("that the same was paid before stands once, next to the total, whoever pays")
    func paidBefore() throws {
        let notice = "\nWarning: you already paid this recipient the same amount on\n1970-01-01 00:00 UTC.\n"
        let own = try Self.pages(Self.link, receiver: .nobody("Nobody.")) { $0.paid = Self.paid }
        #expect(own.first?.contains("Total: 0.50000226 DASH, from account 0" + notice) == true, "\(own)")
        #expect(own.joined().ranges(of: "you already paid").count == 1)
        let payment = PaymentIntent(
            chain: Self.chain, recipient: ExecutionFixture.address, amount: Amount(units: 50_000_000)!,
            prepared: FakeNodeWallet().prepared)
        let node = try Self.pages(Self.link, .payment(payment), receiver: .nobody("Nobody.")) {
            ($0.paid, $0.nodeWallet) = (Self.paid, "main")
        }
        #expect(node.first?.contains("Total: 0.50000226 DASH" + notice) == true, "\(node)")
    }

    @Test("a question: the payment, what is asked, what the link says, and who hears of it")
    func question() throws {
        let most = Amount(units: 100_000_000)
        let open = "dash:\(ExecutionFixture.address)?label=Shop"
        let asked =
            "How many DASH? “all” pays everything you can: 1 DASH."
        for (url, question, agree, amount, words) in [
            (open, Question.amount, "Continue", "", "The link does not say how much to pay. \(asked)"),
            (
                "\(open)&amount=0.5", .lock(name: "InstantSend", isRequired: true), "Use InstantSend", "of 0.5 DASH ",
                "The link requires InstantSend, which you switched off. Use it for this payment? If not, nothing is paid."
            ),
            (
                "\(open)&amount=0.5", .lock(name: "InstantSend", isRequired: false), "Use InstantSend", "of 0.5 DASH ",
                "The link asks for InstantSend, which you switched off. Use it for this payment, or pay without it?"
            ),
        ] {
            let dialogue = try Self.consent(url, receiver: .nobody("Nobody.")).question(question, most: most)
            #expect(dialogue.title == "Dash" && dialogue.agree == agree)
            #expect(
                dialogue.flowing == """
                    Payment \(amount)to \(ExecutionFixture.address.inFours) \(words)  \
                    The link does not say who is asking. The link names the recipient: “Shop” Nobody.
                    """)
        }
    }

    @Test("a payment that the person typed was asked for by nobody, and no other app is named")
    func typed() throws {
        let words = "You started this payment; no link or app asked for it."
        for url in [ExecutionFixture.pay, Self.link] {
            #expect(try Self.consent(url, isTyped: true).caller.text == words)
        }
    }

    @Test("several ways to pay are listed where this wallet pays one of them")
    func ways() throws {
        let link = "bitcoin:\(BIP21Tests.segwit)?amount=0.00002&lightning=\(PaymentTokens.invoice)"
        let payment = PaymentIntent(
            chain: ChainID(coin: "bitcoin", network: .main, isPractice: false), inputs: [.example(3_000)],
            recipient: BIP21Tests.segwit, amount: Amount(units: 2_000)!, change: nil)
        let text = try Self.consent(link, receiver: .nobody("Nobody.")).dialogue(.payment(payment)).flowing
        #expect(text.contains("The link can be paid in any one of 2 ways: 1. on-chain to"), "\(text)")
        #expect(text.contains("and ignores the other ways. Pay only once."), "\(text)")
    }

    @Test("a fee: what the person chose, and how to pay less where the fee is worth a warning")
    func fees() throws {
        let advice = "To pay less and wait longer, refuse and use “--fee slow”"
        let usual = 226 as Int64
        let high = 3_000_000 as Int64
        for (choice, fee, hasChosen, chosen, isAdvised) in [
            (nil, usual, false, nil, false), (nil, high, false, nil, true), (nil, high, true, nil, false),
            (.level(.slow), high, false, "You chose this fee: “slow”.", false),
            (.level(.fast), high, false, "You chose this fee: “fast”.", true),
            (.level(.fast), high, true, "You chose this fee: “fast”.", false),
            (.level(.fast), usual, false, "You chose this fee: “fast”.", false),
            (.rate(Amount(units: 2_000)!), high, false, "You chose this rate: 2000 duff per 1,000 bytes.", false),
        ] as [(FeeChoice?, Int64, Bool, String?, Bool)] {
            let pages = try Self.pages(Self.link, .payment(Self.payment(fee: fee)), receiver: .nobody("Nobody.")) {
                ($0.fee, $0.hasChosenFee) = (choice, hasChosen)
            }
            let text = pages.joined(separator: " ").replacing("\n", with: " ")
            #expect(text.contains("You chose") == (chosen != nil) && chosen.map(text.contains) ?? true, "\(text)")
            #expect(text.contains(advice) == isAdvised, "\(text)")
            #expect(text.contains("Warning: the fee rate is high for Dash.") == (fee == high), "\(text)")
        }
    }

    @Test("what a payment of everything leaves is said")
    func leaves() throws {
        let pages = try Self.pages { $0.leaves = Amount(units: 1_000) }
        #expect(pages.joined().contains("0.00001 DASH stays in the account."))
    }

    @Test("addresses and keys: what is shared, and what that means")
    func shared() throws {
        let path = DerivationPath.bip44(coinType: 5, account: 3)
        let address = OwnAddress(text: ExecutionFixture.address, path: path)
        let request = "dashwallet://request=address&sender=myapp"
        #expect(
            try Self.pages(request, .address(AddressIntent(chain: Self.chain, address: address))).first?.hasPrefix(
                """
                Share an address of your Dash wallet, so that you can be
                paid:
                XiUs EXvL jqhu z1Gu nbym tw7J Uwtk QXQH aa

                This request comes from the application Myapp. It calls
                itself “myapp”; nobody has verified that.
                """) == true)
        let keys = KeyIntent(chain: Self.chain, account: 3, bip32: DerivationPath([3 | 0x8000_0000]), bip44: path)
        #expect(
            try Self.pages("dashwallet://request=masterPublicKey&account=3&sender=myapp", .keys(keys)).first?.hasPrefix(
                """
                Share the master public keys of account 3 of your Dash
                wallet (m/3' and m/44'/5'/3').
                Whoever has them can see all payments of this account, past
                and future, for ever. They cannot move your money.
                """) == true)
    }

    @Test("a text of several pages says first who hears of a refusal")
    func several() throws {
        let url = "dash:\(ExecutionFixture.address)?amount=0.5&message=" + String(repeating: "ab%20", count: 190)
        let pages = try Self.pages(url, receiver: .nobody("Nobody."))
        #expect(pages.count == 2 && pages[0].hasPrefix("Page 1 of 2\n\(Self.heading)\nNobody.\n\nFee: "), "\(pages)")
        #expect(pages[1].hasSuffix("\n\nRefuse if you did not just ask for this."))
    }
}
