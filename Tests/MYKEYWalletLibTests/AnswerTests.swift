import ExactJSON
import Foundation
import RouterEOSIO
import RouterMYKEYFormat
import Testing

@testable import MYKEYWalletLib

/// What the typed methods make of payloads.
@Suite struct AnswerTests {
    private static func asking<Answer: Sendable>(
        _ payload: String?, _ ask: @escaping @Sendable (MYKEYDapp) async throws(MYKEYError) -> Answer
    ) async throws -> Answer {
        let opener = RecordingOpener()
        let dapp = MYKEYDapp(try WireTests.identity(), opener: opener)
        async let answer = ask(dapp)
        dapp.handle(try await opener.next().callback(1, payload))
        return try await answer
    }

    private static let txid = "8ed48241af89fd4e3d7b0b0c6cf7847ee6ad3937bbc3aa85506c4a893cba7bb1"

    @Test("a transaction, told to the server or not")
    func transaction() async throws {
        let request = ContractCallRequest([.init(account: try Name("a"), name: try Name("b"), data: .object([]))])
        for (payload, isTold) in [
            (#"{"txId":"\#(Self.txid)"}"#, true),
            (#"{"txID":"\#(Self.txid.uppercased())","notify":{"ok":true}}"#, true),
            (#"{"txId":"\#(Self.txid)","notify":{"ok":false,"message":"x"}}"#, false),
        ] {
            let answer = try await Self.asking(payload) { (dapp) throws(MYKEYError) in try await dapp.contract(request)
            }
            #expect(answer.id.hex == Self.txid)
            #expect(answer.isServerTold == isTold)
        }
        let transfer = TokenTransferRequest(try Asset("1.0000 EOS"), of: try Name("eosio.token"), to: try Name("bob"))
        for (payload, place) in [
            (nil, "payload"), ("[]", "payload"), ("x", "payload"), ("{}", "txId"), (#"{"txId":"00"}"#, "txId"),
            (#"{"txId":1}"#, "txId"),
        ] as [(String?, String)] {
            await #expect(throws: MYKEYError.unreadable(place, "")) {
                try await Self.asking(payload) { (dapp) throws(MYKEYError) in try await dapp.transfer(transfer) }
            }
        }
    }

    @Test("a signature of the text, and of nothing else")
    func signature() async throws {
        let rows = try #require(Vectors.json("signatures")["messages"]?.elements)
        let texts = try rows.prefix(2).map { row in
            try ["message", "signature_rfc6979", "pub"].map { try #require(row[$0]?.string) }
        }
        let (message, sign, key) = (texts[0][0], texts[0][1], texts[0][2])
        let ask = { @Sendable (dapp: MYKEYDapp) async throws(MYKEYError) in try await dapp.sign(SigningRequest(message))
        }
        let answer = try await Self.asking(#"{"sign":"\#(sign)"}"#, ask)
        #expect(answer.key.description == key)
        #expect(answer.account == nil)
        let full = #"{"sign":"\#(sign)","public_key":"\#(key)","account":"bobbobbobbob","message":"x"}"#
        let named = try await Self.asking(full, ask)
        #expect(named.account?.description == "bobbobbobbob")
        let publicKey = try PublicKey(key)
        #expect(named.isSigned(by: .reserved(publicKey, isFrozen: false)))
        #expect(!named.isSigned(by: .reserved(publicKey, isFrozen: true)))
        #expect(!named.isSigned(by: .permissions([])))
        for (payload, place) in [
            (full.replacing(sign, with: texts[1][1]), "public_key"), ("{}", "sign"), (#"{"sign":"SIG_K1_x"}"#, "sign"),
            (full.replacing(key, with: "EOS"), "public_key"),
        ] {
            await #expect(throws: MYKEYError.unreadable(place, "")) { try await Self.asking(payload, ask) }
        }
    }

    @Test("a login in both spellings")
    func login() async throws {
        let ask = { @Sendable (dapp: MYKEYDapp) async throws(MYKEYError) in try await dapp.authorize(LoginRequest()) }
        let row = try #require(Vectors.json("signatures")["login"]?.elements?.first)
        let old = try await Self.asking(try #require(row["body"]).text, ask)
        #expect(old.account.description == "bobbobbobbob")
        #expect(old.signedText == row["unsigned"]?.string)
        let new = try await Self.asking(
            #"""
            {"account":"bobbobbobbob","chain":"EOS","dappKey":"9mDxSbyR","accountType":1,"origin":"mykey",
            "dappUserId":"7143c696-94eb-4cc4-a8bd-b7309579ac01","protocol":"MYKEY","version":"1.0",
            "pubKey":"EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV","timestamp":1600000000,
            "signature":"\#(row["body"]?["sign"]?.string ?? "")"}
            """#.replacing("\n", with: ""), ask)
        #expect(new == old)
        await #expect(throws: MYKEYError.unreadable("account", "")) {
            try await Self.asking(#"{"protocol":"MYKEY","uuID":"u"}"#, ask)
        }
    }
}
