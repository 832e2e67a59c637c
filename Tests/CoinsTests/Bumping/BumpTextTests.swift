import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What the person reads before a fee is raised (S5).
@Suite struct BumpTextTests {
    @Test("S5: the whole text, of a fee that the person chose, and of one that is high")
    func whole() async throws {
        let start =
            "Raise the fee of payment #1: 0.5 BTC to 1LqB GSKu X5yY Uonj xT5q GfpU sXKY YWea bA Current fee: 0.00000226 BTC. "
        let change = "comes out of your change. The recipient receives the same amount. "
        let end =
            "The same payment is sent again with this fee and replaces the first. Both spend the same money, so only one of "
            + "them can be confirmed. “shop” asked for it and will not be notified again. The first transaction: "
            + BumpWorld.first.id.hex
        let cases: [(choice: FeeChoice, text: String)] = [
            (
                .rate(Amount(units: 20_000)!),
                "New fee: 0.0000452 BTC. The difference of 0.00004294 BTC \(change)You chose this rate: 20000 satoshi per "
                    + "1,000 bytes. "
            ),
            (
                .level(.fast),
                "New fee: 0.0000452 BTC. The difference of 0.00004294 BTC \(change)You chose this fee: “fast”. "
            ),
            (
                .rate(Amount(units: 1_400_000)!),
                "New fee: 0.003164 BTC. The difference of 0.00316174 BTC \(change)You chose this rate: 1400000 satoshi per "
                    + "1,000 bytes. Warning: the fee rate is high for Bitcoin. To pay less, refuse and use “--fee slow”, or "
                    + "a rate: “--fee RATE”. "
            ),
        ]
        let world = try BumpWorld()
        let bump = FeeBump(services: world.services, routes: try world.fixture.router().routes)
        for (choice, text) in cases {
            let dialogue = try await bump.proposal(for: world.entry, choice).text.dialogue(columns: 60)
            #expect(dialogue.flowing == start + text + end)
            #expect(dialogue.title == "Bitcoin" && dialogue.agree == "Raise the fee")
        }
    }
}
