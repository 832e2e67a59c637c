import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// What Dash Core says of Asset Locks and Asset Unlocks, and litecoind of payouts of its extension block.
@Suite struct OddTransactionTests {
    let node = ScriptedNode()
    private static let recorded: [JSON] = {
        guard let json = try? JSON(reading: Recorded.bytes("dash-2026/core_rpc.json"), limits: RPCResponse.limits)
        else {
            preconditionFailure("core_rpc.json is not JSON")
        }
        return json["recorded"]?.elements ?? []
    }()

    private static func answer(_ call: String, _ when: String) -> JSON {
        guard
            let entry = recorded.first(where: {
                $0["call"]?.string == call && $0["when"]?.string?.hasPrefix(when) == true
            })
        else { preconditionFailure("no recording of \(call), \(when)") }
        return entry["answer"] ?? .null
    }

    private func watching(_ coin: CoinDescriptor = .shippedDash) async throws -> CoreRPCChain {
        node.haveWallets()
        let chain = try node.chain(coin)
        try await chain.watch(.recorded, progress: nil)
        return chain
    }

    /// The answer of `gettransaction` with the bytes that the recordings leave out.
    private static func whole(_ answer: JSON, _ hex: String) -> String {
        guard case .object(let members) = answer else { return "null" }
        return JSON.object(members + [("hex", .string(hex))]).text
    }

    private static let unlock = answer("getrawtransaction (verbose)", "type 9")["hex"]?.string ?? ""
    private static let lock = answer("getrawtransaction (verbose)", "type 8")["hex"]?.string ?? ""

    @Test("core_rpc.json: a withdrawal is in the history, is named, and waits for its block", arguments: [0, 1])
    func withdrawal(confirmations: Int) async throws {
        let when =
            confirmations == 0
            ? "type 9, version 1, wallet without keys, unconfirmed" : "type 9, version 1, wallet without keys, one"
        node.say(JSON.object([("transactions", Self.answer("listsinceblock", when))]).text, to: "listsinceblock")
        let chain = try await watching()
        node.say(Self.answer("listunspent", when).text, to: "listunspent")
        node.say(Self.whole(Self.answer("gettransaction", when), Self.unlock), to: "gettransaction")
        let id = try #require(TransactionID(hex: "99fcd030de2f349f29537f12d9c24075f6caf8ed9fce6b98a2dc0d9880967da4"))
        let content = try Transaction(bytes: [UInt8](hexDigits: Self.unlock) ?? [], as: .typed)
        let script = content.outputs[1].script
        #expect(content.id == id && content.inputs.isEmpty)
        let found = try await chain.unspentOutputs(payingTo: [script])
        #expect(found.map(\.confirmations) == [confirmations] && found.map(\.amount.units) == [200_000_000])
        let notable = try await chain.notableOutputs(payingTo: [script])
        #expect(notable.map(\.note) == [.withdrawal(isLocked: false)])
        let history = try await chain.history(of: [script])
        #expect(history.map(\.id) == [id] && history.map(\.confirmations) == [confirmations])
        #expect(try await chain.transactions([id])[id]?.hex == Self.unlock)
    }

    @Test("core_rpc.json: an entry without an address, and value to nobody, hide nothing")
    func toPlatform() async throws {
        node.say(JSON.object([("transactions", Self.answer("listsinceblock", "type 8"))]).text, to: "listsinceblock")
        let chain = try await watching()
        node.say(Self.whole(Self.answer("gettransaction", "type 8"), Self.lock), to: "gettransaction")
        let content = try Transaction(bytes: [UInt8](hexDigits: Self.lock) ?? [], as: .typed)
        let history = try await chain.history(of: [content.outputs[0].script])
        #expect(history.map(\.id) == [content.id] && history.map(\.confirmations) == [1])
        #expect(content.id.hex == "e3ab245455b75df37586b23e97b4dcd0a2f671b374dc52bc1ae0ed42040c2612")
    }

    @Test("S12: what the node names is computed by the rule of withdrawals; another name is left out and said")
    func names() async throws {
        let cases = JSONValue.file("dash-2026/asset_unlock.json").rows("cases")
        let row = try #require(cases.first { $0["name"]?.text == "version-2" })
        let hex = try #require(row["raw"]?.text)
        let script = try #require([UInt8](hexDigits: row["expect"]?.rows("outputs").first?["script"]?.text ?? ""))
        for (name, isRight) in [("txid", true), ("instanceHash", false)] {
            let id = try #require(row["expect"]?[name]?.text)
            node.say(
                #"{"transactions":[{"txid":"\#(id)","confirmations":0,"category":"platform-transfer"}]}"#,
                to: "listsinceblock")
            let chain = try await watching()
            node.say(
                #"[{"txid":"\#(id)","vout":0,"amount":1.00000000,"confirmations":0,"scriptPubKey":"\#(script.hex)"}]"#,
                to: "listunspent")
            for isLocked in [true, false] {
                node.say(
                    #"{"txid":"\#(id)","confirmations":0,"instantlock":\#(isLocked),"hex":"\#(hex)"}"#,
                    to: "gettransaction")
                let notable = try await chain.notableOutputs(payingTo: [script])
                #expect(notable.map(\.note) == [isRight ? .withdrawal(isLocked: isLocked) : .unreadable])
            }
            // The history has it: the reader of whole transactions says that it is unread.
            #expect(try await chain.history(of: [script]).map(\.id.hex) == [id])
        }
    }

    @Test(
        "S10: a transaction or an address for which the node has only an error hides no other",
        arguments: [-1, -8, -32_603])
    func unanswered(_ code: Int) async throws {
        let hex = Recorded.spend["previous_transaction_hex"]?.string ?? ""
        let previous = try Transaction(bytes: [UInt8](hexDigits: hex) ?? [])
        let (script, good) = (previous.outputs[0].script, previous.id.hex)
        let amount = previous.outputs[0].amount.text(decimals: 8)
        let ids = [good, Recorded.signed.id.hex]
        let entries = ids.map { id in
            #"{"txid":"\#(id)","vout":0,"amount":\#(amount),"scriptPubKey":"\#(script.hex)","confirmations":900}"#
        }
        node.say(#"{"transactions":[\#(entries.joined(separator: ","))]}"#, to: "listsinceblock")
        let chain = try await watching()
        node.say("[\(entries.joined(separator: ","))]", to: "listunspent")
        node.on("gettransaction") { call in
            call.parameters.elements?.first?.string == good
                ? .result(#"{"txid":"\#(good)","confirmations":900,"hex":"\#(hex)"}"#) : .failure(code, "no")
        }
        #expect(try await chain.unspentOutputs(payingTo: [script]).count == 2)
        let notable = try await chain.notableOutputs(payingTo: [script])
        #expect(notable.map(\.output.outpoint.transaction) == [Recorded.signed.id])
        #expect(notable.map(\.note) == [.unreadable])
        let history = try await chain.history(of: [script]).map(\.id.hex)
        #expect(history.sorted() == ids.sorted())
        // An address counts as used.
        let other = try Transaction(bytes: Recorded.signed.bytes).outputs[0].script
        for reply in [ScriptedNode.Reply.failure(code, "no"), .result("-1.00000000"), .result("null")] {
            node.on("getreceivedbyaddress") { _ in reply }
            #expect(try await chain.usedScripts(among: [other]) == [other])
        }
        // The wallet itself cannot be read.
        node.on("gettransaction") { _ in .failure(-18, "Requested wallet does not exist or is not loaded") }
        #expect(await error { _ = try await chain.history(of: [script]) }?.code == .networkRefused)
    }

    @Test("LIP-3: a payout that litecoind 0.21.2.1 calls immature waits, and is said")
    func payout() async throws {
        let litecoin = try #require(try RouteTable.load([.shipped]).coin("litecoin"))
        let genesis = try #require(litecoin.networks[.regtest]?.genesis?.hex)
        node.say("\"\(genesis)\"", to: "getblockhash")
        let payout = "b3d1aec973946ac62eab3e204d646ecd3606175969ef0ab2f5cb2f3de85ed2b2"
        let kernel = "48da05dfcfba2652a2884a5e9441ed0592d72e7188bc972af19bd4832de9f647"
        // The kernel's own transaction is listed beside the block's last one: the same money twice.
        node.say(
            """
            {"transactions":[{"address":"n41HTZWobrbNWYYko5ZCkjZSfiRsNN1wqP","category":"receive","amount":1.00000000,\
            "mweb_out":"\(String(repeating: "0", count: 64))","confirmations":1,"txid":"\(kernel)"},\
            {"address":"n41HTZWobrbNWYYko5ZCkjZSfiRsNN1wqP","category":"immature","amount":1.00000000,"vout":1,\
            "confirmations":1,"txid":"\(payout)"}]}
            """, to: "listsinceblock")
        let chain = try await watching(litecoin)
        node.say("[]", to: "listunspent")
        let bytes =
            "02000000000801b63824fae2f1ceca9a36cb8e6bafa662e6e35191c5e751bf26cca0ca909c0dd40000000000ffffffff02be6c8b44000000"
            + "00225820dd097d559b5e3925fb040f5861a3485d4826c673d31635d738336844bc37bafa00e1f505000000001976a914f6ae69520dad08"
            + "e7b4a9f825be6f9a1afa64c25288ac0000000000"
        node.on("gettransaction") { call in
            let id = call.parameters.elements?.first?.string ?? ""
            // The other's bytes have a part of hundreds of bytes, no input and no output.
            let hex = id == payout ? bytes : "0200000000080000010203b6010000"
            return .result(#"{"txid":"\#(id)","confirmations":1,"hex":"\#(hex)"}"#)
        }
        let script = try Transaction(bytes: [UInt8](hexDigits: bytes) ?? []).outputs[1].script
        #expect(try await chain.unspentOutputs(payingTo: [script]).isEmpty)
        let notable = try await chain.notableOutputs(payingTo: [script])
        #expect(notable.map(\.note) == [.maturing(blocks: 5)] && notable.map(\.output.amount.units) == [100_000_000])
        // What can never be read is not left out again and again.
        #expect(try await chain.history(of: [script]).map(\.id.hex) == [payout])
    }
}
