/// One of the accounts that a wallet has of a coin. They are never mixed in one transaction.
public enum AccountName: Sendable, Hashable, CustomStringConvertible {
    /// The account `m/44'/coin'/number'` (BIP44), below 2^31. In practice it lies below ``DerivationPath/practice``.
    case number(UInt32)
    /// The account `m/0'` of wallets older than BIP44. Only a coin whose descriptor says so has one: its keys would
    /// otherwise belong to several coins (S12).
    case old

    /// The number, or `old`, as the command line takes it.
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .old: "old"
        }
    }

    /// Reads what ``description`` prints. Nil for anything else.
    public init?(_ text: String) {
        if text == "old" {
            self = .old
        } else if let number = UInt32(text), number < DerivationPath.hardened, String(number) == text {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// The account in which a key lies, told by its path; nil where that is no path of an address.
    init?(ofKeyAt path: DerivationPath) {
        let steps = path.withoutPractice.steps
        switch steps.count {
        case 5: self = .number(steps[2] & ~DerivationPath.hardened)
        case 3: self = .old
        default: return nil
        }
    }

    /// The account as people read it: `account 0`, `the old account`.
    public var text: String {
        switch self {
        case .number(let number): "account \(number)"
        case .old: "the old account"
        }
    }
}
