import ExactJSON
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What is said of a dapp's actions: each of them, whose, and under which contract (S5).
@Suite struct DappConsentTextTests {
    private static let signer = AccountSigner(account: "alicealice11", permission: "active")

    private static func payment(
        _ units: Int64, to: String = "bobbobbobbob", of contract: String = "eosio.token", token: String = "EOS",
        decimals: Int = 4, memo: String = ""
    ) -> PreparedAction {
        PreparedAction(
            contract: contract, name: "transfer", data: [], content: .object([]), hasKnownInterface: true,
            payment: TokenPayment(
                from: "alicealice11", to: to, units: units, decimals: decimals, token: token, memo: memo))
    }

    private static func call(_ content: JSON, isKnown: Bool) -> PreparedAction {
        PreparedAction(contract: "game", name: "play", data: [], content: content, hasKnownInterface: isKnown)
    }

    private static func said(_ actions: PreparedAction...) throws -> (heading: [String], paragraphs: [Paragraph]) {
        let text = DappConsentText(link: try ESRFixture.read(RequestToSign(action: RequestToSign.transfer()).link))
        let intent = ActionsIntent(
            chain: ChainID(coin: "eos", network: .main, isPractice: false), chainID: [], signer: signer,
            actions: actions)
        return (text.heading(intent).map(\.text), text.paragraphs(intent))
    }

    private static let paid = "Pay 1.0000 EOS of the token contract eosio.token"

    @Test("one payment is on every page, and what else is said of it in the text")
    func single() throws {
        let plain = try Self.said(Self.payment(10_000))
        #expect(plain.heading == [Self.paid, "to bobbobbobbob"])
        #expect(plain.paragraphs.map(\.text) == ["from alicealice11", "Signed by alicealice11 (active) on EOS."])
        #expect(plain.paragraphs[0].whenDivided == nil)
        let memo = try Self.said(Self.payment(10_000, memo: "a b"))
        #expect(memo.paragraphs[0].text == "with the memo “a b”\nfrom alicealice11")
    }

    @Test("up to three payments are on every page; of more, every page has the sum of each token")
    func several() throws {
        let three = try Self.said(Self.payment(10_000), Self.payment(20_000, to: "carol"), Self.payment(10_000))
        #expect(
            three.heading == [
                "One transaction with 3 actions", "\(Self.paid) to bobbobbobbob",
                "Pay 2.0000 EOS of the token contract eosio.token to carol", "\(Self.paid) to bobbobbobbob",
            ])
        #expect(three.paragraphs[0].text == "1 of 3: \(Self.paid)\nto bobbobbobbob\nfrom alicealice11")
        #expect(three.paragraphs[0].whenDivided == "1 of 3, continued: \(Self.paid) to bobbobbobbob")
        #expect(three.paragraphs.count == 4)
        let more = try Self.said(
            Self.payment(10_000), Self.payment(20_000), Self.payment(10_000, of: "other.token"),
            Self.payment(10_000, token: "ABC"), Self.payment(10_000, decimals: 2),
            Self.call(.object([]), isKnown: true))
        #expect(
            more.heading == [
                "One transaction with 6 actions",
                "Pay 3.0000 EOS of the token contract eosio.token in total, by 2 of them",
                "Pay 1.0000 EOS of the token contract other.token in total, by 1 of them",
                "Pay 1.0000 ABC of the token contract eosio.token in total, by 1 of them",
                "Pay 100.00 EOS of the token contract eosio.token in total, by 1 of them",
            ])
        let four = try Self.said(
            Self.payment(10_000), Self.payment(10_000), Self.payment(10_000), Self.payment(10_000))
        #expect(
            four.heading == [
                "One transaction with 4 actions",
                "Pay 4.0000 EOS of the token contract eosio.token in total, by 4 of them",
            ])
    }

    @Test("a call is shown with its values, and with a notice if only the network vouches for their names")
    func calls() throws {
        let notice = "Its data, decoded by an interface that only the network vouches for:"
        let values = JSON.object([("number", .number(7)), ("word", .string("a b"))])
        for (content, isKnown, lines) in [
            (values, true, ["“number”: “7”", "“word”: “a b”"]),
            (values, false, [notice, "“number”: “7”", "“word”: “a b”"]), (.object([]), true, []),
            (.object([]), false, []), (.string("00ff"), false, [notice, "“00ff”"]),
        ] as [(JSON, Bool, [String])] {
            let said = try Self.said(Self.call(content, isKnown: isKnown))
            #expect(said.heading == ["Call the contract game → play"])
            #expect(said.paragraphs[0].text == lines.joined(separator: "\n"))
        }
    }
}
