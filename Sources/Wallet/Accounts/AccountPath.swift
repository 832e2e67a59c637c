import SchemeRouter

/// The path `m/44'/coin'/account'` of one account, and which paths below it may hold money (BIP44).
struct AccountPath: Sendable, Hashable {
    /// The branches of BIP44. The raw value is the step in the path.
    enum Branch: UInt32, Sendable, CaseIterable {
        /// Addresses that are told to others.
        case external = 0
        /// Addresses for change.
        case change = 1
    }

    /// The account's own path.
    let path: DerivationPath

    /// An account by its numbers, both below 2^31.
    init(coinType: UInt32, account: UInt32) {
        path = .bip44(coinType: coinType, account: account)
    }

    /// The account in which the key at `key` lies; nil unless that has the form `m/44'/coinType'/account'/…`.
    init?(of key: DerivationPath, coinType: UInt32) {
        guard key.steps.count > 3 else { return nil }
        self.init(coinType: coinType, account: key.steps[2] & ~DerivationPath.hardened)
        guard key.isBelow(path) else { return nil }
    }

    /// Branch and index of the key at `key`; nil unless that is `account/branch/index`.
    func place(of key: DerivationPath) -> (branch: Branch, index: UInt32)? {
        let below = key.steps.dropFirst(path.steps.count)
        guard
            key.isBelow(path), below.count == 2, let step = below.first, let branch = Branch(rawValue: step),
            let index = below.last, index < DerivationPath.hardened
        else { return nil }
        return (branch, index)
    }

    /// `key`, where it is an address of this account on one of `branches`.
    func checked(
        _ key: DerivationPath, branches: [Branch] = Branch.allCases
    ) throws(ServiceError) -> DerivationPath {
        guard let place = place(of: key), branches.contains(place.branch) else {
            throw .refused("\(key) is no \(branches == [.change] ? "change address" : "address") of \(path) (S11)")
        }
        return key
    }
}
