import ArgumentParser
import EOSIOChains
import ExactJSON
import SchemeRouter
import Wallet

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

/// `router wallet address`.
struct WalletAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print the next address at which you can be paid, or your key for named accounts.")

    @Argument(help: "The coin; needed where more than one has a network.") var coin: String?
    @OptionGroup var chosen: AccountOption

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coin = try installation.coinWithNetwork(coin)
        guard coin.accountChain == nil else { return try await Self.tellKey(of: coin, installation) }
        let account = try await installation.account(chosen.account ?? .number(0), of: coin)
        let address = try await LongWork.run { try await account.survey(progress: $0) }.receiveAddress.text
        // On standard error, so that a script that wants the address gets nothing else.
        if installation.practises(coin) { StandardStreams.complain("PRACTICE – no real money") }
        StandardStreams.print(address)
    }

    /// Money in named accounts has no address; what such an account needs is the key that signs for it.
    private static func tellKey(of coin: CoinDescriptor, _ installation: Installation) async throws {
        let key = try await installation.accountKey(of: coin)
        let chosen = installation.configuration.networks[coin.id]
        let advice =
            if let signer = chosen?.signer, chosen?.use == .sandbox {
                "PRACTICE – no real money\nThe key of your practice account \(signer.account):"
            } else if let signer = chosen?.signer {
                "Your key for accounts of \(coin.title). \(signer.account) needs it as a key of its permission "
                    + "“\(signer.permission)”:"
            } else {
                "Your key for accounts of \(coin.title). Make an account with it, or give it to one you have; then "
                    + "config.yaml names that and a node:\n"
                    + "  networks: { \(coin.id): { use: nodeos, url: \"https://…\", account: … } }"
            }
        StandardStreams.complain(advice)
        StandardStreams.print(key)
    }
}

/// `router wallet balance`.
struct WalletBalanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Say how much the wallet has of a coin.")

    @Argument(help: "The coin; needed where more than one has a network.") var coin: String?
    @OptionGroup var chosen: AccountOption
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coin = try installation.coinWithNetwork(coin)
        guard coin.accountChain == nil else { return try await tellAccountBalance(of: coin, installation) }
        if let wallet = try installation.networks.network(of: coin).wallet {
            return try await tellNodeBalance(of: coin, wallet)
        }
        let accounts = try await installation.accounts(chosen.account, of: coin)
        let surveys = try await LongWork.run { report in try await Installation.surveys(of: accounts, report) }
        let reserved = try installation.reservedOutputs()
        let balance = AccountBalance(
            coin: coin, isPractice: try installation.networks.network(of: coin).id.isPractice,
            accounts: zip(accounts, surveys).map { AccountBalance.Part($0, $1, reserved: reserved) })
        if json {
            StandardStreams.print(balance.json.text)
        } else {
            balance.lines.forEach(StandardStreams.print)
        }
    }

    private func tellNodeBalance(of coin: CoinDescriptor, _ wallet: any NodeWallet) async throws {
        let balance = try await wallet.balance()
        if json {
            StandardStreams.print(
                JSON.object([
                    ("coin", .string(coin.id.name)), ("practice", .bool(false)), ("wallet", .string(wallet.name)),
                    ("confirmed", .number(balance.units)), ("waiting", .number(0)),
                ]).text)
        } else {
            StandardStreams.print("\(coin.text(balance)) in the node's wallet “\(wallet.name)”.")
        }
    }

    private func tellAccountBalance(of coin: CoinDescriptor, _ installation: Installation) async throws {
        guard chosen.account == nil else {
            throw UsageError("--account: the money of \(coin.title) lies in named accounts; config.yaml says which.")
        }
        let network = try installation.networks.accountNetwork(of: coin)
        guard let chain = network.chain as? any AccountBalances else {
            throw ServiceError(.unsupported, "The network of \(coin.title) does not tell balances.")
        }
        let balance = try await chain.balance(of: network.signer.account)
        let isPractice = network.id.isPractice
        if json {
            StandardStreams.print(
                JSON.object([
                    ("coin", .string(coin.id.name)), ("practice", .bool(isPractice)),
                    ("account", .string(network.signer.account)), ("confirmed", .number(balance.units)),
                    ("waiting", .number(0)),
                ]).text)
            return
        }
        let notice = isPractice ? "PRACTICE – no real money\n" : ""
        StandardStreams.print("\(notice)\(balance) of \(network.signer.account).")
    }
}
