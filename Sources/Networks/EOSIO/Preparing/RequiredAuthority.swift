import ExactJSON
import RouterEOSIO
import SchemeRouter

/// What a permission requires (EOSIO `authority.hpp`), as nodes report it and actions set it.
struct RequiredAuthority: Sendable {
    /// The least sum of weights that satisfies it; never zero.
    let threshold: UInt32
    /// Its secp256k1 keys, each with its weight. Other keys cannot sign here.
    let keys: [(key: PublicKey, weight: UInt16)]
    /// Whether it has keys of any kind.
    let hasKeys: Bool
    /// The accounts that satisfy it, alone or together with others.
    let accounts: [Name]
    let weights: UInt64

    /// Nil if `json` is not an authority.
    init?(_ json: JSON?) {
        guard let json, let threshold: UInt32 = json.integer("threshold"), threshold > 0,
            let keys = json["keys"]?.elements
        else { return nil }
        var weights: UInt64 = 0
        var known: [(PublicKey, UInt16)] = []
        for entry in keys {
            guard let weight: UInt16 = entry.integer("weight"), let text = entry["key"]?.string else { return nil }
            weights += UInt64(weight)
            if let key = try? PublicKey(text) { known.append((key, weight)) }
        }
        var accounts: [Name] = []
        for entry in json["accounts"]?.elements ?? [] {
            guard let weight: UInt16 = entry.integer("weight"),
                let actor = entry["permission"]?["actor"]?.string.flatMap({ try? Name($0) })
            else { return nil }
            weights += UInt64(weight)
            accounts.append(actor)
        }
        for entry in json["waits"]?.elements ?? [] {
            guard let weight: UInt16 = entry.integer("weight") else { return nil }
            weights += UInt64(weight)
        }
        self.threshold = threshold
        self.keys = known
        self.hasKeys = !keys.isEmpty
        self.accounts = accounts
        self.weights = weights
    }

    /// The account that controls this one, if it is another account and there are no keys.
    func manager(of account: Name) -> Name? { hasKeys ? nil : accounts.first { $0 != account } }

    /// The engine's view: the keys that each satisfy it alone.
    func authority(of account: Name, isFrozen: Bool = false) -> AccountAuthority {
        AccountAuthority(
            keys: keys.filter { UInt32($0.weight) >= threshold }.map(\.key.description),
            isManaged: manager(of: account) != nil, isFrozen: isFrozen)
    }

    /// Whether these keys together satisfy it.
    func isSatisfied(by signers: [PublicKey]) -> Bool {
        keys.reduce(UInt64(0)) { $0 + (signers.contains($1.key) ? UInt64($1.weight) : 0) } >= UInt64(threshold)
    }
}

extension JSON {
    /// A member that is a whole number, or a string of one, as nodes write large ones; nil for anything else.
    func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
        switch self[name] {
        case .number(let number)?: try? number.decimal.units(decimals: 0, as: Number.self)
        case .string(let text)?: Number(text)
        default: nil
        }
    }
}
