import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterStorage

/// What became of a payment after it was sent, by the real program: in `history`, in `wallet history`, and in the JSON of
/// both, from each kind of network.
@Suite struct PaymentStateTests {
    /// A stranger's script: that of the hash 00…00.
    static let stranger = [UInt8](hexDigits: "76a914000000000000000000000000000000000000000088ac") ?? []
    /// m/44'/1'/0'/0/0 of the well-known test words.
    private static let own = [UInt8](hexDigits: "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac") ?? []
    private static let genesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"

    /// What both commands say of a payment.
    private struct Said {
        let name: String
        let text: String
        var confirmations: JSONValue = .null
        var locked: JSONValue = .null
        var replacement: String?

        static let waiting = Said(
            name: "waiting", text: "waits for a block", confirmations: .number(0), locked: .bool(false))
        static let waitingLocked = Said(
            name: "waiting", text: "locked by InstantSend, waits for a block", confirmations: .number(0),
            locked: .bool(true))
        static func confirmed(_ count: Int64) -> Said {
            Said(
                name: "confirmed", text: "confirmations: \(count)  ", confirmations: .number(count),
                locked: .bool(false))
        }
        static func confirmedLocked(_ count: Int64) -> Said {
            Said(
                name: "confirmed", text: "confirmations: \(count), locked by a ChainLock",
                confirmations: .number(count),
                locked: .bool(true))
        }
        static let gone = Said(name: "gone", text: "no longer known to the network")
        static let unclear = Said(name: "unclear", text: "does not say who spent its money")
        static func replaced(by id: String) -> Said {
            Said(name: "replaced", text: "replaced by \(id)", replacement: id)
        }
    }

    /// Checks that both commands say it, in words and in JSON.
    private func expect(
        _ said: Said, of id: String, in home: RouterHome, _ location: Testing.SourceLocation = #_sourceLocation
    )
        throws
    {
        for command in [["history"], ["wallet", "history", "dash"]] {
            let words = try home.router(command)
            let line = words.output.split(separator: "\n").first { $0.contains("txid \(id)") }.map { $0 + "  " }
            #expect(line?.contains(said.text) == true, "\(words)", sourceLocation: location)
            #expect(words.status == 0 && words.errors.isEmpty, "\(words.errors)", sourceLocation: location)
            let result = try home.router(command + ["--json"])
            let lines = try JSONValue(lines: result.output).elements
            let rows = lines.first?["transactions"]?.elements ?? lines
            let row = rows.first { $0["txid"]?.text == id }
            #expect(row?["state"]?.text == said.name, "\(result)", sourceLocation: location)
            #expect(row?["confirmations"] == said.confirmations, "\(result)", sourceLocation: location)
            #expect(row?["locked"] == said.locked, "\(result)", sourceLocation: location)
            #expect(row?["replacedBy"]?.text == said.replacement, "\(result)", sourceLocation: location)
            guard command.count > 1 else { continue }
            // What was paid stays what it was, also where the network knows nothing of it.
            #expect(row?["spent"]?.integer == 150_000_000, "\(result)", sourceLocation: location)
            #expect(line?.hasPrefix("20") == false || line?.contains("sent 0.5 DASH") == true, "\(words.output)")
            if OutputSchema.hasPython {
                #expect(try OutputSchema.history.mistakes(in: result.output) == "", sourceLocation: location)
            }
        }
    }

    /// A network behind a scripted server.
    enum Server: String, CaseIterable, Sendable {
        case electrum, node
    }

    /// What serves a ledger as long as it is kept.
    private struct Serving {
        let settings: String
        let keeper: AnyObject

        init(_ ledger: ScriptedLedger, by server: Server, in home: RouterHome) throws {
            switch server {
            case .electrum:
                let electrum = LedgerElectrum(ledger, genesis: PaymentStateTests.genesis)
                keeper = electrum
                settings = "use: electrum, servers: [\(electrum.server)]"
            case .node:
                let regtest = try #require(try RouteTable.load([.shipped]).coin("dash")?.networks[.regtest])
                let node = LedgerNode(ledger, network: regtest)
                keeper = node
                try home.write("cookie", "__cookie__:secret\n")
                settings = "use: core-rpc, url: \"\(node.url)\", cookie: \"\(home.directory.path)/cookie\""
            }
        }
    }

    /// A wallet of the test words with 1.5 DASH, that paid 0.5 to a stranger, or another amount.
    private struct Paid {
        let home: RouterHome
        let ledger = ScriptedLedger()
        let serving: Serving
        let funding: Transaction
        let payment: Transaction

        init(_ amount: String = "0.5", by server: Server) throws {
            home = try RouterHome.ofTestWords()
            serving = try Serving(ledger, by: server, in: home)
            try home.configure("networks: { dash: { network: regtest, \(serving.settings) } }\n")
            funding = ledger.fund(PaymentStateTests.own, 150_000_000)
            let regtest = try #require(try RouteTable.load([.shipped]).coin("dash")?.networks[.regtest])
            let address = try #require(Address(script: PaymentStateTests.stranger)?.text(on: regtest))
            let result = try home.router(["open", "dash:\(address)?amount=\(amount)"], answers: [RouterHome.passcode])
            #expect(result.status == 0, "\(result.errors)")
            payment = try #require(ledger.sent.first)
        }

        var id: String { payment.id.hex }
    }

    @Test(
        "seen, confirmed, locked, gone, replaced, unclear: an Electrum server, and a node", arguments: Server.allCases)
    func states(_ server: Server) throws {
        let paid = try Paid(by: server)
        let (ledger, id) = (paid.ledger, paid.payment.id)
        try expect(.waiting, of: paid.id, in: paid.home)
        for (confirmations, isLocked, said) in [
            (0, true, Said.waitingLocked), (3, false, .confirmed(3)), (3, true, .confirmedLocked(3)),
        ] {
            ledger.set(id, confirmations: confirmations, isLocked: isLocked)
            try expect(said, of: paid.id, in: paid.home)
        }
        ledger.drop(id)
        try expect(.gone, of: paid.id, in: paid.home)

        // Another payment of the same words, made if nobody knew of the first one.
        let other = try Paid("0.4", by: server)
        #expect(ledger.take(other.payment.wholeBytes)?.id == other.payment.id)
        try expect(.replaced(by: other.id), of: paid.id, in: paid.home)
        ledger.set(other.payment.id, confirmations: 2, isLocked: false)
        try expect(.replaced(by: other.id), of: paid.id, in: paid.home)
    }

    @Test("a network that does not know what a payment spends cannot call it gone", arguments: Server.allCases)
    func unclear(_ server: Server) throws {
        let paid = try Paid(by: server)
        paid.ledger.drop(paid.payment.id)
        paid.ledger.drop(paid.funding.id)
        let history = try paid.home.router(["history"])
        #expect(history.output.contains(Said.unclear.text) && !history.output.contains("no longer known"), "\(history)")
        #expect(try paid.home.router(["history", "--json"]).output.contains(#""state":"unclear""#))
        let wallet = try paid.home.router(["wallet", "history"])
        #expect(!wallet.output.contains("no longer known"), "\(wallet)")
    }

    @Test("S6: “resume” sends the same bytes to a network that lost them, and no others", arguments: Server.allCases)
    func sendsAgain(_ server: Server) throws {
        let paid = try Paid(by: server)
        paid.ledger.drop(paid.payment.id)
        try expect(.gone, of: paid.id, in: paid.home)
        #expect(paid.ledger.sent.count == 1)
        let resumed = try paid.home.router(["resume", "--json"])
        #expect(resumed.status == 0 && resumed.output.contains(#""state":"sentAgain""#), "\(resumed)")
        #expect(paid.ledger.sent.map(\.wholeBytes) == [paid.payment.wholeBytes, paid.payment.wholeBytes])
        try expect(.waiting, of: paid.id, in: paid.home)
        #expect(try paid.home.router(["resume"]).output == "There is nothing to finish.\n")
    }

    @Test("the practice network: seen, confirmed, locked, gone, replaced, unclear")
    func sandbox() throws {
        let home = try RouterHome()
        try home.makeWallet()
        // 1.5 DASH, and nothing else, as on the other networks.
        try FileManager.default.removeItem(atPath: home.directory.path + "/data/schemerouter/sandbox")
        try home.router(["sandbox", "fund", "dash", "1.5"])
        let link = "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.5&sender=shop"
        #expect(try home.router(["open", link], answers: [RouterHome.passcode]).status == 0)
        let id = try #require(try JournalFile(home: home).newest?.transaction?.id.hex)
        try expect(.waitingLocked, of: id, in: home)
        try home.router(["sandbox", "mine", "dash", "3"])
        try expect(.confirmedLocked(3), of: id, in: home)

        try change(home, ["UPDATE output SET spent_by = NULL WHERE spent_by = '\(id)'"] + Self.removing(id))
        try expect(.gone, of: id, in: home)
        // There is nothing else that it could spend.
        let again = link.replacingOccurrences(of: "0.5", with: "0.4")
        #expect(try home.router(["open", again], answers: [RouterHome.passcode]).status == 0)
        let other = try #require(try JournalFile(home: home).newest?.transaction?.id.hex)
        try expect(.replaced(by: other), of: id, in: home)
        try change(home, ["DELETE FROM output", "DELETE FROM tx"])
        let history = try home.router(["history", "--json"])
        #expect(history.output.contains(#""state":"unclear""#), "\(history)")
    }

    @Test("a practice network of a coin without locks calls nothing locked")
    func sandboxWithoutLocks() throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.router(["sandbox", "on", "litecoin"])
        try home.router(["sandbox", "fund", "litecoin", "1"])
        let own = try home.router(["wallet", "address", "litecoin"]).output.dropLast()
        let link = "litecoin:\(own)?amount=0.5"
        #expect(try home.router(["open", link], answers: [RouterHome.passcode]).status == 0)
        for (blocks, text) in [(0, "waits for a block"), (3, "confirmations: 3")] {
            if blocks > 0 { try home.router(["sandbox", "mine", "litecoin", "\(blocks)"]) }
            for command in [["history"], ["wallet", "history", "litecoin"]] {
                let words = try home.router(command).output
                #expect(words.contains(text) && !words.contains("locked"), "\(words)")
            }
        }
    }

    private static func removing(_ id: String) -> [String] {
        ["DELETE FROM output WHERE txid = '\(id)'", "DELETE FROM tx WHERE txid = '\(id)'"]
    }

    /// Changes the practice ledger by hand.
    private func change(_ home: RouterHome, _ statements: [String]) throws {
        let path = home.directory.path + "/data/schemerouter/sandbox/dash-main.sqlite"
        // The schema's version is left as it is.
        try Database(path: path, migrations: ["", "", ""]).write { (connection) throws(ServiceError) in
            for statement in statements { _ = try connection.execute(statement) }
        }
    }
}
