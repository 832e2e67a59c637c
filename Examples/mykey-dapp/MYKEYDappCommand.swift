import ArgumentParser

/// The four requests to a wallet.
struct MYKEYDappCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mykey-dapp", abstract: "Asks a MYKEY wallet, waits for its answer, and prints it as JSON.",
        discussion: """
            Register it for the links of its scheme first; Documentation/mykey-dapps.md says how. The exit status is 0 \
            for success, 2 where the person said no, and 1 for anything else.
            """,
        subcommands: [Authorize.self, Transfer.self, Contract.self, Sign.self])
}
