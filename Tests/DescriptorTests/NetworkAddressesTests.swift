import Testing

@testable import SchemeRouter

/// Networks whose addresses are not written as Bitcoin's.
@Suite struct NetworkAddressesTests {
    private static func text(_ networks: String) -> String {
        """
        version: 1
        coins:
          shell:
            ticker: SHL
            networks:
              \(networks)

        """
    }

    private static func networks(_ text: String) throws -> CoinNetworks {
        try #require(try RouteTable.load([file(text)]).coin("shell")?.networks)
    }

    @Test("The kinds stand in place of Bitcoin's numbers, and nothing is made up for those")
    func kinds() throws {
        let networks = try Self.networks(
            Self.text("main: { addresses: [{ kind: iban }], bip44: 77 }\n      regtest: { like: main }"))
        let main = try #require(networks[.main])
        #expect(main.encoding == .kinds([AddressForm(.iban, .iban, network: .main)]) && main.coinType == 77)
        #expect(main.numbers == nil && main.bech32 == nil)
        #expect(networks[.regtest]?.encoding == .kinds([AddressForm(.iban, .iban, network: .regtest)]))
        #expect(networks.addressForms.map(\.network) == [.main, .regtest] && networks.bech32.isEmpty)
    }

    @Test("A coin that extends another one inherits its kinds, and one with kinds of its own inherits no numbers")
    func inherited() throws {
        let first = Self.text("main: { addresses: [{ kind: iban }], bip44: 77 }")
        let second = "  pearl: { extends: shell, ticker: PRL, networks: { main: { bip44: 78 } } }\n"
        let pearl = try #require(try RouteTable.load([file(first + second)]).coin("pearl"))
        #expect(pearl.networks[.main]?.encoding == .kinds([AddressForm(.iban, .iban, network: .main)]))
        let inherited = try #require(pearl.lineage.base?.inherited)
        #expect(inherited.contains("networks.main.addresses") && !inherited.contains("networks.main.p2pkh"))
        let numbers = Self.text("main: { p2pkh: 14, p2sh: 5, bip44: 77 }")
        let third =
            "  pearl: { extends: shell, ticker: PRL, networks: { main: { addresses: [{ kind: iban }], bip44: 78 } } }\n"
        let other = try #require(try RouteTable.load([file(numbers + third)]).coin("pearl"))
        #expect(other.networks[.main]?.numbers == nil)
    }

    @Test(
        "A network has either, and at least one kind",
        arguments: [
            (
                "main: { addresses: [{ kind: iban }], p2pkh: 14, p2sh: 5, bip44: 77 }",
                ["conflict 6:44", "conflict 6:55"]
            ),
            ("main: { addresses: [{ kind: iban }], bech32: sh, bip44: 77 }", ["conflict 6:44"]),
            ("main: { addresses: [], bip44: 77 }", ["out-of-range 6:26"]),
            ("main: { bip44: 77 }", ["missing-key 6:7", "missing-key 6:7", "missing-key 6:7"]),
        ] as [(String, [String])])
    func mistaken(networks: String, expected: [String]) {
        #expect(mistakes(file(Self.text(networks))).map(\.brief) == expected)
    }
}
