import ExactJSON
import RouterEOSIO
import RouterMYKEYFormat
import RouterTestSupport
import Testing

/// What a dapp's server does with a login (Documentation/protocols/mykey.md §6).
@Suite struct LoginTests {
    private static let real = Vectors.signatures.rows("real")[0]

    /// The real signature in the spelling of MYKEY's newer documents, which is what it was made for.
    private static func realBody(_ change: (inout [(name: String, value: JSON)]) -> Void = { _ in }) -> [UInt8] {
        let fields = real["fields"]!
        var members: [(name: String, value: JSON)] = [
            ("account", .string(fields.text("account"))), ("chain", .string("EOS")), ("dappKey", .string("9mDxSbyR")),
            ("dappUserId", .string(fields.text("uuID"))), ("mykeyUID", .string(fields.text("mykeyUID"))),
            ("accountType", .number(1)), ("mykeyUIDSignature", .string(real.text("signature"))),
            ("origin", .string(fields.text("ref"))), ("protocol", .string("MYKEY")),
            ("pubKey", .string(real.text("pub"))), ("timestamp", .number(1_606_900_362)), ("version", .string("1.0")),
        ]
        change(&members)
        return JSON.object(members).bytes
    }

    private static func reserved(_ text: String, status: JSON = .number(0)) throws -> AccountKeys {
        let rows = ["EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV", "", "", text].map {
            JSON.object([("key", .object([("pubkey", .string($0)), ("status", status)]))])
        }
        return try #require(AccountKeys(keyData: .object([("rows", .array(rows))])))
    }

    private static func verify(
        _ body: [UInt8], user: String? = nil, keys: AccountKeys? = nil, now: Int64 = 1_606_900_400,
        verifier: LoginVerifier = LoginVerifier(dappKey: "9mDxSbyR"), isFirstUse: Bool = true
    ) throws -> LoginVerifier.VerifiedLogin {
        try verifier.verify(
            try LoginReply(body: body), user: user ?? real["fields"]!.text("uuID"),
            keys: try keys ?? reserved(real.text("pub")), now: now
        ) { _ in isFirstUse }
    }

    @Test("the login of a live MYKEY app on the main network")
    func realLogin() throws {
        let login = try Self.verify(Self.realBody())
        #expect(login.account.description == "mykeydoctest")
        #expect(login.walletID == "E87E3CC788C44BB8544003AF6CEB62E8")
        #expect(login.key.description == Self.real.text("pub"))
        #expect(login.answer.text == #"{"code":0,"message":""}"#)
        #expect(
            try LoginReply(body: Self.realBody()).signedText + Self.real["fields"]!.text("mykeyUID")
                == Self.real.text("unsigned"))
        // A phone writes UUIDs in upper case.
        _ = try Self.verify(Self.realBody(), user: Self.real["fields"]!.text("uuID").uppercased())
    }

    private static func replacing(_ name: String, by value: JSON?) -> [UInt8] {
        realBody { members in
            guard let index = members.firstIndex(where: { $0.name == name }) else { preconditionFailure("no \(name)") }
            if let value { members[index].value = value } else { members.remove(at: index) }
        }
    }

    @Test("every signed part counts")
    func forgeries() throws {
        for (name, value) in [
            ("mykeyUID", "E87E3CC788C44BB8544003AF6CEB62E9"), ("timestamp", "1606900363"), ("account", "mykeydoctesu"),
        ] {
            #expect(throws: LoginRefusal.wrongSignature) { try Self.verify(Self.replacing(name, by: .string(value))) }
        }
        let other = "e9467118-9321-4916-8153-4a5a9087e51f"
        #expect(throws: LoginRefusal.wrongSignature) {
            try Self.verify(Self.replacing("dappUserId", by: .string(other)), user: other)
        }
        let verifier = LoginVerifier(dappKey: "9mDxSbyR", refs: ["mykey", "other"])
        #expect(throws: LoginRefusal.wrongSignature) {
            try Self.verify(Self.replacing("origin", by: .string("other")), verifier: verifier)
        }
        // The signature over everything but the wallet's id is another one.
        #expect(throws: LoginRefusal.wrongSignature) {
            try Self.verify(Self.realBody { $0.append(("sign", .string(Self.real.text("signature")))) })
        }
        let keys = try Self.reserved("EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV")
        #expect(throws: LoginRefusal.wrongSignature) { try Self.verify(Self.realBody(), keys: keys) }
    }

    @Test("what a server refuses before it looks at the signature, and after")
    func refusals() throws {
        let body = Self.realBody()
        #expect(throws: LoginRefusal.wrongUser) { try Self.verify(body, user: "someone-else") }
        #expect(throws: LoginRefusal.wrongDapp) { try Self.verify(body, verifier: LoginVerifier(dappKey: "other")) }
        #expect(throws: LoginRefusal.wrongDapp) { try Self.verify(body, verifier: LoginVerifier(dappKey: nil)) }
        #expect(throws: LoginRefusal.wrongDapp) {
            try Self.verify(Self.replacing("protocol", by: .string("MYKEYSimple")))
        }
        #expect(throws: LoginRefusal.unexpectedProtocol) {
            try Self.verify(body, verifier: LoginVerifier(dappKey: "9mDxSbyR", protocols: [.mykeySimple]))
        }
        #expect(throws: LoginRefusal.unknownRef) {
            try Self.verify(body, verifier: LoginVerifier(dappKey: "9mDxSbyR", refs: ["SimpleWallet"]))
        }
        let signed: Int64 = 1_606_900_362
        _ = try Self.verify(body, now: signed - 300)
        _ = try Self.verify(body, now: signed + 300)
        for now in [signed - 301, signed + 301, .min, .max, 0] {
            #expect(throws: LoginRefusal.wrongTime) { try Self.verify(body, now: now) }
        }
        for status in [JSON.number(1), .string("1"), .number(7)] {
            let keys = try Self.reserved(Self.real.text("pub"), status: status)
            #expect(throws: LoginRefusal.frozenKey) { try Self.verify(body, keys: keys) }
        }
        #expect(throws: LoginRefusal.replayed) { try Self.verify(body, isFirstUse: false) }
        #expect(LoginRefusal.replayed.answer.text == #"{"code":1,"message":"The login has already been used."}"#)
    }

    @Test("a forged login uses no id up")
    func noUse() throws {
        let reply = try LoginReply(body: Self.replacing("timestamp", by: .string("1606900363")))
        #expect(throws: LoginRefusal.wrongSignature) {
            try LoginVerifier(dappKey: "9mDxSbyR").verify(
                reply, user: reply.uuID, keys: try Self.reserved(Self.real.text("pub")), now: reply.time
            ) { _ in
                Issue.record("noted")
                return true
            }
        }
    }

    @Test("bodies of each protocol", arguments: Vectors.signatures.rows("login"))
    func bodies(row: JSON) throws {
        let body = try #require(row["body"])
        let reply = try LoginReply(json: body)
        #expect(reply.signedText == row.text("unsigned"))
        let account = try JSON(
            reading: Array(
                #"""
                {"permissions":[{"perm_name":"owner","required_auth":{"threshold":1,"keys":[]}},
                {"perm_name":"active","parent":"owner","required_auth":{"threshold":2,"accounts":[],"waits":[],"keys":[
                {"key":"PUB_R1_8E46r5HiQF84o6V8MWQQg1vPpgfjYA4XDqT6xbtaaebxw7XbLu","weight":2},
                {"key":"\#(row.text("pub"))","weight":2}]}}]}
                """#.utf8), limits: .answer)
        let keys = try #require(AccountKeys(account: account))
        let verifier = LoginVerifier(dappKey: "9mDxSbyR")
        let login = try verifier.verify(reply, user: reply.uuID, keys: keys, now: reply.time) {
            $0.timestamp == reply.timestamp
        }
        #expect(login.key.description == row.text("pub"))
        #expect(login.account.description == body.text("account"))
        #expect(login.walletID == nil)
    }

    @Test("a key needs the weight of its permission; owner is tried after active")
    func weights() throws {
        let row = Vectors.signatures.rows("login")[0]
        let reply = try LoginReply(json: try #require(row["body"]))
        let key = try PublicKey(row.text("pub"))
        let verifier = LoginVerifier(dappKey: "9mDxSbyR")
        func isTaken(_ authorities: [AccountKeys.Authority]) -> Bool {
            let login = try? verifier.verify(
                reply, user: reply.uuID, keys: .permissions(authorities), now: reply.time
            ) { _ in true }
            return login != nil
        }
        func authority(_ threshold: UInt32, _ weight: UInt16) -> AccountKeys.Authority {
            AccountKeys.Authority(threshold: threshold, keys: [AccountKeys.Weighted(key: key, weight: weight)])
        }
        #expect(isTaken([authority(1, 1)]))
        #expect(isTaken([authority(2, 1), authority(1, 1)]))
        #expect(!isTaken([authority(2, 1)]))
        #expect(!isTaken([authority(0, 0)]))
        #expect(!isTaken([]))
    }

    @Test(
        "invalid bodies, and the member that is wrong",
        arguments: [
            ("timestamp", JSON.number(160_690_036)), ("timestamp", .string("16069003620")), ("timestamp", .string("")),
            ("timestamp", .bool(true)), ("protocol", .string("mykey")), ("account", .string("UPPER")),
            ("dappUserId", .string("a b")), ("dappUserId", .string("")), ("origin", .null),
            ("mykeyUIDSignature", .string("SIG_K1_abc")), ("mykeyUIDSignature", nil), ("mykeyUID", nil),
            ("dappKey", .number(1)), ("timestamp", nil), ("account", nil),
        ] as [(String, JSON?)])
    func malformed(name: String, value: JSON?) {
        let names = [
            "dappUserId": "uuID", "origin": "ref", "mykeyUIDSignature": value == nil ? "sign" : name,
            "dappKey": "dapp_key",
        ]
        #expect(throws: LoginRefusal.malformed(names[name] ?? name)) {
            try LoginReply(body: Self.replacing(name, by: value))
        }
    }

    @Test("no JSON at all, and what no node answers")
    func noJSON() throws {
        for body in ["", "[]", "{", "{\"a\":1,\"a\":2}"] {
            #expect(throws: LoginRefusal.malformed("")) { try LoginReply(body: Array(body.utf8)) }
        }
        #expect(AccountKeys(keyData: .object([("rows", .array([]))])) == nil)
        #expect(AccountKeys(keyData: .null) == nil)
        #expect(AccountKeys(account: .object([("permissions", .array([]))])) == nil)
        #expect(
            AccountKeys(account: .object([("permissions", .array([.object([("perm_name", .string("active"))])]))]))
                == nil)
    }
}
