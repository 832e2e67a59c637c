import Foundation
import RouterTestSupport
import Testing

/// Real nodes pay with their own wallets, and `router` is killed between the order and the answer.
@Suite(.enabled(if: !RegtestNode.Kind.all.isEmpty, "no node found: to run this, install litecoind"), .serialized)
struct NodeWalletKillTests {
    /// Everything that `router` says to the node after the person was asked, and the last thing before.
    private static let calls = [
        "fundrawtransaction", "signrawtransactionwithwallet", "lockunspent", "testmempoolaccept", "sendrawtransaction",
    ]

    /// How often every call is hit: KILL_ROUNDS of the environment, or once.
    private static let rounds = ProcessInfo.processInfo.environment["KILL_ROUNDS"].flatMap { Int($0) } ?? 1

    private let home: RouterHome

    init() throws {
        home = try RouterHome.ofTestWords()
        try home.register("shop")
        try home.configure("")
    }

    private func configure(_ node: RegtestNode, port: UInt16? = nil, wallet: String = "person") throws {
        try home.configure(node, port: port, "network: regtest, wallet: \(wallet)")
    }

    private func link(_ node: RegtestNode, _ address: String) -> String {
        node.kind.coin == "dash"
            ? "dashwallet://pay=\(address)&amount=0.5&sender=shop"
            : "\(node.kind.coin):\(address)?amount=0.5&pop=shop%3A"
    }

    private func history() throws -> [JSONValue] {
        try JSONValue(lines: home.router(["history", "--json", "-n", "1000"]).output).elements
    }

    @Test(
        "S6: killed at every call, before and after the node answers, each payment is made once and told once",
        arguments: RegtestNode.Kind.all)
    func killed(_ kind: RegtestNode.Kind) throws {
        let node = try RegtestNode(kind)
        try configure(node)
        var made = 0
        for _ in 0..<Self.rounds {
            for call in Self.calls {
                for moment in [CallTrap.Moment.before, .after] {
                    let shop = try node.address()
                    let link = link(node, shop)
                    let trap = try CallTrap(before: node.port, at: call, moment, home: home.directory.path)
                    defer { trap.end() }
                    try configure(node, port: trap.port)
                    #expect(try home.router(["open", link], answers: [RouterHome.passcode]).status == SIGKILL)
                    try configure(node)
                    let place = "\(kind.coin), \(call), \(moment)"
                    let before = try node.received(shop)
                    let isSent = call == "sendrawtransaction" && moment == .after
                    #expect(before == (isSent ? "0.50000000" : "0.00000000"), "\(place)")
                    let resumed = try home.router(["resume"])
                    #expect(resumed.status == 0, "\(place): \(resumed.output)\(resumed.errors)")
                    // Where the proof of a payment goes only the link says.
                    if try kind.coin != "dash" || node.received(shop) == "0.00000000" {
                        let again = try home.router(
                            ["open", link], answers: ["", RouterHome.passcode, RouterHome.passcode])
                        #expect(again.status == 0, "\(place): \(again.output)\(again.errors)")
                    }
                    made += 1
                    #expect(try node.received(shop) == "0.50000000", "\(place)")
                    #expect(try home.received(times: made).count == 2 * made, "\(place)")
                    try node.mine(1)
                }
            }
        }
        let paid = try history().filter { $0["end"]?.text == "done" }
        #expect(paid.count == made)
        #expect(Set(try home.received()).count == made + 1, "one answer for each payment, and the number of arguments")
        #expect(try node.call(["listlockunspent"], wallet: "person").filter { !$0.isWhitespace } == "[]")
    }

    @Test(
        "S6: after a kill config.yaml may name another wallet, or none: the same link pays nothing anew",
        arguments: RegtestNode.Kind.all)
    func switched(_ kind: RegtestNode.Kind) throws {
        let node = try RegtestNode(kind)
        try node.call(["createwallet", "other"])
        try node.call(["sendtoaddress", node.call(kind.newAddress, wallet: "other"), "5"], wallet: "person")
        try node.mine(1)
        for (position, other) in ["network: regtest, wallet: other", "network: regtest"].enumerated() {
            let shop = try node.address()
            let trap = try CallTrap(
                before: node.port, at: "sendrawtransaction", .after, home: home.directory.path)
            defer { trap.end() }
            try configure(node, port: trap.port)
            #expect(try home.router(["open", link(node, shop)], answers: [RouterHome.passcode]).status == SIGKILL)
            try home.configure(node, other)
            let again = try home.router(["open", "--json", link(node, shop)], answers: [RouterHome.passcode])
            #expect(again.status == 0, "\(again.output)\(again.errors)")
            #expect(try node.received(shop) == "0.50000000")
            #expect(try home.received(times: position + 1).count == 2 * (position + 1))
        }
    }
}
