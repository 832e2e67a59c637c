import ExactJSON
import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter

@testable import RouterNetworks

/// What a real Dash Core 23 said (`Tests/Vectors/core-rpc`), read by the reader of the product: its digits must survive.
enum Recorded {
    /// The first block of Dash's private network.
    static let genesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"

    private static let exchanges: [String: JSON] = {
        let lines = String(decoding: bytes("core-rpc/exchanges.jsonl"), as: UTF8.self).split(separator: "\n")
        var all: [String: JSON] = [:]
        for line in lines {
            guard let json = try? JSON(reading: Array(line.utf8), limits: RPCResponse.limits),
                let id = json["id"]?.string
            else { preconditionFailure("a recording is not JSON") }
            all[id] = json
        }
        return all
    }()

    /// A transaction that was really made with the wallet of the test words, and mined.
    static let spend: JSON = {
        guard let json = try? JSON(reading: bytes("core-rpc/real-spend.json"), limits: RPCResponse.limits) else {
            preconditionFailure("real-spend.json is not JSON")
        }
        return json
    }()

    /// That transaction, as it is sent.
    static let signed = SignedTransaction(
        id: TransactionID(hex: spend["txid"]?.string ?? "")!, bytes: [UInt8](hexDigits: spend["signed"]?.string ?? "")!)

    /// The same without its signature, as a node that was asked to fund it would build it.
    static let funded =
        #"{"hex":"\#(spend["unsigned"]?.string ?? "")","fee":0.00000226,"changepos":1}"#

    /// The same with its signature.
    static let signature = #"{"hex":"\#(spend["signed"]?.string ?? "")","complete":true}"#

    /// The status and the body of an answer.
    static func answer(_ id: String) -> (status: Int, body: String) {
        guard let answer = exchanges[id]?["response"], let status = answer["status"]?.integer,
            let body = answer["body"]?.string
        else { preconditionFailure("there is no recording \(id)") }
        return (status, body)
    }

    /// The result of a call, as JSON text.
    static func result(_ id: String) -> String {
        guard let json = try? JSON(reading: Array(answer(id).body.utf8), limits: RPCResponse.limits),
            let result = json["result"]
        else { preconditionFailure("recording \(id) has no result") }
        return result.text
    }

    /// The refusal of a call.
    static func failure(_ id: String) -> ScriptedNode.Reply {
        guard let json = try? JSON(reading: Array(answer(id).body.utf8), limits: RPCResponse.limits),
            let failure = json["error"].flatMap(RPCFailure.init)
        else { preconditionFailure("recording \(id) has no error") }
        return .failure(failure.number, failure.message)
    }

    /// A file of the vectors.
    static func bytes(_ path: String) -> [UInt8] {
        guard let data = try? Data(contentsOf: testFolder.appending(path: "Vectors/\(path)")) else {
            preconditionFailure("vectors missing: \(path)")
        }
        return Array(data)
    }
}

extension WatchedAccount {
    /// Account 0 of the test words on test networks, whose descriptors the recordings have.
    static let recorded = WatchedAccount(
        masterFingerprint: 0x73C5_DA0A, path: .bip44(coinType: 1, account: 0),
        xpub:
            "tpubDC5FSnBiZDMmhiuCmWAYsLwgLYrrT9rAqvTySfuCCrgsWz8wxMXUS9Tb9iVMvcRbvFcAHGkMD5Kx8koh4GquNGNTfohfk7pgjhaPCdXpoba"
    )
}

/// What a piece of code throws; nil if it throws nothing.
func error(of body: () async throws -> Void) async -> ServiceError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? ServiceError
    }
}
