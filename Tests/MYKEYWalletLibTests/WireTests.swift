import ExactJSON
import Foundation
import RouterEOSIO
import RouterMYKEYFormat
import RouterTestSupport
import Testing

@testable import MYKEYWalletLib

/// What requests look like on the wire (Documentation/protocols/mykey.md §1.5).
@Suite struct WireTests {
    private static let id = "0BFE935E70C321C7CA3AFC75CE0D0CA2"

    static func identity(
        scheme: String = "simple", host: String = "com.mykey.sdk",
        userID: String = "7143c696-94eb-4cc4-a8bd-b7309579ac01"
    ) throws -> DappIdentity {
        try DappIdentity(
            appKey: "9mDxSbyR", userID: userID, name: "BiHu", icon: "https://bihu.com/favicon.ico", scheme: scheme,
            host: host)
    }

    private static func requests() throws -> [String: MYKEYRequest] {
        let transfer = TransferRequest()
        (transfer.from, transfer.to) = ("bobbobbobbob", "alicealice11")
        (transfer.amount, transfer.symbol, transfer.decimal) = ("1.0E-4", "EOS", "4")
        (transfer.contractName, transfer.memo, transfer.info) = ("eosio.token", "memo", "transfer to alicealice11")
        (transfer.orderId, transfer.callbackUrl) = ("BH1000001", "https://dapp.example/mykey/transfer")
        let ram = ContractAction()
        (ram.account, ram.name, ram.info) = ("eosio", "buyram", "buy ram")
        ram.data = ["payer": "bobbobbobbob", "quant": "1.0000 EOS", "receiver": "alicealice11"]
        let step = TransferAction()
        (step.account, step.name, step.info) = ("eosio.token", "transfer", "transfer to alicealice11")
        (step.data.from, step.data.to) = ("bobbobbobbob", "alicealice11")
        (step.data.quantity, step.data.memo) = ("0.0001 EOS", "memo")
        let contract = ContractRequest()
        contract.actions = [ram, step]
        (contract.info, contract.orderId) = ("Perform the mortgage REX operation", "BH1000001")
        contract.callbackUrl = "https://dapp.example/mykey/contract"
        return [
            "android-login": .login(
                LoginRequest(
                    userName: "bobbobbobbob", info: "Perform the binding of dapp and MYKEY",
                    server: "https://dapp.example/mykey/login")),
            "android-transfer": .transfer(try transfer.checked()),
            "android-transaction": .contract(try contract.checked()),
            "android-sign": .sign(
                SigningRequest(
                    "Messages that need to be signed, [it could be random which come from dapp server]",
                    server: "https://dapp.example/mykey/sign")),
        ]
    }

    @Test(
        "the requests of MYKEY's SDK, but for two public keys that no wallet uses",
        arguments: ["android-login", "android-transfer", "android-transaction", "android-sign"])
    func vectors(name: String) throws {
        let rows = try #require(Vectors.json("requests")["cases"]?.elements)
        let row = try #require(rows.first { $0["name"]?.string == name })
        let text = try #require(row["param_json"]?.string)
        let expected = try JSON(reading: Array(text.utf8), limits: .link)
        let members = try #require(expected.members).filter { !["requestPubKey", "servicePubKey"].contains($0.name) }
        let request = try #require(try Self.requests()[name])
        #expect(try request.json(of: Self.identity(), id: Self.id) == .object(members))
    }

    @Test("what goes into a link is what a wallet reads from it", arguments: RequestParam.Encoding.allCases)
    func roundTrip(encoding: RequestParam.Encoding) throws {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<25 {
            let dapp = try DappIdentity(
                appKey: RandomRequest.text(&random, atLeast: 1), userID: RandomRequest.userID(&random),
                name: RandomRequest.text(&random, atLeast: 1), icon: RandomRequest.optionalText(&random),
                scheme: "demo+x.1")
            let request = RandomRequest.request(&random)
            let link = try LinkWriter(dapp: dapp, encoding: encoding).link(for: request, id: Self.id)
            let asked = try AskedLink(link)
            #expect(try asked.json == request.json(of: dapp, id: Self.id))
            #expect(asked.param.encoding == encoding)
            #expect(asked.appKey == dapp.appKey)
            #expect(asked.userID == dapp.userID)
            #expect(link.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }

    @Test("amounts keep their digits, whoever gives them")
    func digits() throws {
        for digits in ["1.0000", "1", "0.0001", "1.0E-4", "922337203685.4775"] {
            let transfer = TransferRequest()
            (transfer.to, transfer.amount, transfer.symbol) = ("alicealice11", digits, "EOS")
            (transfer.contractName, transfer.decimal) = ("eosio.token", "4")
            let json = try MYKEYRequest.transfer(transfer.checked()).json(of: Self.identity(), id: Self.id)
            #expect(json["amount"]?.text == digits)
            #expect(json["precision"] == .number(4))
            #expect(json["from"] == nil)
            #expect(json["dappData"] == nil)
        }
        let request = TokenTransferRequest(
            try Asset("1.0000 EOS"), of: try Name("eosio.token"), to: try Name("alicealice11"))
        #expect(try MYKEYRequest.transfer(request).json(of: Self.identity(), id: Self.id)["amount"]?.text == "1.0000")
    }

    @Test("values of Swift as JSON")
    func anyValues() throws {
        let action = ContractAction()
        (action.account, action.name) = ("eosio", "buyram")
        func data(_ value: Any) throws -> String {
            action.data = value
            return try action.checked("a").data.text
        }
        let some: [String: Any] = [
            "b": [1, -2], "a": true, "c": ["x": "y"], "d": UInt64.max, "e": 0.5, "f": [Any](), "g": Int8(-1),
        ]
        #expect(
            try data(some)
                == #"{"a":true,"b":[1,-2],"c":{"x":"y"},"d":18446744073709551615,"e":0.5,"f":[],"g":-1}"#)
        #expect(try data(["n": nil, "t": "x"] as [String: String?]) == #"{"n":null,"t":"x"}"#)
        #expect(try data(#" {"b": 1.50, "a": []} "#) == #"{"b":1.50,"a":[]}"#)
        #expect(try data(JSON.object([("x", .number(1))])) == #"{"x":1}"#)
        for (value, place) in [
            (["a": Double.infinity], "a.data.a"), (["a": ["x", UUID()] as [Any]], "a.data.a[1]"), ("{", "a.data"),
            ([1: 2], "a.data"), (Screen.self, "a.data"),
        ] as [(Any, String)] {
            let error = #expect(throws: MYKEYError.self) { _ = try data(value) }
            #expect(error?.parameter == place)
            #expect(error?.number == 10012)
        }
    }

    @Test("a link longer than one argument is never opened, nor one with more JSON than wallets read")
    func tooLong() throws {
        func request(_ text: String) throws -> MYKEYRequest {
            let data = JSON.object([("x", .string(text))])
            return .contract(
                ContractCallRequest([
                    ContractCallRequest.Action(account: try Name("a"), name: try Name("b"), data: data)
                ]))
        }
        let dapp = try Self.identity()
        let room = try JSONLimits.link.bytes - request("").json(of: dapp, id: Self.id).bytes.count
        let longest = try request(String(repeating: "x", count: room))
        let error = MYKEYError.invalid("param", "")
        // Four digits a byte are too many for one argument; the other forms are shorter.
        #expect(throws: error) { try LinkWriter(dapp: dapp, encoding: .mykey).link(for: longest, id: Self.id) }
        let shorter = try request(String(repeating: "x", count: room - 250))
        #expect(try LinkWriter(dapp: dapp, encoding: .mykey).link(for: shorter, id: Self.id).utf8.count <= 131_000)
        for encoding in [RequestParam.Encoding.plain, .base64url] {
            let writer = LinkWriter(dapp: dapp, encoding: encoding)
            _ = try writer.link(for: longest, id: Self.id)
            #expect(throws: error) {
                try writer.link(for: request(String(repeating: "x", count: room + 1)), id: Self.id)
            }
        }
    }
}
