import ExactJSON
import Foundation
import MYKEYWalletLib
import Testing

/// The samples of the SDK's document compile unchanged, and do what it says.
@Suite(.serialized) @MainActor struct SampleTests {
    private static let simpleID = FileManager.default.temporaryDirectory
        .appendingPathComponent("mykey-samples-\(UUID().uuidString)").path

    @Test("every line of every sample is in Samples.swift")
    func complete() throws {
        let own = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples.swift"),
            encoding: .utf8)
        let samples = Vectors.text("samples.swift.txt").components(separatedBy: "\n// ----\n")
        #expect(samples.count == 9)
        for sample in samples {
            let lines = sample.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let run = lines.filter { !$0.isEmpty }.joined(separator: "\n")
            let code = own.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }.joined(separator: "\n")
            #expect(code.contains(run), "\(sample)")
        }
    }

    private func ready(_ initialise: (Samples) -> Void) -> (Samples, RecordingOpener) {
        let opener = RecordingOpener()
        MYKEYWallet.shared.opener = opener
        MYKEYWallet.shared.userIDFile = UserIDFile(path: Self.simpleID)
        let samples = Samples()
        initialise(samples)
        return (samples, opener)
    }

    @Test("initWallet takes Foundation's UUID, a text in a variable and a literal")
    func users() async throws {
        let id = UUID()
        for (expected, initialise) in [
            (id.uuidString, { $0.initWithVariable(UUID: id) }), ("u-1", { $0.initWithVariable(UUID: "u-1") }),
            ("uuidxxxxx", { $0.initWithText() }),
        ] as [(String, (Samples) -> Void)] {
            let (samples, opener) = ready(initialise)
            samples.sign()
            let asked = try await opener.next()
            #expect(asked.userID == expected)
            #expect(asked.json["uuID"] == .string(expected))
            #expect(asked.appKey == "xxxx")
            #expect(asked.json["protocol"] == .string("MYKEY"))
            samples.handle(url: try #require(URL(string: asked.callback(0))))
            #expect(await samples.view.next() == "cancelled")
        }
    }

    @Test("initWalletSimple has a key that follows from the name, and keeps its id")
    func simple() async throws {
        defer { try? FileManager.default.removeItem(atPath: Self.simpleID) }
        var ids: Set<String> = []
        for _ in 0..<2 {
            let (samples, opener) = ready { $0.initSimple() }
            samples.authorize()
            let asked = try await opener.next()
            // md5sum of the prefix and the name.
            #expect(asked.appKey == "CC7DE5B03642D52FE9F8900F585AF2C4")
            #expect(asked.json["appKey"] == .string(asked.appKey))
            #expect(asked.json["protocol"] == .string("MYKEYSimple"))
            #expect(asked.json["dappIcon"] == .string("hhttps:.../xx.png"))
            ids.insert(asked.userID)
            samples.handle(url: try #require(URL(string: asked.callback(0))))
            #expect(await samples.view.next() == "cancelled")
        }
        #expect(ids.count == 1)
        #expect(try ids == [UserIDFile(path: Self.simpleID).read()])
        #expect(UUID(uuidString: ids.first ?? "") != nil)
    }

    @Test(
        "each request, and each of its three ends",
        arguments: [
            (
                { @MainActor in $0.authorize() }, "login",
                [
                    "dappUserName": #""uchihamadara""#, "loginMemo": #""Test information""#,
                    "loginUrl": #""https://dappserver.xxx.url""#,
                ]
            ),
            ({ @MainActor in $0.transfer() }, "transaction", Self.contract),
            ({ @MainActor in $0.contract() }, "transaction", Self.contract),
            (
                { @MainActor in $0.sign() }, "sign",
                [
                    "message":
                        #""Messages that need to be signed, [it could be random which come from dapp server]""#,
                    "signUrl": #""https://dappserver.xxx.url""#,
                ]
            ),
        ] as [(@Sendable @MainActor (Samples) -> Void, String, [String: String])])
    func requests(ask: @Sendable @MainActor (Samples) -> Void, action: String, own: [String: String]) async throws {
        let (samples, opener) = ready { $0.initWithText() }
        for (result, payload, toast) in [
            (1, #"{"txId":"00"}"#, "success"), (2, #"{"errorCode":2,"errorMsg":"no"}"#, "failure"),
            (0, nil, "cancelled"),
        ] as [(Int, String?, String)] {
            ask(samples)
            let asked = try await opener.next()
            let id = try #require(asked.json["callbackId"]?.string)
            #expect(id.wholeMatch(of: /[0-9A-F]{32}/) != nil)
            var members = own
            members["action"] = "\"\(action)\""
            members["appKey"] = #""xxxx""#
            members["callback"] = "\"demoscheme://mykeywallet.mykey.org?action=\(action)&callBackId=\(id)\""
            members["callbackId"] = "\"\(id)\""
            members["chain"] = #""EOS""#
            members["dappIcon"] = #""https:.../xx.png""#
            members["dappName"] = #""DappNameA""#
            members["protocol"] = #""MYKEY""#
            members["uuID"] = #""uuidxxxxx""#
            members["version"] = #""1.0""#
            let expected = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
            #expect(asked.json.text == "{\(expected.joined(separator: ","))}")
            #expect(asked.param.encoding == .mykey)
            samples.handle(url: try #require(URL(string: asked.callback(result, payload))))
            #expect(await samples.view.next() == toast)
        }
    }

    nonisolated static let contract = [
        "actions": #"[{"account":"eosio.token","chain":"EOS","data":{"from":"mykeyhulu525","memo":"transfer-memo","#
            + #""quantity":"1.31 EOS","to":"madaraxliang"},"info":"contract-transfer-info","name":"transfer"},"#
            + #"{"account":"eosio","amount":0,"binary":"","chain":"EOS","data":{"payer":"mykeyhulu123","#
            + #""quant":"1.01 EOS","receiver":"mykeyhulu111"},"info":"contract-contract-info","name":"buyram"}]"#,
        "contractUrl": #""https://dappserver.xxx.url""#, "desc": #""Perform the mortgage REX operation""#,
        "orderId": #""BH19004""#, "signedData": #""""#,
    ]
}
