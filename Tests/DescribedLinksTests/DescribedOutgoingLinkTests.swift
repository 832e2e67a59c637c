import RouterTestSupport
import Testing

@testable import SchemeRouter

/// The link that another wallet gets for a described one, and what it is said to pay (S15).
@Suite struct DescribedOutgoingLinkTests {
    private static let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"

    private static let router = try! Reading.router(
        with: """
            version: 1
            schemes:
              tips: { coin: bitcoin, grammar: uri, links: { path: "{payload}", payload: bolt11,
                      parameters: { tip: { is: surplus } } } }
            """)

    @Test("it is the plain form, or the link as it is; and it pays the payload, or the first address, if it has one")
    func links() throws {
        let (monero, ether, invoice) = (PlainFormTests.monero, PlainFormTests.ether, PaymentTokens.invoice)
        let payTo = "web+stellar:pay?destination=\(Self.account)&amount=1"
        let rows:
            [(
                link: String, sent: String?, kind: PaymentInstruction.Kind, text: String,
                check: PaymentInstruction.Check
            )] = [
                ("MONERO://\(monero)?tx_amount=1.50", "monero:\(monero)?tx_amount=1.5", .link, monero, .checksum),
                ("monero:\(monero)?tx_amount=1.5", nil, .link, monero, .checksum),
                ("ethereum:\(ether)?value=1", nil, .link, ether, .shape),
                ("lightning:\(invoice)", nil, .lightning, invoice, .checksum),
                ("lightning://\(invoice)", "lightning:\(invoice)", .lightning, invoice, .checksum),
                (payTo, nil, .link, Self.account, .checksum),
                ("solana:https%3A%2F%2Fexample.com%2Fpay", nil, .link, "solana", .shape),
            ]
        for row in rows {
            let all = try Reading.router.read(Array(row.link.utf8)).outgoing
            let outgoing = try #require(all.first)
            #expect(all.count == 1 && outgoing.text == row.sent ?? row.link, "\(row.link)")
            #expect(
                outgoing.isRewritten == (row.sent != nil)
                    && outgoing.scheme == row.link.prefix { $0 != ":" }.lowercased())
            let instruction = outgoing.instruction
            #expect(
                instruction.kind == row.kind && instruction.text == row.text && instruction.checked == row.check,
                "\(row.link)")
        }
    }

    @Test("S7: what a link pays besides its invoice counts for every wallet that gets it")
    func surplus() throws {
        let link = try Self.router.read(Array("tips:\(PaymentTokens.invoice)?tip=0.5".utf8))
        let instruction = try #require(link.request.instructions.first)
        #expect(instruction.amount?.units == 2_000 && link.askedAmount?.units == 50_002_000)
        #expect(link.cost(by: instruction).known == link.askedAmount)
    }
}
