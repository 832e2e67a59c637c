import ExactJSON
import RouterMYKEY
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What dapps and their servers are told (Documentation/protocols/mykey.md §3).
@Suite struct ReplyTests {
    private static let id = TransactionID(hex: String(repeating: "8e", count: 32))!
    private static let signer = AccountSigner(account: "bobbobbobbob", permission: "active")

    private func result(_ action: Action, _ content: DappResult.Content) -> DappResult {
        DappResult(action: action, signer: Self.signer, publicKey: "EOS6key", content: content)
    }

    private func request(_ json: String, scheme: String = "mykey") throws -> WalletRequest {
        try MYKEYFixture.read(MYKEYFixture.link(json, scheme: scheme)).request
    }

    private static func transfer(_ dialect: String, callback: String) -> String {
        #"{"action":"transfer","amount":1,"callback":"\#(callback)","contract":"eosio.token","dappData":"","precision":4,"#
            + #""protocol":"\#(dialect)","symbol":"EOS","to":"alicealice11","transferUrl":"https://dapp.example/t"}"#
    }

    @Test("callbacks.json: the link that wakes a dapp, byte for byte")
    func vectors() throws {
        let cases = try #require(Self.callbackCases)
        for vector in cases {
            let name = try #require(vector["name"]?.text)
            let callback = try #require(vector["callback"]?.text)
            let dialect = name.hasPrefix("simplewallet") ? "SimpleWallet" : "MYKEY"
            let scheme = dialect == "MYKEY" ? "mykey" : "simplewallet"
            let request = try request(Self.transfer(dialect, callback: callback), scheme: scheme)
            let plugin = MYKEYPlugin(
                now: { 0 }, rawPayloads: name.contains("raw payload") ? [try #require(request.dapp?.wake?.scheme)] : [])
            #expect(Self.wake(plugin, request, vector) == vector["url"]?.text, "\(name)")
        }
        #expect(cases.count == 7)
    }

    private static let callbackCases: [JSONValue]? = {
        let file = JSONValue.file("mykey/callbacks.json")
        return file.elements.isEmpty ? file["cases"]?.elements : file.elements
    }()

    private static func link(
        _ plugin: MYKEYPlugin, _ request: WalletRequest, _ ending: Ending, _ values: [ReplyBlank: String] = [:]
    ) -> String? {
        plugin.reply(to: .link(request), ending: ending)?.link?.completed(with: values)
    }

    private static func wake(_ plugin: MYKEYPlugin, _ request: WalletRequest, _ vector: JSONValue) -> String? {
        switch vector["fields"]?["result"]?.integer {
        case 1:
            let text = vector["fields"]?["txID"]?.text ?? vector["fields"]?["payload"]?["txId"]?.text
            guard let id = text.flatMap({ TransactionID(hex: $0) }) else { return nil }
            let result = DappResult(action: .transfer, signer: signer, publicKey: "", content: .executed(id))
            return link(plugin, request, .done, result.values())
        case 0: return link(plugin, request, .declined)
        case 2: return link(plugin, request, .failed)
        case 10005: return link(plugin, request, .unknown)
        default: return nil
        }
    }

    @Test("a transaction: what server and dapp get, and what the dapp gets where the server did not take it")
    func transaction() throws {
        let request = try request(Self.transfer("MYKEY", callback: "shop://x?a=1"))
        let reply = try #require(MYKEYPlugin(now: { 0 }).reply(to: .link(request), ending: .done))
        let values = result(.transfer, .executed(Self.id)).values()
        #expect(reply.post?.server.host == "dapp.example")
        #expect(
            String(decoding: try #require(reply.post?.completed(with: values)), as: UTF8.self)
                == #"{"protocol":"MYKEY","version":"1.0","tx_id":"\#(Self.id.hex)","ref":"mykey","account":"bobbobbobbob"}"#
        )
        let payload = "%7B%22txId%22%3A%22\(Self.id.hex)%22"
        #expect(reply.link?.completed(with: values) == "shop://x?a=1&result=1&payload=\(payload)%7D")
        #expect(
            reply.linkWithoutServer?.completed(with: values)
                == "shop://x?a=1&result=1&payload=\(payload)%2C%22notify%22%3A%7B%22ok%22%3Afalse%7D%7D")
    }

    @Test("a login has the documented members; servers of SimpleWallet get a number and no key of the dapp")
    func login() throws {
        for (dialect, scheme, timestamp, appKey, ref) in [
            ("MYKEY", "mykey", #""1700000000""#, #""9mDxSbyR""#, "mykey"),
            ("MYKEYSimple", "mykey", #""1700000000""#, "null", "mykey"),
            ("SimpleWallet", "simplewallet", "1700000000", nil, "schemerouter"),
        ] as [(String, String, String, String?, String)] {
            let json =
                #"{"action":"login","callback":"shop://x","loginUrl":"https://a.example/l","protocol":"\#(dialect)","#
                + #""uuID":"\#(MYKEYFixture.userID)"}"#
            let request = try request(json, scheme: scheme)
            let plugin = MYKEYPlugin(now: { 0 })
            let texts = try plugin.texts(for: request, by: Self.signer, at: 1_700_000_000)
            #expect(texts[0] == "1700000000bobbobbobbob\(MYKEYFixture.userID)\(ref)")
            #expect(texts.count == (dialect == "SimpleWallet" ? 1 : 2))
            let signed = texts.map { "SIG_K1_\($0.utf8.count)" }
            let reply = try #require(plugin.reply(to: .link(request), ending: .done))
            let values = result(.login, .signed(texts: texts, signatures: signed)).values(at: 1_700_000_000)
            let body = try JSON(reading: try #require(reply.post?.completed(with: values)), limits: .link)
            let link = try #require(reply.link?.completed(with: values))
            #expect(body["timestamp"]?.text == timestamp && body["dapp_key"]?.text == appKey)
            #expect(body["sign"]?.string == signed[0] && body["ref"]?.string == ref)
            #expect(body["account"]?.string == "bobbobbobbob" && body["uuID"]?.string == MYKEYFixture.userID)
            #expect(body["protocol"]?.string == dialect && body["version"]?.string == "1.0")
            if dialect == "SimpleWallet" {
                #expect(link == "shop://x?result=1")
            } else {
                #expect(link.contains("mykeyUIDSignature%22%3A%22\(signed[1])"))
            }
        }
    }

    @Test("the three numbers of the SDK's table that a dapp is told, with the table's words, also for old SDKs")
    func codes() throws {
        let request = try request(Self.transfer("MYKEY", callback: "shop://x?a=1#f"))
        let simple = try self.request(Self.transfer("SimpleWallet", callback: "shop://x"), scheme: "simplewallet")
        for (code, number, words) in [
            (.declined, 0, nil), (.failed, 2, "Failure"), (.unknown, 10005, "Push transaction timeout"),
        ] as [(Ending, Int, String?)] {
            let json = words.map { #"{"errorCode":\#(number),"errorMsg":"\#($0)"}"# }
            for isRaw in [false, true] {
                let plugin = MYKEYPlugin(now: { 0 }, rawPayloads: isRaw ? ["shop"] : [])
                let payload = json.map { "&payload=" + (isRaw ? $0 : PercentEncoding.encode($0)) } ?? ""
                #expect(Self.link(plugin, request, code) == "shop://x?a=1&result=\(number)\(payload)#f")
                #expect(Self.link(plugin, simple, code) == "shop://x?result=\(code == .declined ? 0 : 2)")
            }
        }
    }

    @Test("a bad link has the number of its mistake for those who look for it")
    func refused() throws {
        let bad = Self.transfer("MYKEY", callback: "shop://x?a=1").replacing(#""amount":1"#, with: #""amount":-1"#)
        let error = #expect(throws: RequestError.self) { try MYKEYFixture.read(MYKEYFixture.link(bad)) }
        #expect(error?.code == .amountOutOfRange && error?.dappCode == 10012)
        for callback in ["https:/x", "javascript:x", "mykey://mykey.org/", "file:///x", "shop", "shop://x\\n", "a b:c"]
        {
            let link = MYKEYFixture.link(Self.transfer("MYKEY", callback: callback))
            let error = #expect(throws: RequestError.self) { try MYKEYFixture.read(link) }
            #expect(error?.dappCode == 10012, "\(callback)")
        }
    }
}
