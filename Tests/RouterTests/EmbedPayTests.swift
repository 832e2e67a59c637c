import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// The second program of Examples/embed: a keystore, an Electrum server and pinentry, without `router`.
@Suite struct EmbedPayTests {
    /// m/44'/1'/0'/0/0 of the well-known test words.
    private static let own = [UInt8](hexDigits: "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac") ?? []
    private static let stranger = [UInt8](hexDigits: "76a914000000000000000000000000000000000000000088ac") ?? []

    private let home: RouterHome
    private let link: String

    init() throws {
        home = try RouterHome()
        try home.write("words", String(repeating: "abandon ", count: 11) + "about")
        try home.router(
            ["wallet", "restore", "--words", home.directory.path + "/words"],
            answers: [RouterHome.passcode, RouterHome.passcode])
        _ = home.dialogue()
        let regtest = try #require(try RouteTable.load([.shipped]).coin("dash")?.networks[.regtest])
        let address = try #require(Address(script: Self.stranger)?.text(on: regtest))
        link = "dash:\(address)?amount=0.5"
    }

    private func pay(_ port: UInt16, _ link: String, answers: [String] = []) throws -> RouterHome.Result {
        let path = home.directory.path
        let command =
            "PINENTRY_PROGRAM='\(path)/prompt' exec '\(BuiltPrograms.path(of: "embed-pay"))' '\(path)/data/schemerouter' "
            + "127.0.0.1 \(port) '\(link)'"
        return try home.run([], answers: answers, through: ["/bin/sh", "-c", command])
    }

    @Test("it pays what the link asks, once, after the passcode was typed")
    func pays() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        let result = try pay(server.port, link, answers: [RouterHome.passcode])
        let sent = try #require(server.sent.first, "\(result)")
        #expect(server.sent.count == 1 && result.status == 0 && result.errors.isEmpty, "\(result)")
        let address = link.dropFirst("dash:".count).prefix { $0 != "?" }
        #expect(
            result.output == """
                Paid 0.5 DASH
                to \(address)
                Transaction: \(sent.id.hex)
                So far only one server reports the payment. Run this program to check again.
                The link does not ask for an answer.

                """, "\(result)")
        #expect(sent.outputs.filter { $0.script == Self.stranger }.map(\.amount.units) == [50_000_000])
        #expect(home.dialogue().contains("Pay 0.5 DASH"))
    }

    @Test(
        "a payment whose fate is unknown is named with what this program calls the remedy, and finished by its next start"
    )
    func unknown() throws {
        let server = ElectrumStandIn()
        server.fund(Self.own, 150_000_000, height: 111)
        server.fault = .losesBroadcasts
        let lost = try pay(server.port, link, answers: [RouterHome.passcode])
        #expect(lost.status == 1 && lost.output.hasPrefix("The payment may have been made. "), "\(lost)")
        #expect(!lost.output.contains("router"), "\(lost)")
        server.fault = .none
        let again = try pay(server.port, link, answers: ["-"])
        #expect(Set(server.sent.map(\.id)).count == 1, "\(again)")
    }

    @Test("what cannot be answered is said in a sentence: a bad link, no server, a wrong command line")
    func failures() throws {
        let server = ElectrumStandIn()
        let bad = try pay(server.port, "dash:nonsense?amount=1")
        #expect(bad.status == 1 && bad.output.contains("Ask the sender for the link again"), "\(bad)")
        let refused = try pay(1, link)
        #expect(refused.status == 1 && refused.output.contains("127.0.0.1:1"), "\(refused)")
        #expect(!refused.output.contains("router"), "\(refused)")
        let usage = try home.run([], through: ["/bin/sh", "-c", "'\(BuiltPrograms.path(of: "embed-pay"))'"])
        #expect(usage.status == 64 && usage.output == "usage: pay DIRECTORY HOST PORT LINK\n")
    }
}
