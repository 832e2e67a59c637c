/// One of the accounts that a wallet has of a coin. They are never mixed in one transaction.
public enum AccountName: Sendable, Hashable, CustomStringConvertible {
    /// The accounts of one number, below 2^31: `m/44'/coin'/number'` (BIP44), and for a coin with segwit
    /// `m/49'/coin'/number'` (BIP49) and `m/84'/coin'/number'` (BIP84). In practice they are below
    /// ``DerivationPath/practice``.
    case number(UInt32)
    /// The account `m/0'` of wallets older than BIP44. Only a coin whose descriptor says so has one: its keys would
    /// otherwise belong to several coins (S12).
    case old
    /// The account at one path, as if for real money: one that no number has, or one of several that a number has.
    case path(DerivationPath)

    /// How many steps the path of an account has.
    public static let pathLengths = 3...6

    /// The number, `old`, or the path, as the command line takes it.
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .old: "old"
        case .path(let path): "\(path)"
        }
    }

    /// Reads a number or `old`. Nil for anything else.
    public init?(_ text: String) {
        if text == "old" {
            self = .old
        } else if let number = UInt32(text), number < DerivationPath.hardened, String(number) == text {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// The account at exactly this path: not all of a number.
    public init(at path: DerivationPath) {
        self = path == .bip32(account: 0) ? .old : .path(path)
    }

    /// The account of a key, by its path; nil if that is not the path of an address.
    public init?(ofKeyAt path: DerivationPath) {
        let steps = path.withoutPractice.steps
        let account = DerivationPath(Array(steps.dropLast(2)))
        if steps.count == 5, account.steps.allSatisfy({ $0 >= DerivationPath.hardened }),
            [44, 49, 84].contains(steps[0] & ~DerivationPath.hardened)
        {
            self = .number(steps[2] & ~DerivationPath.hardened)
        } else if account == .bip32(account: 0) {
            self = .old
        } else if Self.pathLengths.contains(account.steps.count) {
            self = .path(account)
        } else {
            return nil
        }
    }

    /// The account as people read it: `account 0`, `the old account`, `account m/9'/5'/4'/0'`.
    public var text: String {
        switch self {
        case .number(let number): "account \(number)"
        case .old: "the old account"
        case .path(let path): "account \(path)"
        }
    }
}
