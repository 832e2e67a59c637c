import Foundation
import RouterTestSupport
import Testing

/// `router open` with what dapps ask, from the link to the answer.
@Suite struct AccountLinkTests {
    /// A link of MYKEY's SDK for the practice account, in its readable form.
    static func link(_ action: String, _ fields: [String: Any]) throws -> String {
        var parameter: [String: Any] = [
            "action": action, "appKey": "9mDxSbyR", "callbackId": "0BFE935E70C321C7CA3AFC75CE0D0CA2", "chain": "EOS",
            "callback": "simple://com.mykey.sdk?action=\(action)&callBackId=0BFE935E70C321C7CA3AFC75CE0D0CA2",
            "dappName": "BiHu", "protocol": "MYKEYSimple", "uuID": "7143c696-94eb-4cc4-a8bd-b7309579ac01",
            "version": "1.0",
        ]
        parameter.merge(fields) { $1 }
        let json = String(decoding: try JSONSerialization.data(withJSONObject: parameter), as: UTF8.self)
        let text = try #require(json.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return "mykey://mykey.org/protocol?param=\(text)&appKey=9mDxSbyR&userId=7143c696-94eb-4cc4-a8bd-b7309579ac01"
    }

    private static func transfer() throws -> String {
        try link(
            "transfer",
            [
                "from": "practiceuser", "to": "alicealice11", "amount": "2.5000", "precision": 4, "symbol": "EOS",
                "contract": "eosio.token", "dappData": "memo",
            ])
    }

    private static func login(server: String) throws -> String {
        try link("login", ["dappUserName": "practiceuser", "loginUrl": server])
    }

    /// A home whose wallet practises with 10 EOS, and may answer the dapp.
    private func home() throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        try home.router(["sandbox", "on", "eos"])
        try home.router(["sandbox", "fund", "eos", "10"])
        try home.configure("sandbox: { senders: [simple] }\n")
        try home.register("simple")
        _ = home.dialogue()
        return home
    }

    @Test("a payment is shown, signed, executed, kept in the history, and told to the dapp (S14)")
    func pays() throws {
        let home = try home()
        let result = try home.router(["open", "--json", try Self.transfer()], answers: ["", RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        let end = try JSONValue(parsing: Data(result.output.utf8))
        let id = try #require(end["txid"]?.text)
        #expect(end["callback"]?.text == "started" && id.utf8.count == 64)
        let shown = home.dialogue()
        #expect(shown.contains("PRACTICE") && shown.contains("2.5000 EOS") && shown.contains("alicealice11"))
        #expect(try home.received().last?.contains(id) == true)
        #expect(try home.router(["sandbox", "info", "eos"]).output.contains("practiceuser: 7.5000 EOS"))
        let history = try home.router(["history", "--json", "-n", "1"]).output
        #expect(history.contains(id) && history.contains("\"practice\":true"))
        // An account of another chain can have the same name.
        let line = try home.router(["history", "-n", "1"]).output
        #expect(line.contains(" PRACTICE pay alicealice11 on EOS for simple: done"), "\(line)")
    }

    @Test("requests to sign of EEP-7 are shown, signed and told: a payment is executed, a proof of identity is not")
    func signingRequests() throws {
        let home = try home()
        var payment = RequestToSign(action: RequestToSign.transfer(25_000))
        payment.callback = "simple://done?tx={{tx}}&sig={{sig}}&who={{sa}}/{{sp}}"
        let result = try home.router(["open", "--json", payment.link], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        let id = try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
        let shown = home.dialogue()
        #expect(shown.contains("PRACTICE") && shown.contains("2.5000 EOS") && shown.contains("alicealice11"))
        let answer = try #require(try home.received().last)
        #expect(
            answer.contains("done?tx=\(id)&sig=SIG_K1_") && answer.contains("&who=practiceuser/active"), "\(answer)")
        #expect(try home.router(["sandbox", "info", "eos"]).output.contains("practiceuser: 7.5000 EOS"))

        let identity = RequestToSign.identity(for: "shop", callback: "simple://login?sig={{sig}}&ex={{ex}}")
        let login = try home.router(["open", identity.link], answers: [RouterHome.passcode])
        #expect(login.status == 0, "\(login.errors)")
        #expect(home.dialogue().contains("Log in as practiceuser (active) on EOS."))
        #expect(try home.received().last?.contains("login?sig=SIG_K1_") == true)
        #expect(try home.router(["sandbox", "info", "eos"]).output.contains("practiceuser: 7.5000 EOS"))
    }

    @Test("what is refused is not executed, and what the account does not have is not asked for")
    func refused() throws {
        let home = try home()
        #expect(try home.router(["open", try Self.transfer()], answers: ["-"]).status == 130)
        try home.write(
            "config/schemerouter/config.yaml", "networks: { eos: { use: sandbox, account: carolcarol11 } }\n")
        let poor = try Self.transfer().replacingOccurrences(of: "practiceuser", with: "carolcarol11")
        let result = try home.router(["open", poor])
        #expect(result.status == 77 && result.errors.contains("0.0000 EOS"), "\(result.errors)")
        #expect(try home.router(["sandbox", "info", "eos"]).output.contains("practiceuser: 10.0000 EOS"))
    }

    @Test("a preview shows the pages and neither starts, asks nor sends anything")
    func preview() throws {
        let home = try home()
        let result = try home.router(["open", "--dry-run", try Self.transfer()])
        #expect(result.status == 0 && result.output.contains("PRACTICE") && result.output.contains("2.5000 EOS"))
        #expect(home.dialogue().isEmpty)
        #expect(try home.router(["sandbox", "info", "eos"]).output.contains("practiceuser: 10.0000 EOS"))
    }

    @Test("S7: a dapp's server on this computer is reached only where config.yaml allows it")
    func localServer() throws {
        let home = try home()
        // Nothing listens at port 1.
        let link = try Self.login(server: "http://127.0.0.1:1/login")
        // S14: and of practice only where it is listed for that.
        let unlisted = try home.router(["open", link.replacingOccurrences(of: "0BFE", with: "2BFE")])
        #expect(
            unlisted.status == 77 && unlisted.errors.contains("127.0.0.1, which is not listed"), "\(unlisted.errors)")
        try home.write(
            "config/schemerouter/config.yaml",
            "networks: { eos: { use: sandbox } }\nsandbox: { senders: [\"http://127.0.0.1\"] }\n")
        let refused = try home.router(["open", link], answers: [RouterHome.passcode])
        #expect(refused.status != 0 && refused.errors.contains("do not allow"), "\(refused.errors)")
        #expect(!home.dialogue().contains("GETPIN"), "the person was asked about what cannot be done")
        try home.configure("allow-hosts: [\"127.0.0.1\"]\n")
        let other = link.replacingOccurrences(of: "0BFE", with: "1BFE")
        let tried = try home.router(["open", other], answers: ["", RouterHome.passcode])
        #expect(tried.status != 0 && !tried.errors.contains("do not allow"), "\(tried.errors)")
        #expect(tried.errors.contains("127.0.0.1"), "\(tried.errors)")
    }

    @Test("S7: the node that config.yaml names may lie on this computer; one that does not answer costs nothing")
    func localNode() throws {
        let home = try home()
        try home.write(
            "config/schemerouter/config.yaml",
            "networks: { eos: { use: nodeos, url: \"http://127.0.0.1:1\", account: practiceuser } }\n")
        for arguments in [["open", try Self.transfer()], ["wallet", "balance", "eos"]] {
            let result = try home.router(arguments)
            #expect(result.status == 76 && !result.errors.contains("do not allow"), "\(result.errors)")
            #expect(result.errors.contains("did not answer"), "\(result.errors)")
        }
        #expect(!home.dialogue().contains("GETPIN"))
    }
}
