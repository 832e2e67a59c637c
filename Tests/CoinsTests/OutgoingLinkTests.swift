import RouterTestSupport
import Testing

@testable import SchemeRouter

/// The links that another wallet could get for a link (S15): one for each way to pay, and none that pays more than one.
@Suite struct OutgoingLinkTests {
    private static let address = BIP21Tests.segwit
    private static let other = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"
    private static let (invoice, offer) = (PaymentTokens.invoice, PaymentTokens.offer)

    /// Each link with its scheme; `*` stands before one that was written anew.
    private static func sent(_ link: String) throws -> [String] {
        try RequestVectorTests.router.read(Array(link.utf8)).outgoing.map { outgoing in
            #expect(outgoing.text.hasPrefix(outgoing.scheme + ":"))
            return (outgoing.isRewritten ? "*" : "") + outgoing.text
        }
    }

    @Test("each way to pay has a link of its own, with the amount and the texts of the link")
    func ways() throws {
        let (address, invoice, offer) = (Self.address, Self.invoice, Self.offer)
        for (link, sent) in [
            ("bitcoin:\(address)", ["bitcoin:\(address)"]),
            ("bitcoin:\(address)?label", ["*bitcoin:\(address)?label="]),
            ("bitcoin:\(address)/", ["*bitcoin:\(address)"]),
            ("bitcoin:\(address)/?amount=1", ["*bitcoin:\(address)?amount=1"]),
            // What was left out of a label must not go over.
            ("bitcoin:\(address)?label=a%E2%80%AEb", ["*bitcoin:\(address)?label=ab"]),
            (
                "bitcoin:\(address)?label=a&message=b&lno=\(offer)&amount=1",
                ["*bitcoin:\(address)?amount=1&label=a&message=b", "*bitcoin:?lno=\(offer)&amount=1&label=a&message=b"]
            ),
            ("bitcoin:?message=b&lno=\(offer)&label=a", ["*bitcoin:?lno=\(offer)&label=a&message=b"]),
            (
                "bitcoin:\(address)?amount=0.00002&lightning=\(invoice)",
                ["*bitcoin:\(address)?amount=0.00002", "*lightning:\(invoice)"]
            ),
            // Only the address that this wallet would pay.
            ("bitcoin:\(address)?bc=\(Self.other)", ["*bitcoin:\(address)"]),
            ("bitcoin:?bc=\(Self.other)&bc=\(address)", ["*bitcoin:\(Self.other)"]),
            // The scheme of the link stays if its links begin with an address.
            ("pay:\(BIP21Tests.dash)?AMOUNT=1", ["*pay:\(BIP21Tests.dash)?amount=1"]),
            ("pay:\(BIP21Tests.dash)?amount=1", ["pay:\(BIP21Tests.dash)?amount=1"]),
            ("dashwallet:pay=\(BIP21Tests.dash)&sender=shop", ["*dash:\(BIP21Tests.dash)"]),
            ("dash:\(BIP21Tests.dash)?IS=1&amount=1", ["*dash:\(BIP21Tests.dash)?amount=1"]),
            ("dashwallet:request=address&sender=shop", []), ("dashwallet:scanqr", []),
        ] { #expect(try Self.sent(link) == sent, "\(link)") }
    }

    @Test("S3: what a link requires excludes the other ways, and what other wallets may not do excludes all")
    func required() throws {
        let (address, invoice, offer) = (Self.address, Self.invoice, Self.offer)
        for (link, sent) in [
            ("bitcoin:\(address)?req-lightning=\(invoice)", ["*lightning:\(invoice)"]),
            ("bitcoin:\(address)?req-lno=\(offer)&lightning=\(invoice)", ["*bitcoin:?lno=\(offer)"]),
            ("bitcoin:\(address)?req-lno=\(offer)&req-lightning=\(invoice)", []),
            ("bitcoin:?req-lno=\(offer)&req-lightning=\(invoice)", []),
            ("bitcoin:?lno=\(offer)&lightning=\(invoice)", ["*bitcoin:?lno=\(offer)", "*lightning:\(invoice)"]),
            ("bitcoin:\(address)?pop=myapp:", ["*bitcoin:\(address)"]), ("bitcoin:\(address)?req-pop=myapp:", []),
            ("bitcoin:?lightning=\(invoice)&pop=myapp:", ["*lightning:\(invoice)"]),
            ("bitcoin:?lightning=\(invoice)&req-pop=myapp:", []), ("dash:\(BIP21Tests.dash)?req-IS=1", []),
            ("dash:\(BIP21Tests.dash)?req-amount=1", ["*dash:\(BIP21Tests.dash)?amount=1"]),
        ] { #expect(try Self.sent(link) == sent, "\(link)") }
    }

    @Test("a payment is known again by every link that another wallet could get, and by the link itself")
    func fingerprints() throws {
        let text = "bitcoin:\(Self.address)?amount=0.00002&lightning=\(Self.invoice)"
        let link = try RequestVectorTests.router.read(Array(text.utf8))
        #expect(link.plainLinks == ["bitcoin:\(Self.address)?amount=0.00002"])
        #expect(
            link.outgoing.allSatisfy { $0.fingerprint.utf8.count == 32 && link.fingerprints.contains($0.fingerprint) })
        #expect(link.fingerprints.contains(link.fingerprint) && link.fingerprint.utf8.count == 32)
        #expect(
            link.fingerprints.contains(OutgoingLink.fingerprint(of: text)) && (3...4).contains(link.fingerprints.count))
        #expect(try RequestVectorTests.router.read(Array("bitcoin:?lightning=\(Self.invoice)".utf8)).plainLinks.isEmpty)
    }
}
