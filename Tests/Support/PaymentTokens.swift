/// Ways to pay for tests, and a writer for more of them.
public enum PaymentTokens {
    /// 0.00002 BTC for “2 coffees”, until 2790000000 (`links/bip321.json`).
    public static let invoice =
        "lnbc20u1p4tzwuqsp5yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qpp5qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqy"
        + "qszqgpqyqsdq0xgsxxmmxvejk2ucxqxae4jsq9qrsgq9yl2mxgnmc9cuhzjyvhqjx5euujwk4wm2eddvy09ezdgjkx9djnye7svqmpfwqks6gmlr"
        + "70gu4k2u08zk253ud6nmj87pdp55qpzdmcp0gsv7r"
    /// The example of BOLT11 with a fallback address.
    public static let invoiceWithFallback =
        "lnbc20m1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygshp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy0"
        + "43l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfppqw508d6qejxtdg4y5r3zarvary0c5xw7k9qrsgqt29a0wtur"
        + "nys2hhxpner2e3plp6jyj8qx7548zr2z7ptgjjc7hljm98xhjym0dg52sdrvqamxdezkmqg4gdrvwwnf0kv2jdfnl4xatsqmrnsse"
    /// An offer for “Test vectors”, of any amount (BOLT12).
    public static let offer = "lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg"
    public static let silentPayment =
        "sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv"
    public static let privatePayment = "pay1qqpsxq4730l4yre4lt3588eyt3f2lwggtfalvtgfns04a8smzkn7yys6xv2gs8"
    public static let lnurl =
        "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRV"
        + "WFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS"

    /// The same invoice with another beginning, such as `lnltc5m`, and a checksum that fits.
    public static func invoice(_ prefix: String) -> String {
        encode(prefix, Array(values(of: invoice).dropLast(6)))
    }

    /// Bech32 of a server's address.
    public static func lnurl(_ address: String) -> String { encode("lnurl", values(Array(address.utf8))) }

    /// The record of an offer that says whose it is (BOLT12, type 22).
    public static let issuerID: [UInt8] =
        [
            22, 33, 2, 0xEE, 0xC7, 0x24, 0x5D, 0x6B, 0x7D, 0x2C, 0xCB, 0x30, 0x38, 0x0B, 0xFB, 0xE2, 0xA3, 0x64, 0x8C,
            0xD7,
        ]
        + [0xA9, 0x42, 0x65, 0x3F, 0x5A, 0xA3, 0x40, 0xED, 0xCE, 0xA1, 0xF2, 0x83, 0x68, 0x66, 0x19]

    /// An offer of these bytes.
    public static func offer(_ bytes: [UInt8]) -> String {
        "lno1" + String(decoding: values(bytes).map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// A text with a checksum that fits.
    /// - Parameter constant: 1 for bech32, 0x2BC830A3 for bech32m.
    public static func encode(_ prefix: String, _ values: [UInt8], constant: UInt32 = 1) -> String {
        let head = prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
        var checksum: UInt32 = 1
        for value in head + values + [0, 0, 0, 0, 0, 0] {
            let top = checksum >> 25
            checksum = (checksum & 0x1FF_FFFF) << 5 ^ UInt32(value)
            for (bit, number) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 { checksum ^= number }
        }
        checksum ^= constant
        let check = (0..<6).map { UInt8(checksum >> (25 - 5 * UInt32($0)) & 31) }
        return prefix + "1" + String(decoding: (values + check).map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// The values behind the last “1”.
    public static func values(of text: String) -> [UInt8] {
        let data = text.lowercased().utf8.reversed().prefix { $0 != UInt8(ascii: "1") }.reversed()
        return data.map { byte in UInt8(alphabet.firstIndex(of: byte) ?? 0) }
    }

    /// Bytes as values of five bits, with zeros behind the last.
    public static func values(_ bytes: [UInt8]) -> [UInt8] {
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        return stride(from: 0, to: bits.count, by: 5).map { start in
            (0..<5).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }

    public static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
}
