import SchemeRouter

/// One account of a coin, and the paths below which it has keys. A numbered account has one path for each kind of
/// address that the coin has: the BIP84, BIP49 and BIP44 accounts of one number are one account here.
struct AccountPaths: Sendable, Hashable {
    let name: AccountName
    /// Native segwit comes first.
    let parts: [AccountPath]
}

extension AccountPaths {
    /// An account by its name; nil if the coin has none of that name.
    init?(_ name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID) {
        guard Self.mistake(in: name, of: coin, parameters) == nil else { return nil }
        let paths: [DerivationPath] =
            switch name {
            case .number(let number): Self.families(of: parameters).map { $0(parameters.coinType, number) }
            case .old: [.bip32(account: 0)]
            case .path(let path): [path]
            }
        self.init(name: name, parts: paths.map { AccountPath(path: $0.on(chain)) })
    }

    /// The coin's account that has the key at `key`; nil if none has it.
    init?(of key: DerivationPath, coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID) {
        guard let name = AccountName(ofKeyAt: key) else { return nil }
        self.init(name, of: coin, parameters, on: chain)
        guard parts.contains(where: { key.isBelow($0.path) }) else { return nil }
    }

    /// The path for a coin type and an account number.
    typealias Family = @Sendable (UInt32, UInt32) -> DerivationPath

    /// The paths of numbered accounts, native segwit first; only BIP44 if the network has no segwit.
    static func families(of parameters: NetworkParameters) -> [Family] {
        let bip44: Family = DerivationPath.bip44(coinType:account:)
        return parameters.bech32 == nil
            ? [bip44] : [DerivationPath.bip84(coinType:account:), DerivationPath.bip49(coinType:account:), bip44]
    }

    /// Part, branch and index of the key at `key`; nil if it is not an address of this account.
    func place(of key: DerivationPath) -> (part: AccountPath, branch: AccountPath.Branch, index: UInt32)? {
        for part in parts {
            if let (branch, index) = part.place(of: key) { return (part, branch, index) }
        }
        return nil
    }

    /// `key`, if it is an address of this account on one of `branches`.
    func checked(
        _ key: DerivationPath, branches: [AccountPath.Branch] = AccountPath.Branch.allCases
    ) throws(ServiceError) -> DerivationPath {
        guard let place = place(of: key), branches.contains(place.branch) else {
            throw .refused(
                "\(key) is not \(branches == [.change] ? "a change address" : "an address") of \(name.text) (S11)")
        }
        return key
    }

    /// An account by its name. Throws if the coin has none of that name.
    static func existing(
        _ name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters, on chain: ChainID
    ) throws(ServiceError) -> AccountPaths {
        if let account = AccountPaths(name, of: coin, parameters, on: chain) { return account }
        let reason = mistake(in: name, of: coin, parameters) ?? "no such account exists"
        throw ServiceError(.refusedByCheck, "\(coin.title) has no \(name.text): \(reason).")
    }

    /// Why the coin cannot have an account of that name; nil if it can.
    private static func mistake(
        in name: AccountName, of coin: CoinDescriptor, _ parameters: NetworkParameters
    ) -> String? {
        switch name {
        case .number(let number): number < DerivationPath.hardened ? nil : "account numbers end at 2,147,483,647"
        case .old: coin.hasOldAccount ? nil : "its wallets never had one"
        case .path(let path): mistake(in: path, of: coin, parameters)
        }
    }

    private static func mistake(
        in path: DerivationPath, of coin: CoinDescriptor, _ parameters: NetworkParameters
    ) -> String? {
        let steps = path.steps.map { $0 & ~DerivationPath.hardened }
        guard AccountName.pathLengths.contains(steps.count), zip(path.steps, steps).allSatisfy(!=) else {
            return "an account path has \(AccountName.pathLengths.lowerBound) to "
                + "\(AccountName.pathLengths.upperBound) steps, all hardened, such as m/49h/\(parameters.coinType)h/3h"
        }
        // Any other path could be another coin's, and a spending key belongs to one coin (S12).
        guard steps[1] == parameters.coinType else {
            return "the second step of its paths is \(parameters.coinType)h; other keys belong to other coins (S12)"
        }
        // The keys below it are for practice and hold no real money (S14).
        guard !path.isPractice else { return "that path is reserved for practice (S14)" }
        switch steps[0] {
        // An account's public key and one private key below it reveal all others: masternode paths are excluded.
        case 9 where steps.count < 4 || steps[2] != 4:
            return
                "the only DIP-9 paths that hold money are those of CoinJoin, such as m/9h/\(parameters.coinType)h/4h/0h"
        case 45, 48, 87: return "paths of multisig wallets are not supported"
        case 86: return "Taproot is not supported"
        case 49, 84: return parameters.bech32 == nil ? "it has no segwit addresses" : nil
        default: return nil
        }
    }
}
