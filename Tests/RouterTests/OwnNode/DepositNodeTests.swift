import Foundation
import RouterTestSupport
import Testing

/// The real program with a real Dash Core: a deposit at a service is mined in the shape that services document, and decoded by
/// the node itself (Documentation/protocols/dash-2026.md §6).
@Suite(
    .enabled(
        if: RegtestNode.Kind.dash?.isInstalled == true,
        "no Dash Core: to run this, set DASH_CORE to the folder of dashd"),
    .serialized)
struct DepositNodeTests {
    @Test("output 0 is the vault, output 1 the memo, output 2 the change, back to the address of input 0")
    func deposit() throws {
        let node = try RegtestNode(try #require(RegtestNode.Kind.dash))
        let home = try RouterHome.ofTestWords()
        _ = home.dialogue()
        try home.configure(node)
        // Two outputs, so that the change is smaller than the amount: sorted, it would come first.
        for _ in 0..<2 {
            let own = try home.router(["wallet", "address"]).output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            try node.call(["sendtoaddress", own, "3"], wallet: "person")
            try node.mine(1)
        }
        let vault = try node.address()
        let memo =
            "3d3a4254432e4254433a6263317177353038643671656a7874646734793572337a6172766172793063357877376b763866337434"
        let result = try home.router(
            ["open", "--json", "dash:\(vault)?amount=4.5&op_return=\(memo)"], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let id = try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
        try node.mine(1)
        let decoded = try JSONValue(parsing: Data(node.call(["getrawtransaction", id, "true"]).utf8))
        #expect(decoded["confirmations"] != nil, "\(decoded)")
        let outputs = decoded["vout"]?.elements ?? []
        #expect(outputs.count == 3)
        #expect(outputs.first?["scriptPubKey"]?["address"]?.text == vault)
        #expect(outputs[1]["scriptPubKey"]?["hex"]?.text == "6a34\(memo)", "\(outputs)")
        let spent = try #require(decoded["vin"]?.elements.first)
        let funding = try JSONValue(
            parsing: Data(node.call(["getrawtransaction", try #require(spent["txid"]?.text), "true"]).utf8))
        let index = Int(try #require(spent["vout"]?.integer))
        let source = funding["vout"]?.elements[index]["scriptPubKey"]?["address"]?.text
        #expect(source != nil && outputs[2]["scriptPubKey"]?["address"]?.text == source, "\(outputs)")
    }
}
