import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// The real program and the real courier on a network behind an Electrum server.
@Suite struct ElectrumCommandTests {
    /// m/44'/1'/0'/0/0 of the well-known test words.
    private static let own = [UInt8](hexDigits: "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac") ?? []
    /// m/44'/1'/0'/0/1.
    private static let next = [UInt8](hexDigits: "76a914d3c0870e8e13a9ec320f1280889127aa15a4c0a188ac") ?? []
    /// A stranger's address of the regtest: that of the hash 00…00.
    private static let stranger = [UInt8](hexDigits: "76a914000000000000000000000000000000000000000088ac") ?? []

    private static func link(_ amount: String) throws -> String {
        let regtest = try #require(try RouteTable.load([.shipped]).coin("dash")?.networks[.regtest])
        let address = try #require(Address(script: stranger)?.text(on: regtest))
        return "dash:\(address)?amount=\(amount)"
    }

    private static func home(_ servers: String, _ more: String = "") throws -> RouterHome {
        let home = try RouterHome()
        try home.write("words", String(repeating: "abandon ", count: 11) + "about")
        try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        try home.configure("networks: { dash: { use: electrum, network: regtest, servers: [\(servers)] } }\n" + more)
        _ = home.dialogue()
        return home
    }

    private static func home(_ server: ElectrumStandIn) throws -> RouterHome {
        try home("\"tcp://127.0.0.1:\(server.port)\"")
    }

    @Test("a payment goes to the server, signed, for exactly what the link asks, and the rest comes back")
    func pays() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        server.fund(Self.next, 25_000_000, height: 112)
        let home = try Self.home(server)
        let balance = try home.router(["wallet", "balance"])
        #expect(balance.output == "1.75 DASH.\n", "\(balance.errors)")

        let result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        #expect(!home.dialogue().contains("PRACTICE"))
        let sent = try #require(server.sent.first)
        #expect(server.sent.count == 1 && result.output.contains(sent.id.hex))
        #expect(sent.outputs.filter { $0.script == Self.stranger }.map(\.amount.units) == [50_000_000])
        #expect(sent.outputs.count == 2 && sent.inputs.allSatisfy { !$0.script.isEmpty })
    }

    @Test("a server that answers no batches is used without them, and later commands know")
    func withoutBatches() throws {
        let server = ElectrumStandIn(answersBatches: false)
        server.fund(Self.own, 150_000_000, height: 111)
        let home = try Self.home(server)
        let balance = try home.router(["wallet", "balance"])
        #expect(balance.output == "1.5 DASH.\n" && balance.errors.isEmpty, "\(balance.errors)")
        let name = "127.0.0.1:\(server.port)"
        #expect(try home.text(of: "state/schemerouter/servers/\(name).batches") == "none Stand-in\n")
        let doctor = try home.router(["doctor"]).output
        let said =
            "ok    \(name) answers for Dash (regtest): Stand-in, block 500. \(name) answers no batches; slower."
        #expect(doctor.split(separator: "\n").contains { $0 == said }, "\(doctor)")
        let result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 0 && server.sent.count == 1, "\(result.errors)")
    }

    @Test("an empty balance of the only account that was looked at says how to look for others")
    func emptyAccount() throws {
        let server = ElectrumStandIn()
        let home = try Self.home(server)
        let balance = try home.router(["wallet", "balance"])
        #expect(
            balance.output == """
                0 DASH.
                Only m/44'/1'/0' was looked at, and never used. If your words are older, “router wallet discover dash” looks for \
                their other accounts.

                """, "\(balance.output)\(balance.errors)")
        // The server ends with its last use.
        #expect(server.sent.isEmpty)
    }

    @Test("S12: a server that tells of less than there is cannot make the rest a fee")
    func understated() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        server.fault = .understates
        let home = try Self.home(server)
        let result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 77, "\(result.errors)")
        #expect(server.sent.isEmpty)
    }

    @Test("S6: a payment whose answer is lost is looked up, and called sent only when the network has it")
    func lostAnswer() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        server.fault = .dropsBroadcasts
        var home = try Self.home(server)
        var result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        let id = try #require(server.sent.first?.id.hex)
        #expect(result.status == 0 && result.output.contains(id), "\(result.errors)")

        server.fault = .losesBroadcasts
        home = try Self.home(server)
        result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 74, "\(result.errors)")
        // The same bytes each time, which a network takes once.
        #expect(Set(server.sent.map(\.id)).count == 1)
    }

    @Test("what the network refuses is told in our words, and is not paid")
    func refused() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        server.fault = .refuses(
            "the transaction was rejected by network rules.\n\nmin relay fee not met, 0 < 225\n[00]")
        let home = try Self.home(server)
        let result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 76 && result.errors.contains("fee is too low"), "\(result.errors)")
    }

    @Test("S16: a lone server that keeps what it says it refuses cannot have the payment made twice")
    func refusedAndKept() throws {
        let server = ElectrumStandIn()
        for height in 111...114 { server.fund(Self.own, 60_000_000, height: height) }
        server.fault = .keeps
        let home = try Self.home(server)
        var result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 76 && result.errors.contains("One server says so"), "\(result.errors)")
        server.fault = .none
        // Another amount, so that other UTXOs would do as well.
        result = try home.router(["open", "--json", Self.link("1.1")], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(#""sentBy":"one-server""#), "\(result.output)")
        let (kept, sent) = (try #require(server.kept.first), try #require(server.sent.first))
        #expect(!Set(kept.inputs.map(\.outpoint)).isDisjoint(with: sent.inputs.map(\.outpoint)))
    }

    @Test("S16: beside an honest server the payment that a liar refuses is made, and called the word of one")
    func liarBesideHonest() throws {
        // All of this computer's names and ports are one server: a second one needs a name of its own.
        let socket = FileManager.default.temporaryDirectory.path + "/electrum-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: socket) }
        let (liar, honest) = (ElectrumStandIn(), ElectrumStandIn(socket: socket))
        // These servers show what was spent as unspent: a second payment needs money of its own.
        for server in [liar, honest] { for height in 111...112 { server.fund(Self.own, 150_000_000, height: height) } }
        liar.fault = .keeps
        let home = try Self.home(
            "\"tcp://127.0.0.1:\(liar.port)\", \"tcp://honest.example:1\"",
            "sockets: { \"tcp://honest.example:1\": \(socket) }\n")
        var result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 0 && result.output.contains("only one server reports"), "\(result.errors)")
        #expect(honest.sent.map(\.id) == liar.kept.map(\.id) && honest.sent.count == 1)
        // With two that take it nothing needs to be said.
        liar.fault = .none
        result = try home.router(["open", Self.link("0.4")], answers: [RouterHome.passcode])
        #expect(result.status == 0 && !result.output.contains("only one server reports"), "\(result.output)")
        #expect(liar.sent.map(\.id) == [honest.sent.last?.id])
    }

    @Test("S6: a payment that its server forgot is sent again by “resume”, and “wallet history” says so")
    func forgotten() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        let home = try Self.home(server)
        #expect(try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode]).status == 0)
        #expect(try home.router(["resume"]).output == "There is nothing to finish.\n")
        #expect(try home.router(["history", "--json"]).output.contains(#""state":"waiting""#))
        server.fault = .losesBroadcasts
        let journal = try home.router(["history"])
        #expect(journal.output.contains("no longer known to the network"), "\(journal)")
        let history = try home.router(["wallet", "history"])
        #expect(history.status == 0 && history.output.contains("no longer known to the network"), "\(history)")
        server.fault = .forgets
        let result = try home.router(["resume", "--json"])
        #expect(result.status == 0 && result.output.contains(#""state":"sentAgain""#), "\(result)")
        #expect(server.sent.count == 2 && Set(server.sent.map(\.id)).count == 1)
    }

    @Test("S13: without a server nobody is asked, and the doctor says which one is gone")
    func unreachable() throws {
        // Nothing listens on the port 1.
        let home = try Self.home("\"tcp://127.0.0.1:1\", \"ssl://127.0.0.1:1443\"")
        #expect(try home.router(["wallet", "balance"]).status == 76)
        let result = try home.router(["open", Self.link("0.5")], answers: [RouterHome.passcode])
        #expect(result.status == 76 && result.errors.contains("127.0.0.1:1 "), "\(result.errors)")
        #expect(!home.dialogue().contains("Passcode"))
        let doctor = try home.router(["doctor"])
        #expect(doctor.status == 1 && doctor.output.contains("FAIL  127.0.0.1:1,"), "\(doctor.output)")
    }

    @Test("the doctor names servers that answer, and those that are of another network")
    func doctor() throws {
        let server = ElectrumStandIn()
        var home = try Self.home(server)
        let good = try home.router(["doctor"])
        let name = "127.0.0.1:\(server.port)"
        #expect(
            good.output.contains("ok    \(name) answers for Dash (regtest): Stand-in, block 500."), "\(good.output)")
        home = try RouterHome()
        try home.configure("networks: { litecoin: { use: electrum, servers: [\"tcp://\(name)\"] } }\n")
        let foreign = try home.router(["doctor"])
        #expect(foreign.output.contains("FAIL  \(name)"), "\(foreign.output)")
        #expect(foreign.output.contains("is on another network"), "\(foreign.output)")
    }
}
