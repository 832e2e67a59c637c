import Foundation
import RouterTestSupport
import Testing

/// Real wallet programs pay, and `router`, they or their node end between the order and the answer.
@Suite(.enabled(if: MoneroNode.isInstalled, MoneroNode.missing), .serialized)
struct MoneroKillTests {
    /// Everything that `router` says to the wallet program after the person agreed.
    private static let calls = [
        "get_address", "refresh", "get_transfer_by_txid", "relay_tx", "store", "get_tx_proof",
    ]

    /// How often every call is hit, before it arrives and after it is answered: KILL_ROUNDS of the environment, or once.
    private static let rounds = ProcessInfo.processInfo.environment["KILL_ROUNDS"].flatMap { Int($0) } ?? 1

    private static let amount = 500_000_000_000

    private let home: RouterHome

    init() throws {
        home = try RouterHome.ofTestWords()
        try home.register("shop")
        try home.configure("")
    }

    /// A consent with a proof has two pages where the program that gets it has a long path: any answer turns the first one.
    private func open(_ link: String) throws -> RouterHome.Result {
        try home.router(["open", link], answers: [RouterHome.passcode, RouterHome.passcode])
    }

    private func done() throws -> Int {
        try JSONValue(lines: home.router(["history", "--json", "-n", "1000"]).output).elements
            .filter { $0["end"]?.text == "done" }.count
    }

    @Test("S6: killed at every call between the order and the answer, each payment is made once and told once")
    func killed() throws {
        let node = try MoneroNode.shared()
        var made = 0
        for _ in 0..<Self.rounds {
            for call in Self.calls {
                for moment in [CallTrap.Moment.before, .after] {
                    let shop = try node.address()
                    let link = "teashop:\(shop)?sum=0.5&app=shop"
                    // What comes before the order of the payment comes before the consent, too.
                    let trap = try CallTrap(
                        before: node.port, at: call, after: "transfer", moment, home: home.directory.path)
                    defer { trap.end() }
                    try home.configure(node, port: trap.port)
                    let place = "\(call), \(moment)"
                    #expect(try open(link).status == SIGKILL, "\(place)")
                    try home.configure(node)
                    let resumed = try home.router(["resume"])
                    #expect(resumed.status == 0, "\(place): \(resumed.output)\(resumed.errors)")
                    #expect(try node.waiting() == 1, "\(place)")
                    try node.mine(1)
                    made += 1
                    #expect(try node.received(shop) == Self.amount, "\(place)")
                    #expect(try done() == made, "\(place)")
                    #expect(try home.received(times: made).count == 2 * made, "\(place)")
                }
            }
        }
        let told = try home.received().filter { $0.hasPrefix("shop://callback=payack&address=8") }
        #expect(told.count == made && Set(told).count == made, "one answer for each payment")
        #expect(told.allSatisfy { $0.contains("&proof=OutProofV") }, "the same after each crash")
    }

    /// What ends while the payment is undecided, or just afterwards.
    enum Accident: Int, CaseIterable {
        case walletKilled, walletKilledAfterRelay, nodeRestarted, poolFlushed, minedMeanwhile, reorganised
    }

    @Test(
        "S6: whatever ends or forgets, it is the same payment or none", arguments: Accident.allCases)
    func accident(_ accident: Accident) throws {
        let node = try MoneroNode.shared()
        let shop = try node.address()
        // One for each accident.
        let amount = "0.5\(accident.rawValue + 1)"
        let link = "monero:\(shop)?tx_amount=\(amount)"
        // The first answer to a call only asks for the login: what comes after the payment's relay is the next call.
        let isRelayed = accident != .walletKilled && accident != .nodeRestarted
        let trap = try CallTrap(
            before: node.port, at: isRelayed ? "store" : "relay_tx", .before, home: home.directory.path)
        defer { trap.end() }
        try home.configure(node, port: trap.port)
        #expect(try open(link).status == SIGKILL)
        try home.configure(node)
        #expect(try node.waiting() == (isRelayed ? 1 : 0))
        switch accident {
        case .walletKilled, .walletKilledAfterRelay:
            node.killPerson()
            try node.startPerson()
        case .nodeRestarted:
            node.stopNode()
            let away = try home.router(["resume"])
            #expect(away.output.contains("node"), "\(away.output)\(away.errors)")
            try node.restartNode()
        case .poolFlushed:
            try node.forgetWaiting()
            #expect(try node.waiting() == 0)
            // For a while, a wallet that knows its payment goes on calling it waiting.
            node.killPerson()
            try node.startPerson()
        case .minedMeanwhile: try node.mine(1)
        case .reorganised:
            try node.mine(1)
            // The wallet sees that block, and then longer ones without the payment.
            #expect(try home.router(["wallet", "balance", "monero"]).status == 0)
            try node.forgetBlock()
            try node.mine(2)
        }
        var resumed = try home.router(["resume"])
        // The wallet program looks for a node that was away only from time to time.
        for _ in 0..<3_600 where accident == .nodeRestarted && resumed.status == 74 {
            sleep(1)
            resumed = try home.router(["resume"])
        }
        #expect(resumed.status == 0, "\(resumed.output)\(resumed.errors)")
        #expect(try node.waiting() == (accident == .minedMeanwhile ? 0 : 1))
        // The same link pays nothing anew without a warning, and the wallet lists one payment.
        try node.mine(1)
        #expect(try node.received(shop) == Self.amount + (accident.rawValue + 1) * 10_000_000_000)
        #expect(try done() == 1)
        let list = try home.router(["wallet", "history", "monero"]).output
        #expect(list.split(separator: "\n").filter { $0.contains("sent \(amount) XMR") }.count == 1, "\(list)")
    }
}
