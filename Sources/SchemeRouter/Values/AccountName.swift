/// One of a wallet's accounts of a coin. Accounts are never mixed in one transaction.
public enum AccountName: Sendable, Hashable, CustomStringConvertible {
    /// The accounts with one number, below 2^31: `m/44'/coin'/number'` (BIP44), and for a coin with segwit
    /// `m/49'/coin'/number'` (BIP49) and `m/84'/coin'/number'` (BIP84). For practice money they are below
    /// ``DerivationPath/practice``.
    case number(UInt32)
    /// The account `m/0'` of wallets older than BIP44. Only a coin whose descriptor declares it has one: otherwise its
    /// keys would belong to several coins (S12).
    case old
    /// The account at one path, written as for real money: one without a number, or one of several with the same
    /// number.
    case path(DerivationPath)

    /// The allowed number of steps in an account's path.
    public static let pathLengths = 3...6

    /// The number, `old`, or the path, as on the command line.
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

    /// The account at exactly this path, not all accounts with a number.
    public init(at path: DerivationPath) {
        self = path == .bip32(account: 0) ? .old : .path(path)
    }

    /// The account of a key, from the key's path; nil if that is not the path of an address.
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

    /// The account for people: `account 0`, `the old account`, `account m/9'/5'/4'/0'`.
    public var text: String {
        switch self {
        case .number(let number): "account \(number)"
        case .old: "the old account"
        case .path(let path): "account \(path)"
        }
    }
}
