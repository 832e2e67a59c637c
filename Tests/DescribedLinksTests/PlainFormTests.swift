import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S15: what is handed over says exactly what is shown.
@Suite struct PlainFormTests {
    /// What a person is shown, and what else programs get: everything but warnings and what was ignored.
    private struct Shown: Equatable {
        let action: Action
        let payments: [[String?]]
        let total: String?
        let facts: [LinkFact]
        let instructions: [PaymentInstruction]

        init(_ request: DescribedRequest) {
            action = request.action
            payments = request.payments.map {
                [$0.address?.text, $0.amount?.text, $0.labelText, $0.messageText, $0.memo?.text]
            }
            total = request.total?.text
            facts = request.facts
            instructions = request.instructions
        }
    }

    @Test(
        "S15: the plain form of every public link reads as the link did, and is its own plain form",
        arguments: Reading.good)
    func printing(_ link: String) throws {
        let request = try Reading.described(link)
        guard let plain = request.plain else { return }
        let again = try Reading.described(plain)
        #expect(Shown(again) == Shown(request), "\(plain)")
        #expect(again.plain == plain)
        #expect(again.header.ignored.isEmpty, "\(plain)")
    }

    @Test(
        "S15: an address goes over without the prefix that only its coin's own links have",
        arguments: ["q", "%71"])
    func prefixes(_ start: String) throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  bchpay: { coin: bitcoincash, grammar: uri, links: { slashes: forbidden, path: "{address}" } }
                """)
        let hash = "pm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
        let request = try Reading.described("bchpay:\(start)\(hash)", by: router)
        #expect(request.payments[0].address?.text == "bitcoincash:q\(hash)")
        #expect(request.plain == "bchpay:q\(hash)")
    }

    @Test("a link that cannot be written plainly is refused as it was received, not as it would be written")
    func places() throws {
        let told = ToldLink(
            schemes: #"fees: { links: { path: "{address}", parameters: { gas: { is: fee-units, max: 3 } } } }"#)
        #expect(
            told("fees:a?gas=1e3") == """
                malformedURL at “a?gas=1e3”: The link cannot be written in a form that all wallets read alike. Ask \
                the sender for a simpler link.
                """)
    }

    @Test("There are links of every protocol, and most have a plain form")
    func count() throws {
        #expect(Reading.good.count > 120)
        #expect(try Reading.good.filter { try Reading.described($0).plain != nil }.count > 85)
    }

    @Test(
        "S15: each payment keeps its own amount, whatever the order of the link",
        arguments: [
            ["address.7", "amount.7", "address.3", "amount.3"], ["amount.3", "amount.7", "address.3", "address.7"],
        ])
    func order(_ names: [String]) throws {
        let values = [
            "address.7": Self.transparent, "amount.7": "1", "address.3": Self.shielded, "amount.3": "2.50",
        ]
        let link = "zcash:?" + names.map { "\($0)=\(values[$0] ?? "")" }.joined(separator: "&")
        let request = try Reading.described(link)
        #expect(request.payments.map { $0.amount?.text } == ["2.5 ZEC", "1 ZEC"])
        let again = try Reading.described(try #require(request.plain))
        #expect(again.payments.map { $0.address?.text } == [Self.shielded, Self.transparent])
        #expect(again.payments.map { $0.amount?.text } == ["2.5 ZEC", "1 ZEC"])
    }

    @Test(
        "S15: what was not shown is not handed over",
        arguments: [
            ("monero:\(monero)?tx_amount=1&amount=9&x=y", "monero:\(monero)?tx_amount=1"),
            ("MONERO://\(monero)?tx_amount=1.50", "monero:\(monero)?tx_amount=1.5"),
            ("ethereum:\(ether)?value=1.5e18&label=x", "ethereum:\(ether)?value=1500000000000000000"),
            (
                "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A?AMOUNT=0.10&R=https%3A%2F%2Fa.example",
                "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=0.1"
            ),
            (
                "payto://iban/DE75512108001245126199?amount=EUR:1,000.50&x=1",
                "payto://iban/DE75512108001245126199?amount=EUR:1000.50"
            ),
            ("lightning://\(PaymentTokens.invoice)", "lightning:\(PaymentTokens.invoice)"),
        ])
    func rewriting(_ link: String, _ plain: String) throws {
        #expect(try Reading.described(link).plain == plain)
    }

    @Test(
        "S15: what a change would break goes over as it arrived",
        arguments: [
            "lnurlp://service.example/pay?amount=1&a=b&a=c", "solana:https%3A%2F%2Fexample.com%2Fpay%3Forder%3D1",
            "web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO&amount=1&x=y",
        ])
    func exact(_ link: String) throws {
        #expect(try Reading.described(link).plain == nil)
        #expect(try Reading.router.read(Array(link.utf8)).outgoing.map(\.text) == [link])
    }

    static let transparent = "t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs"
    static let shielded = "zs1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqgfzyvjz2f389q5j5ctfvp5"
    static let monero =
        "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"
    static let ether = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"

    @Test(
        "S3: a wallet that does not know a required parameter hears that it is required",
        arguments: ["req-op_return_raw=04534c500001"])
    func required(_ parameter: String) throws {
        let link = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1&\(parameter)"
        #expect(try Reading.described(link).plain == link)
    }

    @Test("a parameter goes over by its usual name, whatever name the link has for it")
    func otherNames() throws {
        let link = "ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359?gasLimit=21000&value=3"
        let plain = try #require(try Reading.described(link).plain)
        #expect(plain.contains("gas") && plain.contains("=21000"))
        #expect(try Reading.described(plain).plain == plain)
    }

    @Test(
        "a slash that a program put behind what it takes for a host is not of the address",
        arguments: [
            ("bitcoincash:", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "?amount=0.5"),
            (
                "monero:",
                "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm", ""
            ),
        ])
    func slashes(scheme: String, address: String, query: String) throws {
        let plain = try Reading.described(scheme + address + query)
        let folded = try Reading.described("\(scheme)//\(address)/\(query)")
        #expect(folded.payments.map(\.address?.text) == plain.payments.map(\.address?.text))
        #expect(folded.payments.map(\.amount?.text) == plain.payments.map(\.amount?.text))
        #expect(Reading.error("\(scheme)//\(address)//\(query)") != nil)
    }
}
