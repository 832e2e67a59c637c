import SchemeRouter

/// The path of one account – `m/44'/coin'/account'` (BIP44), or `m/0'` of wallets that are older – and which paths below
/// it may hold money. Both kinds have the same two branches, and on the practice ledger both lie below
/// ``SchemeRouter/DerivationPath/practice`` (S14).
struct AccountPath: Sendable, Hashable {
    /// The branches of BIP44. The raw value is the step in the path.
    enum Branch: UInt32, Sendable, CaseIterable {
        /// Addresses that are told to others.
        case external = 0
        /// Addresses for change.
        case change = 1
    }

    let name: AccountName
    let path: DerivationPath
}

extension AccountPath {
    /// An account by its name; nil where the coin has none of that name.
    init?(_ name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID) {
        switch name {
        case .number(let number):
            guard number < DerivationPath.hardened else { return nil }
            self.init(name: name, path: .bip44(coinType: parameters.coinType, account: number).on(chain))
        case .old:
            guard coin.hasOldAccount else { return nil }
            self.init(name: .old, path: .bip32(account: 0).on(chain))
        }
    }

    /// The account of the coin in which the key at `key` lies; nil where it lies in none.
    init?(of key: DerivationPath, coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID) {
        let name: AccountName
        let steps = key.withoutPractice.steps
        switch steps.count {
        case 4...: name = .number(steps[2] & ~DerivationPath.hardened)
        case 2...3: name = .old
        default: return nil
        }
        self.init(name, of: coin, parameters, on: chain)
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

    /// An account by its name. Throws where the coin has none of that name.
    static func existing(
        _ name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID
    ) throws(ServiceError) -> AccountPath {
        if let account = AccountPath(name, of: coin, parameters, on: chain) { return account }
        let reason = name == .old ? "its wallets never had one" : "accounts end at 2,147,483,647"
        throw ServiceError(.refusedByCheck, "\(coin.title) has no \(name.text): \(reason).")
    }
}
