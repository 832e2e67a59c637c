import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter

/// What the vectors of the dash family say, in this package's types.
enum Vectors {
    static let base58check = JSONValue.file("dash-axe/base58check.json")
    static let transactions = JSONValue.file("dash-axe/transactions.json")
    static let bip32 = JSONValue.file("dash-axe/bip32_official.json")

    /// Parameters by the vectors' network names: `dash`, `dash-testnet` …
    static let networks: [String: NetworkParameters] = {
        var networks: [String: NetworkParameters] = [:]
        guard case .object(let coins)? = JSONValue.file("dash-axe/chainparams.json")["coins"] else { return networks }
        for (name, coin) in coins {
            for (kind, suffix) in [("main", ""), ("test", "-testnet")] {
                guard let values = coin["networks"]?[kind] else { continue }
                networks[name + suffix] = NetworkParameters(
                    p2pkh: UInt8(values["p2pkh"]?.integer ?? 0), p2sh: [UInt8(values["p2sh"]?.integer ?? 0)],
                    wif: UInt8(values["wif"]?.integer ?? 0), xpub: 0, xprv: 0, bech32: values["hrp"]?.text, coinType: 0
                )
            }
        }
        return networks
    }()

    /// Every text in member `key` of the rows below `list`.
    static func texts(_ key: String, in list: JSONValue?) -> [String] {
        (list?.elements ?? []).compactMap { $0[key]?.text }
    }
}

extension [UInt8] {
    /// The bytes of hex digits.
    init(hex: String) {
        let digits = hex.utf8.map { $0 <= 57 ? $0 - 48 : ($0 | 32) - 87 }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Lower-case hex digits.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The same numbers on every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
