import ExactJSON
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Every row of rpc_errors.json is told apart.
@Suite struct ErrorTableTests {
    static let table: JSON = {
        guard let json = try? JSON(reading: Recorded.bytes("dash-axe/rpc_errors.json"), limits: RPCResponse.limits)
        else {
            preconditionFailure("rpc_errors.json is not JSON")
        }
        return json
    }()

    /// What each meaning of the table is for the person. Those of `sendrawtransaction` are in ``CoreRPCBroadcastTests``.
    static let meanings: [String: ServiceError.Code] = [
        "authenticationFailed": .networkRefused, "forbidden": .networkRefused, "methodNotFound": .unsupportedNetwork,
        "invalidRequest": .networkRefused, "busy": .networkUnreachable, "backendError": .networkRefused,
        "invalidAmount": .networkRefused, "walletError": .networkRefused, "invalidAddress": .networkRefused,
        "insufficientFunds*": .insufficientFunds, "invalidParameter": .networkRefused,
        "notConnected": .networkUnreachable, "nodeSyncing": .networkUnreachable, "keypoolEmpty": .networkRefused,
        "walletLocked": .networkRefused, "wrongPassphrase": .networkRefused, "walletNotEncrypted": .networkRefused,
        "ok": .networkRefused, "walletNotFound": .networkRefused, "walletNotSpecified": .networkRefused,
        "internal": .networkRefused, "missingOrSpentInputs / maxFeeExceeded": .networkRefused,
        "rejected": .networkRefused, "alreadyInChain = success": .networkRefused, "nodeStarting": .networkUnreachable,
    ]

    @Test("every code is known by its number, says what the node said, and that nothing was sent")
    func codes() throws {
        let rows = try #require(Self.table["codes"]?.elements)
        #expect(rows.count == 22)
        for row in rows {
            let number = try #require(row["code"]?.integer)
            let map = try #require(row["map"]?.string)
            let words = map == "insufficientFunds*" ? "Insufficient funds." : "\(number) has its words"
            let failure = RPCFailure(number, words)
            #expect(failure.code != nil, "\(number)")
            let error = failure.error(of: "somecall")
            #expect(error.code == Self.meanings[map], "\(number)")
            #expect(error.hint?.contains("Nothing was sent") == true, "\(number)")
            let isToldByItself = ["insufficientFunds*", "walletLocked", "methodNotFound"].contains(map)
            #expect(error.message.contains(words) != isToldByItself, "\(number): \(error.message)")
        }
        let numbers = rows.compactMap { row in row["code"]?.integer }
        #expect(numbers.allSatisfy { RPCFailure.Code(rawValue: $0) != nil })
    }

    @Test("every status is distinguished, even without JSON")
    func statuses() async throws {
        let rows = try #require(Self.table["http"]?.elements)
        #expect(rows.count == 6)
        for row in rows {
            let status = try #require(row["status"]?.integer)
            let node = ScriptedNode()
            // 404 and 500 have JSON that says more; without it the path is unknown, or the server is none.
            node.on("getblockcount") { _ in .answer(status, status == 404 ? Recorded.answer("322").body : "") }
            let reply = await error {
                let reply = try await RPCConnection(node, url: "http://x").read(
                    RPCCall("getblockcount"), until: .now + .milliseconds(500))
                _ = try reply.get("getblockcount")
            }
            let map = try #require(row["map"]?.string)
            #expect(reply?.code == Self.meanings[map] ?? .networkRefused, "\(status)")
        }
    }

    @Test("-6 means missing money only if the words say so", arguments: ["240", "242", "410", "231"])
    func creation(_ id: String) throws {
        guard case .failure(let number, let message) = Recorded.failure(id) else { return }
        #expect(number == -6)
        let expected: ServiceError.Code = message.contains("Insufficient funds") ? .insufficientFunds : .networkRefused
        #expect(RPCFailure(number, message).error(of: "sendtoaddress").code == expected)
    }

    @Test("what a node says is cleaned before it is shown")
    func foreign() {
        let failure = RPCFailure(-8, "bad\u{202E}\u{1B}[31m" + String(repeating: "x", count: 10_000))
        #expect(failure.text.utf8.count < 300)
        #expect(!failure.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }
}
