import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Dash Core 24 pays Platform addresses from its wallet by moving the coins away from the chain. Only what our own reader
/// takes for an address may reach a node (Documentation/protocols/dash-2026.md §1.6).
@Suite struct PlatformAddressTests {
    /// The third is the one that Dash Core was asked about in `core_rpc.json`.
    static let addresses = [
        "dash1krma5z3ttj75la4m93xcndna9ullamq9y5fzq2j7", "tdash1krma5z3ttj75la4m93xcndna9ullamq9y5fzq2j8",
        "tdash1krma5z3ttj75la4m93xcndna9ullamq9y5fzq2j7", "TDASH1KRMA5Z3TTJ75LA4M93XCNDNA9ULLAMQ9Y5FZQ2J7",
    ]

    @Test("S11: a link to a Platform address is refused before a node hears of it", arguments: addresses)
    func refused(_ address: String) async throws {
        for link in [
            "dash:\(address)?amount=1", "dashwallet://pay=\(address)&amount=1&sender=myapp", "dash:?dash=\(address)",
        ] {
            let fixture = try NodePaymentFixture()
            await #expect(throws: (any Error).self) {
                try await fixture.open(link, NodePaymentFixture.passcode)
            }
            #expect(fixture.node.calls.isEmpty, "\(fixture.node.methods)")
        }
    }
}
