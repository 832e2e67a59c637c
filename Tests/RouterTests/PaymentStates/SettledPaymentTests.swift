import Foundation
import RouterTestSupport
import Testing

/// `router history` about payments that are not looked up any more.
@Suite struct SettledPaymentTests {
    @Test(
        "the history says what happened to such a payment, if that is known",
        arguments: [
            ("final", "final", "final"), ("replaced", "replaced", "replaced by another transaction"),
            ("unwatched", nil, nil),
        ] as [(String, String?, String?)])
    func history(settlement: String, name: String?, text: String?) throws {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [shop]\n")
        let result = try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        let journal = JournalFile(home: home)
        try journal.change("settlement = '\(settlement)'")
        let json = try home.router(["history", "--json"]).output
        #expect(try JSONValue(parsing: Data(json.utf8))["state"]?.text == name)
        let line = try home.router(["history"]).output
        for other in ["final", "replaced by another transaction"] {
            #expect(line.contains(other) == (other == text), "\(line)")
        }
        #expect(line.contains("0.5 DASH"))
    }
}
