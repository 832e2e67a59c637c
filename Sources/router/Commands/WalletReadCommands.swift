import ArgumentParser
import ExactJSON
import SchemeRouter
import Wallet

/// `router wallet address`.
struct WalletAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address", abstract: "Print the next address at which you can be paid.")

    @Argument(help: "The coin; needed where more than one has a network.") var coin: String?

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coin = try installation.coinWithNetwork(coin)
        let address = try await installation.account(of: coin).receiveAddress().text
        // On standard error, so that a script that wants the address gets nothing else.
        if installation.practises(coin) { StandardStreams.complain("PRACTICE – no real money") }
        StandardStreams.print(address)
    }
}

/// `router wallet balance`.
struct WalletBalanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Say how much the wallet has of a coin.")

    @Argument(help: "The coin; needed where more than one has a network.") var coin: String?
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coin = try installation.coinWithNetwork(coin)
        let coins = try await installation.account(of: coin).coins()
        let isPractice = try installation.networks.network(of: coin).id.isPractice
        let confirmed = Amount.sum(coins.filter { $0.confirmations > 0 }.map(\.amount)) ?? .zero
        let waiting = Amount.sum(coins.filter { $0.confirmations == 0 }.map(\.amount)) ?? .zero
        if json {
            StandardStreams.print(
                JSON.object([
                    ("coin", .string(coin.id.name)), ("practice", .bool(isPractice)),
                    ("confirmed", .number(confirmed.units)), ("waiting", .number(waiting.units)),
                ]).text)
            return
        }
        let notice = isPractice ? "PRACTICE – no real money\n" : ""
        let rest = waiting > .zero ? " Another \(coin.text(waiting)) wait to be confirmed." : ""
        StandardStreams.print("\(notice)\(coin.text(confirmed)).\(rest)")
    }
}

extension Installation {
    /// The networks of the person's settings.
    var networks: any NetworkDirectory {
        ConfiguredNetworks(configuration: configuration, directory: places.sandbox)
    }

    /// The coin of that id, or the only one that has a network.
    func coinWithNetwork(_ id: String?) throws -> CoinDescriptor {
        if let id { return try coin(id) }
        let configured = configuration.networks.keys.sorted()
        guard configured.count == 1, let only = configured.first else {
            let names = configured.map(\.name).joined(separator: ", ")
            throw UsageError(
                configured.isEmpty
                    ? "No coin has a network yet. “router sandbox on dash” practises without real money."
                    : "Several coins have a network: \(names). Say which one.")
        }
        return try coin(only.name)
    }

    /// Account 0 of a coin. Where its public key is not known yet the passcode is asked for once.
    func account(of coin: CoinDescriptor) async throws -> any AccountReader {
        let keyring = WalletKeyring(files: wallet)
        let network = try networks.network(of: coin)
        do throws(ServiceError) {
            return try keyring.account(0, of: coin, on: network)
        } catch {
            guard error.code == .accountNotKnown, let parameters = coin.networks[network.id.network] else {
                throw error
            }
            let passcode = try await SecretQuestions(prompt: try prompt()).passcode(
                "Your \(coin.title) account is used for the first time. Type your passcode.")
            try wallet.unlock(with: passcode).addAccount(0, coinType: parameters.coinType)
            return try keyring.account(0, of: coin, on: network)
        }
    }

    /// The next receive address of a coin.
    func receiveAddress(of coin: CoinDescriptor) async throws -> String {
        try await account(of: coin).receiveAddress().text
    }

    /// The coin types of all coins on all their networks: their first accounts are known from the start.
    var coinTypes: Set<UInt32> {
        Set(routes.coins.values.flatMap { $0.networks.values.map(\.coinType) })
    }

    /// A wallet is never replaced.
    func refuseSecondWallet() throws(ServiceError) {
        guard wallet.exists else { return }
        throw ServiceError(
            .refusedByPolicy, "There is a wallet in \(places.wallet) already.",
            hint: "It is never replaced. “--config DIR” makes another one beside it.")
    }
}
