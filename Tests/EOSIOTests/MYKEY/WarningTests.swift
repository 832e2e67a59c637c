import RouterMYKEY
import SchemeRouter
import Testing

/// What a person is warned of before any network is asked, and names that only look like others.
@Suite struct WarningTests {
    private static func warnings(_ json: String) throws -> [LinkWarning.Code] {
        try MYKEYFixture.read(MYKEYFixture.link(json)).request.header.warnings.map(\.code)
    }

    private static func sign(_ message: String) throws -> [LinkWarning.Code] {
        try warnings(#"{"action":"sign","message":"\#(message)","protocol":"MYKEYSimple"}"#)
    }

    @Test(
        "a text that could be a login is pointed out, whatever the length of the account",
        arguments: ["a", "1", "bob", "eosio", "dot.dot", "alicealice11", "alicealice11a", ".a"])
    func logins(_ account: String) throws {
        #expect(try Self.sign("1700000000\(account)7143c696mykey") == [.messageLooksLikeLogin])
        #expect(try Self.sign("1700000000\(account)8") == [.messageLooksLikeLogin])
    }

    @Test(
        "other texts are not",
        arguments: ["1700000000", "170000000 alice", "1700000000 alice", "1700000000-x", "hello"])
    func noLogins(_ message: String) throws {
        #expect(try Self.sign(message).isEmpty)
    }

    @Test(
        "S5: characters of a text that cannot be seen are pointed out", arguments: ["\u{2800}", "\u{34F}", "\u{202E}"])
    func invisible(_ character: String) throws {
        #expect(try Self.sign("a\(character)b") == [.messageHasControls])
    }

    private static func transfer(contract: String, symbol: String = "EOS") -> String {
        #"{"action":"transfer","amount":1.5,"contract":"\#(contract)","precision":4,"protocol":"MYKEYSimple","#
            + #""symbol":"\#(symbol)","to":"alicealice11"}"#
    }

    @Test("a token that is called like the chain's own, and a contract that is called nearly like its, are pointed out")
    func lookalikes() throws {
        #expect(try Self.warnings(Self.transfer(contract: "eosio.token")).isEmpty)
        #expect(try Self.warnings(Self.transfer(contract: "tethertether", symbol: "USDT")).isEmpty)
        #expect(try Self.warnings(Self.transfer(contract: "somebodyelse")) == [.unusualToken])
        #expect(try Self.warnings(Self.transfer(contract: "eosio.t1ken", symbol: "USDT")) == [.unusualToken])
        #expect(try Self.warnings(Self.transfer(contract: "eosiotoken1")) == [.unusualToken])
        #expect(try Self.warnings(Self.transfer(contract: "eosiotoken")) == [.unusualToken, .unusualToken])
    }

    @Test("S1, S2: names are compared as they arrived: a sign that only looks like a letter is another one")
    func names() throws {
        // U+212A, the sign for kelvin, equals K under Unicode, and not in a link.
        let kelvin = "\u{212A}"
        #expect(throws: RequestError.self) {
            try Self.warnings(#"{"action":"sign","message":"x","protocol":"MY\#(kelvin)EY"}"#)
        }
        let link = MYKEYFixture.link(#"{"action":"sign","message":"x","protocol":"MYKEYSimple"}"#)
        let renamed = link.replacing("appKey=", with: "app%E2%84%AAey=")
        // One that is not known is ignored, so that there is no key of the dapp.
        #expect(try MYKEYFixture.read(link).request.dapp?.appKey == "9mDxSbyR")
        #expect(try MYKEYFixture.read(renamed).request.dapp?.appKey == nil)
        #expect(try MYKEYFixture.read(link + "&app%E2%84%AAey=1").request.dapp?.appKey == "9mDxSbyR")
    }

    @Test("S4, S5: what is no host is no server: it is shown to the person as it is")
    func hosts() {
        for host in ["a.example", "a_b.example:8080", "127.0.0.1", "[::1]:80", "[fe80::1.2.3.4]"] {
            #expect(ServerAddress("https://\(host)/x") != nil, "\(host)")
        }
        for host in ["a,b", "(verified)", "a.example;safe", "[x]", "[]", "a!", String(repeating: "a", count: 254)] {
            #expect(ServerAddress("https://\(host)/x") == nil, "\(host)")
        }
    }
}
