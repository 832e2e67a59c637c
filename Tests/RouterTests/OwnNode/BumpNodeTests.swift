import Foundation
import RouterTestSupport
import Testing

/// The real program with a real node that lets payments be replaced: a higher fee is paid once, and the recipient once
/// (BIP125).
@Suite(
    .enabled(if: RegtestNode.Kind.litecoin.isInstalled, "litecoind not found: to run this, install litecoind"),
    .serialized)
struct BumpNodeTests {
    let node: RegtestNode
    let home: RouterHome

    init() throws {
        node = try RegtestNode()
        home = try RouterHome.ofTestWords()
        _ = home.dialogue()
    }

    private func configure(port: UInt16? = nil, _ more: String = "network: regtest") throws {
        try home.configure(node, port: port, more)
    }

    private func fund() throws { try home.fund(from: node) }

    private func open(_ link: String) throws -> RouterHome.Result {
        try home.router(["open", "--json", link], answers: [RouterHome.passcode])
    }

    /// Pays 0.25 LTC to `shop`, from a P2WPKH output. Returns the transaction.
    private func pay(_ shop: String) throws -> String {
        let result = try open("litecoin:\(shop)?amount=0.25")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        return try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
    }

    private func bump(_ more: String...) throws -> RouterHome.Result {
        try home.router(["bump", "1", "--json"] + more, answers: [RouterHome.passcode])
    }

    /// How much an address got in blocks. Of what waits the node's wallet counts what was replaced, too.
    private func confirmed(_ address: String) throws -> String {
        try node.call(["getreceivedbyaddress", address, "1"], wallet: "person")
    }

    private func history() throws -> [JSONValue] {
        try JSONValue(lines: home.router(["history", "--json"]).output).elements
    }

    private func waiting() throws -> [String] {
        try JSONValue(parsing: Data(node.call(["getrawmempool"]).utf8)).elements.compactMap(\.text)
    }

    @Test("BIP125: the node takes a payment with a higher fee instead of the first; the shop is paid once")
    func bumps() throws {
        try configure()
        try fund()
        let own = try home.router(["wallet", "address"]).output
        #expect(own.hasPrefix("rltc1"), "\(own)")
        let shop = try node.address()
        let first = try pay(shop)
        #expect(try node.call(["getmempoolentry", first]).contains("\"bip125-replaceable\": true"))
        let low = try bump("--fee", "1000")
        #expect(low.status == 77 && low.output.contains("to 1000000 litoshi"), "\(low.output)")
        let result = try bump("--fee", "50000")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let second = try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
        #expect(try waiting() == [second] && second != first)
        let rows = try history()
        #expect(rows.map { $0["state"]?.text } == ["waiting", "replaced"], "\(rows)")
        #expect(rows.last?["replacedBy"]?.text == second)
        #expect(try home.router(["resume"]).output == "There is nothing to finish.\n")
        try node.mine(1)
        #expect(try history().first?["confirmations"]?.integer == 1)
        let late = try home.router(["bump", "2"])
        #expect(late.status == 77 && late.errors.contains("is already confirmed"), "\(late.errors)")
        #expect(try confirmed(shop) == "0.25000000")
    }

    @Test("BIP125: where a miner takes the first after all, the second never counts, and the shop is paid once")
    func firstIsMined() throws {
        try configure()
        try fund()
        let shop = try node.address()
        let first = try pay(shop)
        let bytes = try node.call(["getrawtransaction", first])
        #expect(try bump().status == 0)
        try node.call(["generateblock", try node.address(), "[\"\(bytes)\"]"])
        #expect(try waiting().isEmpty)
        let rows = try history()
        #expect(rows.map { $0["state"]?.text } == ["replaced", "confirmed"], "\(rows)")
        #expect(rows.first?["replacedBy"]?.text == first)
        let resumed = try home.router(["resume"]).output
        #expect(resumed.contains("only raises the fee of payment #1"), "\(resumed)")
        #expect(try waiting().isEmpty)
        #expect(try confirmed(shop) == "0.25000000")
    }

    @Test(
        "S6: killed just before or just after the node took it, a higher fee is paid once at most",
        arguments: [
            CallTrap.Moment.before, .after,
        ])
    func killedBump(_ moment: CallTrap.Moment) throws {
        try configure()
        try fund()
        let shop = try node.address()
        let first = try pay(shop)
        let trap = try CallTrap(before: node.port, at: "sendrawtransaction", moment, home: home.directory.path)
        defer { trap.end() }
        try configure(port: trap.port)
        #expect(try bump().status == SIGKILL)
        #expect(try waiting().count == 1 && waiting().contains(first) == (moment == .before))
        try configure()
        #expect(try bump().status == 77)
        #expect(try home.router(["resume"]).status == 0)
        #expect(try waiting().count == 1 && !waiting().contains(first))
        #expect(try history().map { $0["state"]?.text } == ["waiting", "replaced"])
        try node.mine(1)
        #expect(try confirmed(shop) == "0.25000000")
    }

    @Test("a payment of the node's own wallet is left to the node")
    func bumpOfNodeWallet() throws {
        try configure("network: regtest, wallet: person")
        let shop = try node.address()
        let txid = try pay(shop)
        let result = try bump()
        #expect(result.status == 77 && result.output.contains("bumpfee \(txid)"), "\(result.output)")
        let chosen = try home.router(["open", "--fee", "slow", "litecoin:\(shop)?amount=0.1"])
        #expect(chosen.status == 77 && chosen.errors.contains("chooses its own fee"), "\(chosen.errors)")
    }
}
