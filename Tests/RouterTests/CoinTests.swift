import Foundation
import RouterTestSupport
import Testing

/// Every coin of the shipped descriptors, on the practice network, with the real program.
@Suite struct CoinTests {
    private func home(_ coin: String) throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        for command in [["sandbox", "on", coin], ["sandbox", "fund", coin, "10"]] {
            let result = try home.router(command)
            #expect(result.status == 0, "\(result.errors)")
        }
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [shop]\n")
        _ = home.dialogue()
        return home
    }

    @Test(
        "a link of every coin pays",
        arguments: [
            ("axe", "axewallet://pay=PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs&amount=0.5&sender=shop", "0.5 AXE"),
            ("axe", "axewallet://pay=PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs&amount=2.5&req-IS=1&sender=shop", "2.5 AXE"),
            ("axe", "axe:PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs?amount=0.5", "0.5 AXE"),
            ("dash", "pay:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.25&sender=shop", "0.25 DASH"),
            ("bitcoin", "BITCOIN:BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU?AMOUNT=0.1", "0.1 BTC"),
            ("bitcoin", "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr?amount=1", "1 BTC"),
            ("bitcoin", "bitcoin:3QoU9vAbW3h3ptQP9ZyZdx735aNYmHLybQ?amount=1&label=A&message=B", "1 BTC"),
            ("litecoin", "litecoin:LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez?amount=0.1", "0.1 LTC"),
            ("litecoin", "litecoin:ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh?amount=0.1", "0.1 LTC"),
            ("dogecoin", "dogecoin:DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC?amount=5", "5 DOGE"),
        ])
    func pays(_ coin: String, _ link: String, _ shown: String) throws {
        let home = try home(coin)
        let result = try home.router(["open", "--json", link], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSONValue(parsing: Data(result.output.utf8))
        #expect(json["outcome"] == .string("pay") && json["txid"]?.text?.count == 64)
        #expect(json["callback"] == .string(link.contains("sender=shop") ? "started" : "none"))
        #expect(home.dialogue().contains("PRACTICE – no real money Pay \(shown)"))
    }

    @Test("S5: label and message are quoted, below what is true")
    func quotes() throws {
        let home = try home("bitcoin")
        let link = "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=1&label=Your%20savings&message=Order%201"
        #expect(try home.router(["open", link], answers: ["-"]).status == 130)
        let dialogue = home.dialogue()
        let fee = try #require(dialogue.range(of: "Fee:"))
        let label = try #require(dialogue.range(of: "The link names the recipient: “Your savings”"))
        let message = try #require(dialogue.range(of: "The link says: “Order 1”"))
        #expect(fee.upperBound < label.lowerBound && label.upperBound < message.lowerBound)
    }

    @Test("BIP321: the program that asks for a proof gets the whole transaction")
    func proof() throws {
        let home = try home("bitcoin")
        let link = "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=1&req-pop=shop%3Apaid%3F"
        let result = try home.router(["open", link], answers: [RouterHome.passcode])
        #expect(result.status == 0, "\(result.errors)")
        let received = try home.received()
        let proof = try #require(received.last)
        #expect(received.count == 2 && proof.hasPrefix("shop:paid?onchain=0"))
        #expect(proof.dropFirst(18).count > 300 && proof.dropFirst(18).allSatisfy(\.isHexDigit))
    }

    @Test("InstantSend that is switched off and refused ends 130; nothing is paid and nobody is called")
    func instantSend() throws {
        let home = try home("axe")
        try home.configure("instant-send: { axe: off }\n")
        let link = "axewallet:pay=PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs&amount=2.5&req-IS=1&sender=shop"
        let result = try home.router(["open", "--json", link], answers: ["-"])
        #expect(result.status == 130)
        let json = try JSONValue(parsing: Data(result.output.utf8))
        #expect(json["outcome"] == .string("reject") && json["error"]?["code"] == .string("instantSendRequired"))
        #expect(json["txid"] == .null && json["callback"] == .string("none"))
        #expect(!home.dialogue().contains("Passcode"))
    }

    @Test("S12: the person moves the keys of Axe, and its address is another one")
    func movedKeys() throws {
        let home = try home("axe")
        try home.configure("paths: { axe: \"44'/4242'\" }\n")
        // The wallet does not know that account yet; telling its first address notes it.
        let result = try home.router(["wallet", "address", "axe"], answers: [RouterHome.passcode])
        // m/1886544227'/44'/4242'/0'/0/0: it practises.
        #expect(result.output.contains("PAGrxQ5nTQhF6K5eVYm62uy9k3hphSGjVm"), "\(result.output) \(result.errors)")
    }
}
