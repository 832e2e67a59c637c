import Foundation
import RouterTestSupport
import Testing

/// The real program with a real node: money comes, is paid, and is never paid twice.
@Suite(
    .enabled(if: RegtestNode.isInstalled, "litecoind not found: to run this, install litecoind"),
    .serialized)
struct OwnNodeTests {
    let node: RegtestNode
    let home: RouterHome

    init() throws {
        node = try RegtestNode()
        home = try RouterHome()
        try home.write("words", String(repeating: "abandon ", count: 11) + "about")
        try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        _ = home.dialogue()
    }

    private func configure(port: UInt16? = nil, _ more: String = "network: regtest") throws {
        try home.configure("")
        try home.write(
            "config/schemerouter/config.yaml",
            "networks:\n  litecoin: { use: core-rpc, url: \"http://127.0.0.1:\(port ?? node.port)/\", "
                + "cookie: \"\(node.cookie)\", \(more) }\n")
    }

    private func balance() throws -> JSONValue {
        let result = try home.router(["wallet", "balance", "--json"])
        #expect(result.status == 0, "\(result.errors)")
        return try JSONValue(parsing: Data(result.output.utf8))
    }

    /// Gives the wallet 5 LTC in a block.
    private func fund() throws {
        let own = try home.router(["wallet", "address"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        try node.call(["sendtoaddress", own, "5"], wallet: "person")
        #expect(try balance()["waiting"] == .number(500_000_000))
        try node.mine(1)
        #expect(try balance()["confirmed"] == .number(500_000_000))
    }

    private func open(_ link: String, answers: [String] = [RouterHome.passcode]) throws -> RouterHome.Result {
        try home.router(["open", "--json", link], answers: answers)
    }

    @Test("money comes and goes, whatever cookie the node has; a wrong network is refused")
    func pays() throws {
        try configure()
        try fund()
        let shop = try node.address()
        let result = try open("litecoin:\(shop)?amount=0.25&label=Shop")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try node.received(shop) == "0.25000000")
        #expect(home.dialogue().contains("Pay 0.25 LTC%0Ato \(shop)"))
        #expect(try home.router(["doctor"]).output.contains("/LitecoinCore:0."))

        try node.restart()
        #expect(try open("litecoin:\(shop)?amount=0.1").status == 0)
        #expect(try node.received(shop) == "0.35000000")

        try configure("network: test")
        #expect(try open("litecoin:\(shop)?amount=0.5").status == 77)
        try configure("network: regtest, wallet: nobody")
        #expect(try open("litecoin:\(shop)?amount=0.5").status == 76)
        #expect(try node.received(shop) == "0.35000000")
        let doctor = try home.router(["doctor"])
        #expect(doctor.status == 1 && doctor.output.contains("FAIL  litecoin: the node at"), "\(doctor.output)")
    }

    @Test(
        "S6: killed just before or just after the node took it, a payment is made once at most",
        arguments: [
            CallTrap.Moment.before, .after,
        ])
    func killed(_ moment: CallTrap.Moment) throws {
        try configure()
        try fund()
        let shop = try node.address()
        let link = "litecoin:\(shop)?amount=0.25"
        let trap = try CallTrap(before: node.port, at: "sendrawtransaction", moment, home: home.directory.path)
        defer { trap.end() }
        try configure(port: trap.port)
        #expect(try open(link).status == SIGKILL)
        let paid = moment == .after ? "0.25000000" : "0.00000000"
        #expect(try node.received(shop) == paid)
        // The link is not paid anew while that is open.
        try configure()
        _ = try open(link, answers: ["-"])
        #expect(["0.25000000", paid].contains(try node.received(shop)))
    }

    @Test("S6: the node's own wallet pays, and after a kill the comment finds the payment")
    func nodeWallet() throws {
        try configure("network: regtest, wallet: person")
        let shop = try node.address()
        #expect(try open("litecoin:\(shop)?amount=1.25").status == 0)
        #expect(try node.received(shop) == "1.25000000")
        #expect(home.dialogue().contains("Your node pays from its wallet “person”"))

        let trap = try CallTrap(before: node.port, at: "sendtoaddress", .after, home: home.directory.path)
        defer { trap.end() }
        try configure(port: trap.port, "network: regtest, wallet: person")
        let link = "litecoin:\(shop)?amount=0.5"
        #expect(try open(link).status == SIGKILL)
        #expect(try node.received(shop) == "1.75000000")
        let again = try open(link, answers: [])
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        #expect(try node.received(shop) == "1.75000000")
        let txid = try #require(try JSONValue(parsing: Data(again.output.utf8))["txid"]?.text)
        #expect(try node.call(["gettransaction", txid], wallet: "person").contains("\"comment\": \"schemerouter:"))
    }
}
