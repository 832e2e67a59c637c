import ArgumentParser
import ExactJSON
import RouterEOSIOChains
import RouterWallet
import SchemeRouter

struct WalletBalanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Say how much the wallet has, of one coin or of all that have a network.")

    @Argument(help: "The coin; all that have a network if none is given.", completion: .coins) var coin: String?
    @OptionGroup var chosen: AccountOption
    @OptionGroup var search: GapOption
    @Flag(help: "Print JSON: one object per coin, each on its own line.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        let configured = installation.configuration.networks.keys.sorted()
        guard coin == nil, chosen.name == nil, configured.count > 1 else {
            let coin = try installation.coinWithNetwork(coin)
            return StandardStreams.print(try await lines(of: coin, installation))
        }
        try await tellAll(configured.map { try installation.coin($0.name) }, installation)
    }

    /// If a coin's network does not answer, the other balances are still shown, and the command ends with that error.
    private func tellAll(_ coins: [CoinDescriptor], _ installation: Installation) async throws {
        var failure: ServiceError?
        for coin in coins {
            do {
                let lines = try await lines(of: coin, installation)
                StandardStreams.print(json ? lines : ["\(coin.title):"] + lines.map { "  \($0)" })
            } catch let error as ServiceError {
                if let failure { _ = Failure.report(failure) }
                failure = ServiceError(error.code, "\(coin.title): \(error.message)", hint: error.hint)
            }
        }
        if let failure { throw failure }
    }

    private func lines(of coin: CoinDescriptor, _ installation: Installation) async throws -> [String] {
        guard coin.accountChain == nil else { return try await accountLines(of: coin, installation) }
        let network = try installation.networks.network(of: coin)
        if let wallet = network.wallet { return try await nodeLines(of: coin, wallet, network.chain) }
        let accounts = try await installation.accounts(chosen.name, of: coin, gap: search.gap)
        let surveys = try await LongWork.run { report in try await Installation.surveys(of: accounts, report) }
        let scripts = surveys.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.ownScripts) }
        let notable = try await network.chain.notableOutputs(payingTo: Array(scripts))
        await warn(of: network.chain)
        let bound = try installation.boundMoney(on: network.id)
        let balance = AccountBalance(
            coin: coin, isPractice: network.id.isPractice,
            accounts: zip(accounts, surveys).map { AccountBalance.Part($0, $1, bound, notable) })
        return json ? [balance.json.text] : balance.lines
    }

    private func nodeLines(of coin: CoinDescriptor, _ wallet: any NodeWallet, _ chain: any ChainReader) async throws
        -> [String]
    {
        let balance = try await wallet.balance()
        let notable = try await wallet.notableOutputs()
        await warn(of: chain)
        // The node counts them, but no payment from here spends what it does not show.
        let unread = Amount.sum(notable.filter { $0.note == .unreadable }.map(\.output.amount)) ?? coin.maxMoney
        let spendable = balance.spendable.subtracting(unread) ?? .zero
        let text = NotableText(coin: coin, notable: notable)
        guard json else {
            let rest =
                balance.unspendable > .zero
                ? ["Another \(coin.text(balance.unspendable)) cannot be spent from here. \(balance.reason ?? "")"] : []
            return ["\(coin.text(spendable)) in the node's wallet “\(wallet.name)”."] + rest + text.lines
        }
        let sums = JSON([
            "coin": coin.id.name, "practice": false, "wallet": wallet.name, "confirmed": spendable.units,
            "waiting": balance.unspendable.units,
        ])
        return [sums.adding(coin.unitsJSON).adding(["notable": text.json]).text]
    }

    /// A balance of a node or server that is left behind may be an old one.
    private func warn(of chain: any ChainReader) async {
        if let warning = await chain.warning() { StandardStreams.complain("Warning: \(warning)") }
    }

    private func accountLines(of coin: CoinDescriptor, _ installation: Installation) async throws -> [String] {
        guard chosen.name == nil else {
            throw UsageError(
                "--account, --path: the money of \(coin.title) is in named accounts; config.yaml says which.")
        }
        let network = try installation.networks.accountNetwork(of: coin)
        guard let chain = network.chain as? any AccountBalances else {
            throw ServiceError(.unsupported, "The network of \(coin.title) does not report balances.")
        }
        let balance = try await chain.balance(of: network.signer.account)
        let isPractice = network.id.isPractice
        guard json else {
            return (isPractice ? ["PRACTICE – no real money"] : []) + ["\(balance) of \(network.signer.account)."]
        }
        let sums = JSON([
            "coin": coin.id.name, "practice": isPractice, "account": network.signer.account,
            "confirmed": balance.units, "waiting": 0,
        ])
        return [sums.adding(coin.unitsJSON).text]
    }
}
