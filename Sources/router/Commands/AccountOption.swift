import ArgumentParser
import SchemeRouter

/// The accounts of a coin that a command applies to.
struct AccountOption: ParsableArguments {
    @Option(
        help: "The number of an account, or “old” for the one of Dash wallets older than BIP44.",
        transform: { (text: String) throws in
            if let name = AccountName(text) { return name }
            throw ValidationError("--account must be 0 to \(DerivationPath.hardened - 1), or “old”.")
        })
    var account: AccountName?

    @OptionGroup var given: PathOption

    /// The named account; nil if none was named.
    var name: AccountName? { given.path.map(AccountName.init(at:)) ?? account }

    func validate() throws {
        guard account == nil || given.path == nil else {
            throw ValidationError("Name an account by --account or by --path, not by both.")
        }
    }
}

/// The path of an account, given by hand.
struct PathOption: ParsableArguments {
    @Option(
        help: """
            The path of one account, such as m/49h/0h/3h. Its first step says the kind of its addresses: 49h (BIP49), 84h \
            (BIP84), all others P2PKH.
            """,
        transform: { (text: String) throws in
            let path = DerivationPath(typed: text)
            if let path, path == .bip32(account: 0) { return path }
            let lengths = AccountName.pathLengths
            guard let path, lengths.contains(path.steps.count),
                path.steps.allSatisfy({ $0 >= DerivationPath.hardened })
            else {
                throw ValidationError(
                    "--path must have \(lengths.lowerBound) to \(lengths.upperBound) hardened steps of 0 to "
                        + "\(DerivationPath.hardened - 1), such as m/49h/0h/3h.")
            }
            return path
        })
    var path: DerivationPath?
}
