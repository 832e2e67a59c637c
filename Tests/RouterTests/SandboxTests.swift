import Testing

/// `router sandbox`, for coins that cannot be practised with.
@Suite struct SandboxTests {
    @Test("a coin that no wallet here holds is not practised with, and hides no other balance")
    func foreignCoin() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let refused = try home.router(["sandbox", "on", "monero"])
        #expect(refused.status == 77 && refused.output.isEmpty)
        #expect(
            refused.errors.contains(
                "There is no practising with Monero: no wallet here holds it, and its links are handed to other programs."
            )
                && refused.errors.contains("Coins to practise with: axe, bitcoin, dash, "), "\(refused.errors)")
        // As an earlier version wrote it.
        try home.configure("  monero: { use: sandbox }\n")
        let balance = try home.router(["wallet", "balance"])
        #expect(balance.output == "Dash:\n  PRACTICE – no real money\n  10 DASH.\n")
        #expect(
            balance.status == 77
                && balance.errors.contains(
                    "Monero: No wallet here holds Monero, although config.yaml names a network for it.")
                && balance.errors.contains(
                    "Remove “monero” from “networks”; “router sandbox off monero” does that for practice."),
            "\(balance.errors)")
        #expect(try home.router(["sandbox", "off", "monero"]).status == 0)
        #expect(try home.router(["wallet", "balance"]).output == "PRACTICE – no real money\n10 DASH.\n")
    }
}
