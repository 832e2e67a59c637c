/// A BIP32 derivation path such as `m/44'/5'/0'/0/7`.
public struct DerivationPath: Sendable, Hashable, CustomStringConvertible {
    /// Added to the index of a hardened step (BIP32).
    public static let hardened: UInt32 = 0x8000_0000

    /// The steps from the master key; hardened ones have the top bit set.
    public let steps: [UInt32]

    /// A path of raw BIP32 child numbers.
    public init(_ steps: [UInt32]) {
        self.steps = steps
    }

    /// `m/44'/coinType'/account'` (BIP44). All three numbers are below 2^31.
    public static func bip44(coinType: UInt32, account: UInt32) -> DerivationPath {
        DerivationPath([44 | hardened, coinType | hardened, account | hardened])
    }

    /// `m/49'/coinType'/account'` (BIP49): segwit nested in script hashes. All three numbers are below 2^31.
    public static func bip49(coinType: UInt32, account: UInt32) -> DerivationPath {
        DerivationPath([49 | hardened, coinType | hardened, account | hardened])
    }

    /// `m/84'/coinType'/account'` (BIP84): native segwit. All three numbers are below 2^31.
    public static func bip84(coinType: UInt32, account: UInt32) -> DerivationPath {
        DerivationPath([84 | hardened, coinType | hardened, account | hardened])
    }

    /// `m/account'`, the account of wallets older than BIP44 (Documentation/protocols/dash-axe.md §1.4).
    public static func bip32(account: UInt32) -> DerivationPath { DerivationPath([account | hardened]) }

    /// `m/9'/coinType'/4'/account'`, where wallets keep mixed money (DIP-9, feature 4). The two numbers are below 2^31.
    public static func mixing(coinType: UInt32, account: UInt32) -> DerivationPath {
        DerivationPath([9 | hardened, coinType | hardened, 4 | hardened, account | hardened])
    }

    /// The root of all practice keys, `m/1886544227'` (S14). The number is “prac” in ASCII: no standard uses it, so no
    /// wallet keeps real money there. It is hardened, so that nothing shared about practice money leads to a real key.
    public static let practice = DerivationPath([0x7072_6163 | hardened])

    /// This path on a chain: the practice ledger has the same paths below its own root.
    public func on(_ chain: ChainID) -> DerivationPath { chain.isPractice ? inPractice : self }

    /// This path on practice ledgers.
    public var inPractice: DerivationPath { DerivationPath(Self.practice.steps + steps) }

    /// Whether this is a path of practice.
    public var isPractice: Bool { steps.first == Self.practice.steps.first }

    /// This path without the practice root, as for real money.
    public var withoutPractice: DerivationPath { isPractice ? DerivationPath(Array(steps.dropFirst())) : self }

    /// This path with further steps below it.
    public func appending(_ steps: UInt32...) -> DerivationPath { DerivationPath(self.steps + steps) }

    /// Whether this path is below `parent`.
    public func isBelow(_ parent: DerivationPath) -> Bool {
        steps.count > parent.steps.count && steps.starts(with: parent.steps)
    }

    /// `m/44'/5'/0'`, with ASCII apostrophes.
    public var description: String {
        steps.reduce(into: "m") { text, step in
            text += "/\(step & ~Self.hardened)" + (step & Self.hardened != 0 ? "'" : "")
        }
    }

    /// Parses what people type: the format of ``description``, optionally with `h` or `H` instead of apostrophes, which
    /// shells remove. Nil for anything else.
    public init?(typed text: String) {
        self.init(String(text.map { $0 == "h" || $0 == "H" ? "'" : $0 }))
    }

    /// Parses the format of ``description``. Nil for anything else.
    public init?(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "m" else { return nil }
        var steps: [UInt32] = []
        for part in parts {
            let isHardened = part.last == "'"
            let digits = isHardened ? part.dropLast() : part
            guard let number = UInt32(digits), number < Self.hardened, String(number) == digits else { return nil }
            steps.append(isHardened ? number | Self.hardened : number)
        }
        self.steps = steps
    }
}
