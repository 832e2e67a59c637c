import Foundation
import RouterTestSupport
import Testing

/// The real program with a real node: money comes, is paid, and is never paid twice.
@Suite(.enabled(if: !RegtestNode.Kind.all.isEmpty, "no node found: to run this, install litecoind"), .serialized)
struct OwnNodeTests {
    private let home: RouterHome

    init() throws {
        home = try RouterHome.ofTestWords()
        _ = home.dialogue()
    }

    private func open(_ link: String, answers: [String] = [RouterHome.passcode]) throws -> RouterHome.Result {
        try home.router(["open", "--json", link], answers: answers)
    }

    @Test(
        "money comes and goes, whatever cookie the node has; a wrong network is refused",
        arguments: RegtestNode.Kind.all)
    func pays(_ kind: RegtestNode.Kind) throws {
        let node = try RegtestNode(kind)
        try home.configure(node)
        try home.fund(from: node)
        let shop = try node.address()
        let result = try open("\(kind.coin):\(shop)?amount=0.25&label=Shop")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try node.received(shop) == "0.25000000")
        #expect(home.dialogue().contains("Pay 0.25 \(kind.ticker) to \(shop.inFours)"))
        #expect(try home.router(["doctor"]).output.contains(kind.subversion))

        try node.restart()
        #expect(try open("\(kind.coin):\(shop)?amount=0.1").status == 0)
        #expect(try node.received(shop) == "0.35000000")

        try home.configure(node, "network: test")
        #expect(try open("\(kind.coin):\(shop)?amount=0.5").status == 77)
        try home.configure(node, "network: regtest, wallet: nobody")
        #expect(try open("\(kind.coin):\(shop)?amount=0.5").status == 76)
        #expect(try node.received(shop) == "0.35000000")
        let doctor = try home.router(["doctor"])
        #expect(
            doctor.status == 1 && doctor.output.contains("FAIL  \(kind.coin): the node at"), "\(doctor.output)")
    }

    @Test(
        "S6: killed just before or just after the node took it, a payment is made once at most",
        arguments: RegtestNode.Kind.all, [CallTrap.Moment.before, .after])
    func killed(_ kind: RegtestNode.Kind, _ moment: CallTrap.Moment) throws {
        let node = try RegtestNode(kind)
        try home.configure(node)
        try home.fund(from: node)
        let shop = try node.address()
        let link = "\(kind.coin):\(shop)?amount=0.25"
        let trap = try CallTrap(before: node.port, at: "sendrawtransaction", moment, home: home.directory.path)
        defer { trap.end() }
        try home.configure(node, port: trap.port)
        #expect(try open(link).status == SIGKILL)
        let paid = moment == .after ? "0.25000000" : "0.00000000"
        #expect(try node.received(shop) == paid)
        // The link is not paid anew while that is open.
        try home.configure(node)
        _ = try open(link, answers: ["-"])
        #expect(["0.25000000", paid].contains(try node.received(shop)))
    }
}

extension RouterHome {
    /// Names the node in config.yaml, and nothing else.
    func configure(_ node: RegtestNode, port: UInt16? = nil, _ more: String = "network: regtest") throws {
        try configure("")
        try write(
            "config/schemerouter/config.yaml",
            "networks:\n  \(node.kind.coin): { use: core-rpc, url: \"http://127.0.0.1:\(port ?? node.port)/\", "
                + "cookie: \"\(node.cookie)\", \(more) }\n")
    }

    /// Gives the wallet 5 coins in a block.
    func fund(from node: RegtestNode) throws {
        func balance() throws -> JSONValue {
            let result = try router(["wallet", "balance", "--json"])
            #expect(result.status == 0, "\(result.errors)")
            return try JSONValue(parsing: Data(result.output.utf8))
        }
        let own = try router(["wallet", "address"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        try node.call(["sendtoaddress", own, "5"], wallet: "person")
        #expect(try balance()["waiting"] == .number(500_000_000))
        try node.mine(1)
        #expect(try balance()["confirmed"] == .number(500_000_000))
    }
}
