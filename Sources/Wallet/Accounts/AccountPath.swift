import SchemeRouter

/// A path below which an account has keys, such as `m/84'/coin'/account'`, and which paths below it may hold money. All
/// kinds have the same two branches, and on the practice ledger all are below `DerivationPath/practice` (S14).
struct AccountPath: Sendable, Hashable {
    /// The branches of BIP44. The raw value is the step in the path.
    enum Branch: UInt32, Sendable, CaseIterable {
        /// Addresses that are shared with others.
        case external = 0
        /// Addresses for change.
        case change = 1
    }

    let path: DerivationPath

    /// The kind of output script that pays to the keys.
    var script: KeyScript { path.keyScript }

    /// Branch and index of the key at `key`; nil unless that is `account/branch/index`.
    func place(of key: DerivationPath) -> (branch: Branch, index: UInt32)? {
        let below = key.steps.dropFirst(path.steps.count)
        guard
            key.isBelow(path), below.count == 2, let step = below.first, let branch = Branch(rawValue: step),
            let index = below.last, index < DerivationPath.hardened
        else { return nil }
        return (branch, index)
    }
}
