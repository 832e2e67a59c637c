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
            Array(paid.text.prefix(6)) == [
                "Pays 2.5000 EOS of the token contract eosio.token to alicealice11, from your EOS account.",
                "With the memo “thanks”.", "Asked by “BiHu” (not verified).", "It says: “buy me”",
                "Its server gets the result: dapp.example",
                "Answers simple://com.mykey.sdk?action=transfer&callBackId=0BFE935E70C321C7CA3AFC75CE0D0CA2"
                    + "&result=1&payload={payload}",
            ])
        for (name, value) in [
            ("to", "alicealice11"), ("quantity", "2.5000 EOS"), ("memo", "thanks"), ("contract", "eosio.token"),
            ("dappName", "BiHu"), ("note", "buy me"), ("post_url", "https://dapp.example/t"),
        ] { #expect(paid.json[name]?.text == value, "\(name)") }
        #expect(paid.json["n_actions"]?.integer == 1)
        fields["contract"] = "eosio.tokem"
        let unknown = try explained("transfer", fields).text
        #expect(unknown[0].hasPrefix("Calls the contract eosio.tokem from your EOS account: transfer 2.5000 EOS to"))
    }

    @Test("S4: the page that gets the answer is shown with its host")
    func page() throws {
        let json = #"{"action":"login","callback":"https://evil.example/","protocol":"SimpleWallet","uuID":"u"}"#
        let text = try #require(json.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let lines = try home.router(["explain", "simplewallet://eos.io?param=\(text)"]).output.split(separator: "\n")
        #expect(lines.contains("Answers https://evil.example/?result=1"), "\(lines)")
    }

    @Test("the chain of another coin is named by its ticker")
    func otherChain() throws {
        try home.write(
            "wax.yaml",
            """
            version: 1
            coins:
              wax: { ticker: WAX, plugin: mykey, account-chain: {
                     chain-id: 1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4, bip44: 14001 } }
            schemes: { waxwallet: { coin: wax, grammar: json-param, callbacks: simplewallet } }
            """)
        for (asked, told, refusal) in [("WAX", "WAX", nil), ("EOS", nil, "unsupportedChain")] {
            let json = #"{"action":"login","chain":"\#(asked)","protocol":"SimpleWallet","uuID":"u"}"#
            let text = try #require(json.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let schemes = ["--schemes", home.directory.path + "/wax.yaml"]
            let result = try home.router(schemes + ["explain", "--json", "waxwallet://eos.io?param=\(text)"])
            let explained = try JSONValue(parsing: Data(result.output.utf8))
            #expect(explained["chain"]?.text == told && explained["error"]?["code"]?.text == refusal, "\(result)")
        }
        #expect(try explained("login", [:]).json["chain"]?.text == "EOS")
    }

    @Test("other requests say what they are, too")
    func others() throws {
        let login = try explained("login", ["loginUrl": "https://dapp.example/l"])
        #expect(login.text.first == "Logs in to a dapp with your EOS account.")
        let sign = try explained("sign", ["message": "hello"])
        #expect(
            sign.text.first == "Signs the text “hello” with your EOS account." && sign.json["message"]?.text == "hello")
        let call: [String: Any] = ["account": "dice", "name": "roll", "chain": "EOS", "data": ["bet": 1]]
        let calls = try explained("transaction", ["actions": [call, call]])
        #expect(calls.text.prefix(3) == ["Calls contracts from your EOS account:", "  dice → roll", "  dice → roll"])
        #expect(calls.json["n_actions"]?.integer == 2)
    }
}
