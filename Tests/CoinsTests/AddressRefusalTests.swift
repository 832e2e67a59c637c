import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

/// What is said of an address that the link's coin does not have.
@Suite struct AddressRefusalTests {
    private static let invalid = "This is not a valid address: a character, the length or the checksum is wrong."
    private static let folded =
        "All letters of this address have the same case, so it was changed on the way or is wrong."
    private static let hash = [UInt8](repeating: 7, count: 20)

    @Test("An address of other coins or networks names those that write it so, and the link's own")
    func owners() throws {
        let old = Base58Check.encode([5] + Self.hash)
        let test = Base58Check.encode([111] + Self.hash)
        let segwit = BIP21Tests.segwit
        for (link, address, owners, coins, own) in [
            ("dogecoin", segwit, "Bitcoin", ["bitcoin"], "Dogecoin"),
            // In capitals it is not as the coin writes it, but it has no other owner.
            ("dogecoin", segwit.uppercased(), "Bitcoin", ["bitcoin"], "Dogecoin"),
            // Litecoin reads this one, and writes another.
            ("dogecoin", old, "Bitcoin", ["bitcoin"], "Dogecoin"),
            (
                "dash", test, "Bitcoin (test network) or Litecoin (test network) or Dogecoin (regtest network)",
                ["bitcoin", "litecoin", "dogecoin"], "Dash"
            ),
            (
                "bitcoin", Bech32.encode(prefix: "tb", version: 0, program: Self.hash), "Bitcoin (test network)",
                ["bitcoin"], "Bitcoin"
            ),
            (
                "litecoin", Bech32.encode(prefix: "bcrt", version: 0, program: Self.hash), "Bitcoin (regtest network)",
                ["bitcoin"], "Litecoin"
            ),
        ] as [(String, String, String, [CoinID], String)] {
            let error = try #require(BIP21Tests.error("\(link):\(address)?amount=1"))
            #expect(error.code == .wrongNetwork && error.detected == coins)
            #expect(error.message == "This is an address for \(owners), not for \(own).")
            #expect(error.range == link.utf8.count + 1..<link.utf8.count + 1 + address.utf8.count)
            #expect(error.hint == "Paying it with the wrong coin would lose the money.")
        }
    }

    @Test("What is no coin's address is invalid, and one that lost its case says so")
    func invalid() throws {
        let unknown = Base58Check.encode([99] + Self.hash)
        for (address, message, reason) in [
            (unknown, Self.invalid, nil), (unknown.lowercased(), Self.folded, "addressCaseFolded"),
            (unknown.uppercased(), Self.folded, "addressCaseFolded"),
            ("11a", Self.invalid, nil), ("11ab", Self.folded, "addressCaseFolded"), ("11aB", Self.invalid, nil),
            // It begins like an address in segwit only if the separator follows.
            ("bc1q", Self.invalid, nil), ("BC1Q", Self.invalid, nil), ("bcq1", Self.folded, "addressCaseFolded"),
            ("tltc1", Self.invalid, nil), ("tltc", Self.folded, "addressCaseFolded"),
        ] as [(String, String, String?)] {
            let error = try #require(BIP21Tests.error("dash:\(address)?amount=1"))
            #expect(error.code == .invalidAddress && error.message == message, "\(address)")
            #expect(error.reason == reason && error.detected == nil, "\(address)")
            #expect(error.range == 5..<5 + address.utf8.count, "\(address)")
        }
    }
}
