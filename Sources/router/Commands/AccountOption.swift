import ArgumentParser
import SchemeRouter

/// Which accounts of a coin a command is about.
struct AccountOption: ParsableArguments {
    @Option(help: "The number of an account, or “old” for the one of Dash wallets older than BIP44.")
    var account: AccountName?
}

extension AccountName: ExpressibleByArgument {
    /// Reads what `--account` takes.
    public init?(argument: String) {
        self.init(argument)
    }
}
