import ExactJSON
import Foundation
import MYKEYWalletLib
import RouterEOSIO
import RouterMYKEYFormat
import Testing

/// The Swift of Documentation/mykey-dapps.md, word for word, so that it compiles and works.
@MainActor
private enum Guide {
    static var calls: [String] = []
    static var dataDirectory = ""
    static var keys: AccountKeys?
    static var logins: Set<LoginVerifier.LoginID> = []

    static func lookUp(_ id: Checksum256) { calls.append(id.hex) }
    static func offerToAskAgain() { calls.append("again") }
    static func show(_ text: String) { calls.append(text) }
    static func open(session account: Name) { calls.append("session of \(account)") }
    static func keysOnChain(of account: Name) async throws -> AccountKeys { try #require(keys) }
    static func remember(_ login: LoginVerifier.LoginID) -> Bool { logins.insert(login).inserted }

    static func buy(dapp: MYKEYDapp) async {
        do {
            let price = try Asset("1.0000 EOS")
            let request = TokenTransferRequest(
                price, of: try Name("eosio.token"), to: try Name("shopshopshop"), memo: "order 42", orderID: "42",
                server: "https://shop.example/mykey/paid")
            let paid = try await dapp.transfer(request)
            lookUp(paid.id)
        } catch let error as MYKEYError where error.reason == .cancelled {
            offerToAskAgain()
        } catch {
            show("\(error)")
        }
    }

    static func start() throws -> MYKEYDapp {
        let id = try UserIDFile(path: "\(dataDirectory)/id").read()
        return MYKEYDapp(try DappIdentity.simple(name: "Shop", scheme: "shop", userID: id))
    }

    static func signIn() {
        let request = SignRequest()
        request.message = "nonce of the server"
        MYKEYWallet.shared.sign(
            signRequest: request,
            response: MYKEYResponse(
                success: { payload in show(payload) }, failure: { error in show(error) },
                cancelled: { offerToAskAgain() }))
    }

    static func login(_ body: [UInt8], user: String, now: Int64) async throws -> JSON {
        do {
            let reply = try LoginReply(body: body)
            let keys = try await keysOnChain(of: reply.account)
            let verifier = LoginVerifier(dappKey: "9mDxSbyR")
            let login = try verifier.verify(reply, user: user, keys: keys, now: now) { remember($0) }
            open(session: login.account)
            return login.answer
        } catch let refusal as LoginRefusal {
            return refusal.answer
        }
    }
}

@Suite(.serialized) @MainActor struct GuideTests {
    private static let text: String = {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "Documentation/mykey-dapps.md"), encoding: .utf8)) ?? ""
    }()

    @Test("the guide's Swift is the code above")
    func swift() throws {
        let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let blocks = Self.text.components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 4)
        for block in blocks {
            let code = try #require(block.components(separatedBy: "\n```").first)
            for line in code.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                #expect(own.contains(line), "\(line)")
            }
        }
    }

    @Test("the guide's table has every reason", arguments: MYKEYError.Reason.allCases)
    func reasons(reason: MYKEYError.Reason) {
        let rows = Self.text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.contains { $0.contains("`\(reason.rawValue)`") })
    }

    @Test("the guide's dapp is told of a payment, a no and a failure")
    func buying() async throws {
        let txid = String(repeating: "ab", count: 32)
        for (result, payload, call) in [
            (1, #"{"txId":"\#(txid)"}"#, txid), (0, nil, "again"),
            (10013, nil, "walletFailed (10013): The account's balance is too low."),
        ] as [(Int, String?, String)] {
            Guide.calls = []
            let opener = RecordingOpener()
            let dapp = MYKEYDapp(try DappIdentity.simple(name: "Shop", scheme: "shop", userID: "u"), opener: opener)
            let buying = Task { await Guide.buy(dapp: dapp) }
            let asked = try await opener.next()
            #expect(asked.json["amount"]?.text == "1.0000")
            dapp.handle(asked.callback(result, payload))
            await buying.value
            #expect(Guide.calls == [call])
        }
    }

    @Test("the guide's dapp in simple mode keeps its id")
    func starting() throws {
        Guide.dataDirectory = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: Guide.dataDirectory) }
        let first = try Guide.start().identity
        #expect(try Guide.start().identity == first)
        #expect(first.kind == .mykeySimple)
    }

    @Test("the guide's server takes a login once, and no forged one")
    func serving() async throws {
        let row = try #require(Vectors.json("signatures")["login"]?.elements?.first)
        let body = try #require(row["body"])
        let key = try PublicKey(try #require(row["pub"]?.string))
        Guide.keys = .reserved(key, isFrozen: false)
        (Guide.calls, Guide.logins) = ([], [])
        let user = try #require(body["uuID"]?.string)
        let forged = Array(body.text.replacing("bobbobbobbob", with: "alicealice11").utf8)
        #expect(try await Guide.login(forged, user: user, now: 1_600_000_000)["code"] == .number(1))
        #expect(try await Guide.login(body.bytes, user: user, now: 1_600_000_100)["code"] == .number(0))
        #expect(try await Guide.login(body.bytes, user: user, now: 1_600_000_100)["code"] == .number(1))
        #expect(Guide.calls == ["session of bobbobbobbob"])
    }
}
