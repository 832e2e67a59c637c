import Foundation
import RouterTestSupport
import Testing

/// The real program with a real node: what it signs with witnesses is taken by the node, and confirmed.
@Suite(
    .enabled(if: RegtestNode.Kind.litecoin.isInstalled, "litecoind not found: to run this, install litecoind"),
    .serialized)
struct SegwitNodeTests {
    let node: RegtestNode
    let home: RouterHome

    init() throws {
        node = try RegtestNode()
        home = try RouterHome.ofTestWords()
        try home.configure(node)
        _ = home.dialogue()
    }

    /// Gives an account 1 LTC in a block. Returns the address.
    private func fund(_ path: String) throws -> String {
        let told = try home.router(["wallet", "address", "--path", path], answers: [RouterHome.passcode])
        #expect(told.status == 0, "\(told.errors)")
        let address = told.output.trimmingCharacters(in: .whitespacesAndNewlines)
        try node.call(["sendtoaddress", address, "1"], wallet: "person")
        try node.mine(1)
        return address
    }

    /// Pays a new address of the node's wallet. Returns the payment as the node reads it, once it is in a block.
    private func pay(_ amount: String) throws -> JSONValue {
        let shop = try node.address()
        let result = try home.router(
            ["open", "--json", "litecoin:\(shop)?amount=\(amount)"], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let id = try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
        #expect(try node.call(["getrawmempool"]).contains(id))
        try node.mine(1)
        let received = try node.call(["gettransaction", id], wallet: "person")
        let known = try JSONValue(parsing: Data(received.utf8))
        #expect(known["confirmations"] == .number(1), "\(received)")
        let history = try home.router(["wallet", "history", "--json"])
        let row = try JSONValue(parsing: Data(history.output.utf8))["transactions"]?.elements.first
        #expect(row?["txid"]?.text == id && row?["state"]?.text == "confirmed", "\(history)")
        let raw = try node.call(["decoderawtransaction", try #require(known["hex"]?.text)])
        return try JSONValue(parsing: Data(raw.utf8))
    }

    @Test(
        "the node takes payments from P2WPKH and from P2SH-P2WPKH, alone",
        arguments: [("m/84h/1h/0h", "rltc1q", false), ("m/49h/1h/0h", "", true)])
    func alone(_ path: String, _ prefix: String, _ isNested: Bool) throws {
        let own = try fund(path)
        #expect(own.hasPrefix(prefix))
        let payment = try pay("0.25")
        let inputs = payment["vin"]?.elements ?? []
        #expect(inputs.count == 1 && inputs.allSatisfy { $0["txinwitness"]?.elements.count == 2 }, "\(payment)")
        // A nested one has the witness program in its script, and a plain one has no script.
        #expect(inputs.allSatisfy { ($0["scriptSig"]?["hex"]?.text == "") == !isNested }, "\(payment)")
        // What is left comes back, and is spent again.
        #expect(try pay("0.7")["vin"]?.elements.count == 1)
    }

    @Test("one payment spends P2WPKH, P2SH-P2WPKH and P2PKH together")
    func together() throws {
        for path in ["m/84h/1h/0h", "m/49h/1h/0h", "m/44h/1h/0h"] { _ = try fund(path) }
        let inputs = try pay("2.9")["vin"]?.elements ?? []
        #expect(inputs.count == 3 && inputs.filter { $0["txinwitness"] != nil }.count == 2, "\(inputs)")
    }
}
