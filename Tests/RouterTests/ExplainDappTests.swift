import Foundation
import RouterTestSupport
import Testing

/// `router explain` about what dapps ask.
@Suite struct ExplainDappTests {
    private let home: RouterHome

    init() throws { home = try RouterHome() }

    private func explained(_ action: String, _ fields: [String: Any]) throws -> (text: [String], json: JSONValue) {
        let link = try AccountLinkTests.link(action, fields)
        let (text, json) = (try home.router(["explain", link]), try home.router(["explain", "--json", link]))
        #expect(text.status == 0 && json.status == 0, "\(text.errors)\(json.errors)")
        return (
            text.output.components(separatedBy: "\n"), try JSONValue(parsing: Data(json.output.utf8))
        )
    }

    @Test("S5: a payment is one only where the contract is known to pay, and the dapp's own words are quoted")
    func transfers() throws {
        var fields: [String: Any] = [
            "to": "alicealice11", "amount": "2.5000", "precision": 4, "symbol": "EOS", "contract": "eosio.token",
            "dappData": "thanks", "desc": "buy me", "transferUrl": "https://dapp.example/t",
        ]
        let paid = try explained("transfer", fields)
        #expect(
            Array(paid.text.prefix(5)) == [
                "Pays 2.5000 EOS of the token contract eosio.token to alicealice11, from your account.",
                "With the memo “thanks”.", "Asked by “BiHu” (not verified).", "It says: “buy me”",
                "Its server gets the result: dapp.example",
            ])
        for (name, value) in [
            ("to", "alicealice11"), ("quantity", "2.5000 EOS"), ("memo", "thanks"), ("contract", "eosio.token"),
            ("dappName", "BiHu"), ("note", "buy me"), ("post_url", "https://dapp.example/t"),
        ] { #expect(paid.json[name]?.text == value, "\(name)") }
        #expect(paid.json["n_actions"]?.integer == 1)
        fields["contract"] = "eosio.tokem"
        let unknown = try explained("transfer", fields).text
        #expect(unknown[0].hasPrefix("Calls the contract eosio.tokem from your account: transfer 2.5000 EOS to"))
    }

    @Test("other requests say what they are, too")
    func others() throws {
        let login = try explained("login", ["loginUrl": "https://dapp.example/l"])
        #expect(login.text.first == "Logs in to a dapp with your account.")
        let sign = try explained("sign", ["message": "hello"])
        #expect(sign.text.first == "Signs the text “hello”." && sign.json["message"]?.text == "hello")
        let call: [String: Any] = ["account": "dice", "name": "roll", "chain": "EOS", "data": ["bet": 1]]
        let calls = try explained("transaction", ["actions": [call, call]])
        #expect(calls.text.prefix(3) == ["Calls contracts from your account:", "  dice → roll", "  dice → roll"])
        #expect(calls.json["n_actions"]?.integer == 2)
    }
}
