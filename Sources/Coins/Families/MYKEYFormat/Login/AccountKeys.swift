import ExactJSON
import RouterBytes
import RouterEOSIO

/// The keys that control an account, as a node of its chain reports them (Documentation/protocols/mykey.md §5.6).
public enum AccountKeys: Sendable, Hashable {
    /// An account that MYKEY's contract manages: its reserved key, which signs logins.
    case reserved(PublicKey, isFrozen: Bool)
    /// Any other account: its permissions, in the order to try.
    case permissions([Authority])

    /// A permission's requirement: keys of enough weight.
    public struct Authority: Sendable, Hashable {
        /// The least sum of weights that satisfies it.
        public let threshold: UInt32
        /// Each key with its weight.
        public let keys: [Weighted]

        public init(threshold: UInt32, keys: [Weighted]) {
            self.threshold = threshold
            self.keys = keys
        }
    }

    /// A key with its weight.
    public struct Weighted: Sendable, Hashable {
        public let key: PublicKey
        public let weight: UInt16

        public init(key: PublicKey, weight: UInt16) {
            self.key = key
            self.weight = weight
        }
    }

    /// Reads the answer of `get_table_rows` for the table `keydata` of `mykeymanager`, with the account as scope. The
    /// reserved key has index 3. Nil if the account has no such row: MYKEY's contract does not manage it.
    public init?(keyData answer: JSON) {
        guard let rows = answer["rows"]?.elements, rows.count > 3, let key = rows[3]["key"],
            let text = key["pubkey"]?.string, let publicKey = try? PublicKey(text),
            let status = key["status"], let isFrozen = Self.isFrozen(status)
        else { return nil }
        self = .reserved(publicKey, isFrozen: isFrozen)
    }

    /// Reads the answer of `get_account`: permission `active`, then `owner`. Keys of other curves cannot sign here and
    /// are omitted. Nil if the answer has no permissions.
    public init?(account answer: JSON) {
        guard let permissions = answer["permissions"]?.elements else { return nil }
        var found: [Authority] = []
        for name in ["active", "owner"] {
            guard let permission = permissions.first(where: { $0["perm_name"]?.string == name }) else { continue }
            guard let authority = Authority(permission["required_auth"]) else { return nil }
            found.append(authority)
        }
        guard !found.isEmpty else { return nil }
        self = .permissions(found)
    }

    /// The key that signed `text`, if it controls the account by itself; nil otherwise. Works for `sign` requests as
    /// well as logins.
    public func signer(ofText text: String, _ signature: Signature) -> PublicKey? {
        guard let key = signature.signer(ofText: text), accept(key) else { return nil }
        return key
    }

    private func accept(_ key: PublicKey) -> Bool {
        switch self {
        case .reserved(let reserved, let isFrozen): return key == reserved && !isFrozen
        case .permissions(let authorities):
            return authorities.contains { authority in
                authority.threshold > 0
                    && authority.keys.contains { $0.key == key && UInt32($0.weight) >= authority.threshold }
            }
        }
    }

    /// 0 is normal. Any other status, even an unknown one, is frozen.
    private static func isFrozen(_ status: JSON) -> Bool? {
        switch status {
        case .number(let number): number.text != "0"
        case .string(let text): text != "0"
        default: nil
        }
    }
}

extension AccountKeys.Authority {
    fileprivate init?(_ json: JSON?) {
        guard let json, case .number(let number)? = json["threshold"],
            let threshold = try? number.decimal.units(decimals: 0, as: UInt32.self), let keys = json["keys"]?.elements
        else { return nil }
        var weighted: [AccountKeys.Weighted] = []
        for entry in keys {
            guard let text = entry["key"]?.string, case .number(let number)? = entry["weight"],
                let weight = try? number.decimal.units(decimals: 0, as: UInt16.self)
            else { return nil }
            if let key = try? PublicKey(text) { weighted.append(AccountKeys.Weighted(key: key, weight: weight)) }
        }
        self.init(threshold: threshold, keys: weighted)
    }
}

/// A wallet's own id of a person (`mykeyUID`): 32 upper-case hexadecimal digits. How MYKEY makes it is unknown; here it
/// is the MD5 of the account's name, so that it stays the same.
public enum WalletID {
    /// The id of an account's owner.
    public static func make(account: String) -> String { Gcrypt.md5(Array(account.utf8)).hex.uppercased() }
}
