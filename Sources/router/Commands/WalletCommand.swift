import ArgumentParser

struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Make a wallet and look at it.",
        subcommands: [
            WalletCreateCommand.self, WalletRestoreCommand.self, WalletDiscoverCommand.self, WalletInfoCommand.self,
            WalletAddressCommand.self, WalletBalanceCommand.self, WalletHistoryCommand.self,
            WalletPasscodeCommand.self, WalletCheckBackupCommand.self,
        ])
}
