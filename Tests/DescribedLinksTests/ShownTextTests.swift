import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a link could do so that a person is shown something else than what is meant, or than what goes over.
@Suite struct ShownTextTests {
    private static let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
    private static let monero = "monero:\(PlainFormTests.monero)?tx_amount=1&recipient_name="

    private static func codes(_ link: String) throws -> [LinkWarning.Code] {
        try Reading.described(link).header.warnings.map(\.code)
    }

    @Test(
        "the host that is shown is the whole host, whatever the scheme before it",
        arguments: ["http://", "https://", "HTTP://", "HTTPS://"])
    func hosts(_ scheme: String) throws {
        let request = try Reading.described("web+cardano://claim/v1?faucet_url=\(scheme)xbinance.com:8080/a&code=abc")
        let server = try #require(request.facts.first { $0.field == "server" })
        #expect(server.value == .name("xbinance.com:8080"))
    }

    @Test("a host that ends with a point ends the sentence, too")
    func points() throws {
        let warning = try #require(
            Reading.described("lnurlp://localhost./pay").header.warnings.first { $0.code == .serverIsLocal })
        #expect(warning.message.hasSuffix(": localhost."))
    }

    @Test(
        "a comma that could be a decimal point warns, and one that groups digits does not",
        arguments: [("1,000", true), ("1,50", true), ("10,000", true), ("1,000.50", false), ("1,000,000", false)])
    func commas(_ amount: String, _ warns: Bool) throws {
        let codes = try Self.codes("payto://iban/DE75512108001245126199?amount=EUR:\(amount)")
        #expect(codes.contains(.amountIsOdd) == warns, "\(amount)")
    }
}
