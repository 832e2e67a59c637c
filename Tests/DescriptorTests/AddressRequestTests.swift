import Testing

@testable import SchemeRouter

/// Requests for an address, in links of a coin whose wallets are other programs (Documentation/adding-a-protocol.md §5).
@Suite struct AddressRequestTests {
    private static let sender = "parameters: { app: { is: sender, required: true } }"

    private static func teashop(_ form: String, callbacks: Bool) -> DescriptorFile {
        file(
            """
            version: 1
            schemes:
              teashop:
                coin: monero
                grammar: uri
                \(callbacks ? "callbacks: payment-proof" : "title: Tea")
                links:
                  forms:
                    - { \(form) }
                    - { path: "{address}", parameters: { sum: { is: amount } } }
            """)
    }

    @Test("such a form has words as its path and says who is asking; the scheme's other links pay as before")
    func reads() throws {
        for path in ["receive", "wallet/receive"] {
            let form = "path: \(path), does: address, \(Self.sender)"
            let table = try RouteTable.load([.shipped, Self.teashop(form, callbacks: true)])
            let scheme = try #require(table.scheme(named: "teashop".utf8))
            #expect(scheme.links?.forms.map(\.action) == [.address, .payment])
            #expect(scheme.actions.keys == [.payment, .address])
        }
        let monero = try #require(try RouteTable.load([.shipped]).scheme(named: "monero".utf8))
        #expect(monero.actions.keys == [.payment])
    }

    @Test(
        "a request that nobody could answer, or with more than would be shown, is a mistake",
        arguments: [
            ("path: receive, does: address, \(sender)", false, "leave “grammar” out if this wallet answers such links"),
            ("path: receive, does: address", true, "nothing else of it would be shown"),
            (
                "path: receive, does: address, parameters: { app: { is: sender } }", true,
                "nothing else of it would be shown"
            ),
            (
                "path: receive, does: address, parameters: { app: { is: sender, required: true }, why: { is: message } }",
                true, "nothing else of it would be shown"
            ),
            (
                "path: receive, does: address, parameters: { app: { is: sender, required: true }, \"*\": { is: note } }",
                true, "nothing else of it would be shown"
            ),
            ("path: \"receive/{text:order}\", does: address, \(sender)", true, "nothing else of it would be shown"),
            (
                "path: keys, does: master-public-key, \(sender)", true,
                "leave “grammar” out if this wallet answers such links"
            ),
        ])
    func mistakes(_ form: String, _ callbacks: Bool, _ hint: String) {
        let found = DescriptorTests.mistakes(.shipped, Self.teashop(form, callbacks: callbacks))
        #expect(found.first?.code == .conflict && found.first?.hint == hint, "\(DescriptorErrors(found).text)")
    }
}
