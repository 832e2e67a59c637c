import RouterBitcoinFormat
import Testing

/// The vectors of BIP173 and BIP350 for segwit addresses.
@Suite struct Bech32Tests {
    @Test(
        "BIP350: valid addresses and their scripts",
        arguments: [
            ("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "0014751e76e8199196d454941c45d1b3a323f1433bd6"),
            (
                "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
                "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262"
            ),
            (
                "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
                "5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6"
            ),
            ("BC1SW50QGDZ25J", "6002751e"),
            ("bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "5210751e76e8199196d454941c45d1b3a323"),
            (
                "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
                "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433"
            ),
            (
                "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
                "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433"
            ),
            (
                "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
                "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
            ),
        ])
    func valid(_ text: String, _ script: String) throws {
        let program = try #require(Bech32.decode(text))
        #expect(Address(.witness(version: program.version, program: program.bytes)).script.hex == script)
        #expect(
            Bech32.encode(prefix: program.prefix, version: program.version, program: program.bytes) == text.lowercased()
        )
    }

    @Test(
        "BIP350: invalid addresses",
        arguments: [
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
            "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
            "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
            "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
            "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
            "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
            "bc1pw5dgrnzv",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
            "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
            "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
            "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
            "bc1gmk9yu", "", "1", "bc1", "\u{20}1xj0phk", "\u{7F}1g6xzxy", "1qyrz8wqd2c9m", "qyrz8wqd2c9m", "in1muywd",
        ])
    func invalid(_ text: String) {
        #expect(Bech32.decode(text) == nil)
    }

    @Test("An address has at most 90 characters")
    func longest() {
        let program = [UInt8](repeating: 7, count: 40)
        for length in [17, 18, 19] {
            let text = Bech32.encode(prefix: String(repeating: "a", count: length), version: 1, program: program)
            #expect(text.utf8.count == length + 72 && (Bech32.decode(text) != nil) == (length <= 18))
        }
    }

    @Test("Padding is less than a character, and zero")
    func padding() {
        for (values, bytes) in [
            ([], []), ([0], nil), ([31, 28], [255]), ([31, 29], nil), ([31, 28, 0], nil),
            ([31, 31, 31, 16], [255, 255]), ([31, 31, 31, 17], nil), ([0, 0, 0, 0, 0, 0, 0, 0, 0], nil),
        ] as [([UInt8], [UInt8]?)] {
            #expect(Bech32.regroup(values[...], from: 5, to: 8, pads: false) == bytes, "\(values)")
        }
        for (bytes, values) in [
            ([], []), ([255], [31, 28]), ([255, 255], [31, 31, 31, 16]), ([0, 1], [0, 0, 0, 16]),
            ([1, 2, 3, 4, 5], [0, 4, 1, 0, 6, 1, 0, 5]),
        ] as [([UInt8], [UInt8])] {
            #expect(Bech32.regroup(bytes[...], from: 8, to: 5, pads: true) == values, "\(bytes)")
        }
    }

    @Test("BIP350: another human-readable part is another network")
    func otherPrefix() throws {
        let bitcoin = try #require(Vectors.networks["btc"])
        #expect(throws: AddressError.wrongVersion) {
            try Address("tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut", on: bitcoin)
        }
    }
}
