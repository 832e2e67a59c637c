import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What a reply may contain, whatever a plugin writes into it (S4, S11).
@Suite struct ReplyContentTests {
    private static let journalled = ReplyRequest.journal(
        JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: "f",
            chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: "myapp",
            recipient: ExecutionFixture.address))

    private static func form(fields: [String] = [], words: [String] = []) -> ReplyForm {
        ReplyForm(
            name: "test", fields: fields, results: [("txid", .txid)], done: words, declined: [], failed: [], unknown: []
        )
    }

    private static func complaint(
        _ link: LinkTemplate, _ form: ReplyForm, _ request: ReplyRequest = journalled, _ ending: Ending = .done
    ) -> String? { request.complaint(about: ReplyTemplate(link: link), ending: ending, form: form) }

    private static let revealing = "it reveals something that the link does not ask for"

    @Test("a reply has at most 65,536 bytes, to the byte")
    func length() {
        for (length, isAllowed) in [(65_536, true), (65_537, false)] {
            let text = String(repeating: "a", count: length - "myapp://f=".utf8.count)
            let complaint = Self.complaint(
                LinkTemplate(to: "myapp", [ReplyField("f", .text(text))]), Self.form(fields: ["f"], words: [text]))
            #expect(complaint == (isAllowed ? nil : "it has more than 65536 bytes"))
        }
    }

    @Test("S4: a name that could end its field is not one, even if the form has it")
    func names() {
        let names = ["", "a&b", "a=b", "a b", "ä", "a\nb", "a-b"]
        let form = Self.form(fields: names + ["aZ_9", "_"], words: ["w"])
        for name in names + ["aZ_9", "_"] {
            let complaint = Self.complaint(LinkTemplate(to: "myapp", [ReplyField(name, .text("w"))]), form)
            #expect(complaint == (names.contains(name) ? "it has an extra field" : nil), "\(name)")
        }
    }

    @Test("S4: a reply to an app fills no link of its own")
    func ownLink() throws {
        let wake = try WakeLink(template: "myapp://{{f}}evil{{txid}}", routes: RouteTable.load([.shipped]))
        let link = LinkTemplate(filling: wake, [ReplyField("f", .text("w")), ReplyField("txid", .blank(.txid))])
        #expect(Self.complaint(link, Self.form(fields: ["f"], words: ["w"])) == "nobody should be notified")
    }

    private static func request(
        waking template: String, userID: String? = nil, sign: String? = nil, identity: LoginRequest.Identity? = nil
    ) throws -> ReplyRequest {
        let header = RequestHeader(
            scheme: "mykey", coin: "eos", network: .main, sender: nil, callbacks: "test", warnings: [], ignored: [])
        let wake = try WakeLink(template: template, routes: RouteTable.load([.shipped]))
        let dapp = DappClaims(
            dialect: "MYKEY", name: nil, appKey: nil, userID: userID, userName: nil, note: nil, orderID: nil,
            server: nil,
            wake: wake, isEncoded: false)
        return .link(
            sign.map { .sign(SignRequest(header: header, dapp: dapp, message: $0)) }
                ?? .login(LoginRequest(header: header, dapp: dapp, userID: "carol", identity: identity)))
    }

    @Test("S4: a reply fills the blanks of the dapp's link, all of them, in order, and changes nothing between them")
    func blanks() throws {
        let (right, fields) = ("shop://a?{{sig}}-{{acc}}!", ["sig", "acc"])
        let request = try Self.request(waking: right)
        let form = ReplyForm(
            name: "test", fields: [], results: [("sig", .signature), ("acc", .account)], done: [], declined: [],
            failed: [], unknown: [])
        let blanks: [String: ReplyBlank] = ["sig": .signature, "acc": .account]
        func complaint(_ template: String, _ names: [String]) throws -> String? {
            let wake = try WakeLink(template: template, routes: RouteTable.load([.shipped]))
            return Self.complaint(
                LinkTemplate(filling: wake, names.map { ReplyField($0, .blank(blanks[$0]!)) }), form, request)
        }
        #expect(try complaint(right, fields) == nil)
        let otherBlanks = "it fills blanks that the link does not have"
        #expect(try complaint("shop://a?{{sig}}&evil={{acc}}!", fields) == otherBlanks)
        #expect(try complaint(right, ["acc", "sig"]) == otherBlanks)
        #expect(try complaint(right, ["sig"]) == otherBlanks)
        let twice = try Self.request(waking: "shop://a?{{sig}}-{{sig}}")
        let filled = LinkTemplate(
            filling: try WakeLink(template: "shop://a?{{sig}}-{{sig}}", routes: RouteTable.load([.shipped])),
            ["sig", "sig"].map { ReplyField($0, .blank(.signature)) })
        #expect(Self.complaint(filled, form, twice) == nil)
        let elsewhere = "it does not go where the link says"
        #expect(try complaint("shop://b?{{sig}}-{{acc}}!", fields) == elsewhere)
        #expect(try complaint("shop://a?{{sig}}-{{acc}}?", fields) == elsewhere)
        let wake = try WakeLink("shop://a?x=1", routes: RouteTable.load([.shipped]))
        #expect(Self.complaint(LinkTemplate(continuing: wake, []), form, request) == elsewhere)
    }

    @Test("S4: the scheme of a link counts, too, not only its text")
    func scheme() throws {
        let request = try Self.request(waking: "shop://a?x=1")
        let right = LinkTemplate(scheme: "shop", opening: "shop://a?x=1&", fields: [])
        let other = LinkTemplate(scheme: "other", opening: "shop://a?x=1&", fields: [])
        #expect(Self.complaint(right, Self.form(), request) == nil)
        #expect(Self.complaint(other, Self.form(), request) == "it does not go where the link says")
    }

    @Test("S4: after each action a reply may tell only what belongs to it")
    func results() {
        let header: Set<ReplyBlank> = [.permission, .chainID, .expiration, .referenceBlock, .referenceCheck]
        let contract = header.union([.txid, .account, .signature])
        let told: [Action: Set<ReplyBlank>] = [
            .payment: [.txid, .transaction, .paymentProof], .address: [.address],
            .masterPublicKey: [.masterPublicKeyBIP32, .masterPublicKeyBIP44], .transfer: contract,
            .transaction: contract,
            .login: [.signature, .secondSignature, .addition, .time, .account, .publicKey],
            .sign: [.signature, .account, .publicKey],
        ]
        for action in Action.allCases {
            let may = ReplyBlank.allCases.filter { action.mayTell($0) }
            #expect(Set(may) == told[action] ?? [], "\(action)")
        }
        for blank in ReplyBlank.allCases { #expect(blank.isOfHeader == header.contains(blank), "\(blank)") }
    }

    @Test("S4: a proof of identity tells its id and whose it is for which chain; another login does not")
    func identity() throws {
        let header: Set<ReplyBlank> = [.permission, .chainID, .expiration, .referenceBlock, .referenceCheck]
        let login: Set<ReplyBlank> = [.signature, .secondSignature, .addition, .time, .account, .publicKey]
        for (identity, told) in [
            (nil, login), (LoginRequest.Identity(scope: nil), login.union(header).union([.txid])),
        ] as [(LoginRequest.Identity?, Set<ReplyBlank>)] {
            let request = try Self.request(waking: "shop://a", identity: identity)
            #expect(Set(ReplyBlank.allCases.filter { request.mayTell($0) }) == told)
        }
    }

    @Test("S4, S6: a text of the request is named, and any other is worded as it is")
    func wording() throws {
        let sign = try Self.request(waking: "shop://a", userID: "carol-7", sign: "Hello")
        let login = try Self.request(waking: "shop://a", userID: "carol-7")
        for (request, text, wording) in [
            (sign, "carol-7", "‹user›"), (sign, "Hello", "‹text to sign›"), (sign, "MYKEY", "‹protocol›"),
            (sign, "mykey", "‹scheme›"), (sign, "sign", "‹kind of request›"), (sign, "carol", nil),
            (login, "carol", "‹user›"), (login, "carol-7", "‹user›"), (login, "Hello", nil),
            (Self.journalled, ExecutionFixture.address, "‹recipient›"), (Self.journalled, "carol-7", nil),
        ] as [(ReplyRequest, String, String?)] {
            let link = LinkTemplate(to: "shop", [ReplyField("f", .text(text))])
            #expect(request.wording(of: link) == "f=\(wording ?? text)")
            #expect(request.says(text) == (wording != nil), "\(text)")
        }
    }

    @Test("S4: a server on this computer or a private network is refused in full words")
    func privateServer() throws {
        let server = try #require(ServerAddress("https://127.0.0.1:8888/x"))
        let error = #expect(throws: ServiceError.self) { try ExecutionFixture().services.checkMayReach(server) }
        #expect(
            error?.message
                == "The answer would go to \(server.host), which is this computer or is on a private network, and your "
                + "settings do not allow that.")
        #expect(error?.hint == "Nothing was done. To allow it, write in config.yaml: allow-hosts: [\"127.0.0.1\"].")
    }

    @Test("S10: what a server says to a result decides whether it took it, and the person gets its reason")
    func servers() async throws {
        let server = try #require(ServerAddress("https://dapp.example/l"))
        let quoted = { (text: String) in "\(Quoted(text, limit: 200))" }
        for (answer, receipt, problem) in [
            (MemoryServers.answer("", status: 200), .status, nil),
            (MemoryServers.answer("", status: 299), .status, nil),
            (MemoryServers.answer("", status: 199), .status, "it responded with status 199"),
            (MemoryServers.answer("", status: 300), .status, "it responded with status 300"),
            (MemoryServers.answer("", status: 301), .status, "it responded with status 301"),
            (MemoryServers.answer(#"{"code":0}"#), .code, nil),
            (MemoryServers.answer(#"{"code":"0"}"#), .code, "it did not confirm receipt"),
            (
                MemoryServers.answer(#"{"code":1,"message":"gone"}"#), .code,
                "it rejected it (\(quoted("1"))) \(quoted("gone"))"
            ),
            (
                MemoryServers.answer(#"{"code":1,"error":"late"}"#), .code,
                "it rejected it (\(quoted("1"))) \(quoted("late"))"
            ),
            (
                MemoryServers.answer(#"{"code":1,"message":"gone","error":"late"}"#), .code,
                "it rejected it (\(quoted("1"))) \(quoted("gone"))"
            ),
            (MemoryServers.answer(#"{"code":1}"#), .code, "it rejected it (\(quoted("1"))) \(quoted(""))"),
        ] as [(NetworkAnswer, PostTemplate.Receipt, String?)] {
            var fixture = ExecutionFixture()
            fixture.servers = MemoryServers.confirming([.success(answer)])
            let reason = await fixture.services.post([1], to: server, receipt: receipt, isRetried: false)
            #expect(reason == problem)
            #expect(fixture.servers.requests.map(\.answerLimit) == [65_536])
        }
    }

    @Test("S6: a result that has happened is sent again where that may help")
    func retried() async throws {
        let server = try #require(ServerAddress("https://dapp.example/l"))
        for (isRetried, count) in [(true, 2), (false, 1)] {
            var fixture = ExecutionFixture()
            fixture.servers = MemoryServers.confirming([.success(MemoryServers.answer("", status: 503))])
            let reason = await fixture.services.post([1], to: server, receipt: .code, isRetried: isRetried)
            #expect((reason == nil) == isRetried && fixture.servers.requests.count == count)
        }
    }
}
