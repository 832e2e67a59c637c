import ExactJSON
import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterNetworks

/// A node without wallets: all unspent outputs are looked through (`scantxoutset`).
@Suite struct ScanTests {
    let node = ScriptedNode()

    init() {
        node.haveWallets()
        node.on("listwallets") { _ in Recorded.failure("389") }
        node.say(
            #"{"success":true,"txouts":117,"height":112,"unspents":[\#(Self.entry)],"total_amount":0.3}"#,
            to: "scantxoutset")
    }

    static let entry =
        #"{"txid":"154264f8b5ac7669c9ff3fada2386027825b389d484b0b31a695976d68554523","vout":0,"#
        + #""scriptPubKey":"76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac","#
        + #""desc":"pkh([73c5da0a/44'/1'/0'/0/0]02a7)#x","amount":0.30000000,"coinbase":false,"height":111}"#

    static let script = [UInt8](hexDigits: "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac")!

    @Test("UTXOs with their confirmations, used addresses, and no history")
    func scans() async throws {
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let utxos = try await chain.unspentOutputs(payingTo: [Self.script])
        #expect(utxos.map(\.amount.units) == [30_000_000] && utxos.map(\.confirmations) == [2])
        #expect(try await chain.usedScripts(among: [Self.script, [0]]) == [Self.script])
        #expect(await error { _ = try await chain.history(of: [Self.script]) }?.code == .unsupported)
        let call = try #require(node.calls(of: "scantxoutset").first)
        #expect(call.parameters.elements?.first == .string("start"))
        let branches = call.parameters.elements?.last?.elements?.compactMap { $0["desc"]?.string?.suffix(8) }
        #expect(branches == ["sq4mwcyd", "p5s6nd54"])
    }

    @Test(
        "new money is spent after as many blocks as the coin's descriptor says",
        arguments: [(111, 0), (210, 0), (211, 1)])
    func maturity(tip: Int, count: Int) async throws {
        node.on("scantxoutset") { _ in
            .result(
                #"{"success":true,"height":\#(tip),"unspents":[\#(Self.entry.replacing("false", with: "true"))]}"#)
        }
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        #expect(try await chain.unspentOutputs(payingTo: [Self.script]).count == count)
        #expect(try await chain.usedScripts(among: [Self.script]) == [Self.script])
    }

    @Test("the UTXO's whole transaction is asked for with its block, which needs no index")
    func bytes() async throws {
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        node.say("\"aa00\"", to: "getrawtransaction")
        let id = try #require(
            TransactionID(hex: "154264f8b5ac7669c9ff3fada2386027825b389d484b0b31a695976d68554523"))
        #expect(try await chain.transactions([id]) == [id: [0xAA, 0]])
        #expect(node.calls(of: "getblockhash").last?.parameters.elements?.first?.integer == 111)
    }

    @Test(
        "an output that cannot be read is left out and named, and hides no other", arguments: [#"{"txid":"00"}"#, "1"])
    func strangeOutput(_ odd: String) async throws {
        node.say(#"{"success":true,"height":112,"unspents":[\#(odd),\#(Self.entry)]}"#, to: "scantxoutset")
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        #expect(try await chain.unspentOutputs(payingTo: [Self.script]).map(\.amount.units) == [30_000_000])
        #expect(await chain.warning()?.contains("The node lists an entry") == true)
        // The node shows no transaction of it, whatever its age.
        #expect(try await chain.notableOutputs(payingTo: [Self.script]).map(\.note) == [.unreadable])
    }

    @Test(
        "another scan is waited for, and what is strange is not money",
        arguments: [
            "null", "{}", #"{"success":false,"height":1,"unspents":[]}"#,
        ])
    func strange(_ answer: String) async throws {
        node.next("scantxoutset", Recorded.failure("115"), .result(answer))
        #expect(await error { try await node.chain().watch(.recorded, progress: nil) }?.code == .networkRefused)
        #expect(node.calls(of: "scantxoutset").count == 2)
    }
}
