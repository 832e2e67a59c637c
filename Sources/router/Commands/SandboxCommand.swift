import ArgumentParser
import ExactJSON
import RouterBitcoinFormat
import RouterConfiguration
import RouterNetworkBackend
import RouterNetworks
import SchemeRouter

/// `router sandbox`: the embedded practice network (S14).
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox", abstract: "Practise without real money.",
        subcommands: [On.self, Off.self, Fund.self, Mine.self, SandboxInfoCommand.self])

    struct On: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Use the practice network for a coin.")
        @Argument(help: "The coin, such as dash.", completion: .ownCoins) var coin: String
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let context = try RouterCommand.context()
            let coin = try context.coin(coin)
            guard !coin.isForeign else { throw SandboxCommand.noPractice(coin, context) }
            try SandboxCommand.switchSandbox(true, coin, context)
            // The account gets the wallet's key, if the wallet knows it without the passcode. Reads the settings again,
            // because the coin has only just been switched to practice.
            if coin.accountChain != nil { _ = try RouterCommand.context().networks.accountNetwork(of: coin) }
            guard !json else { return StandardStreams.print([JSON(["coin": coin.id.name, "practice": true])]) }
            StandardStreams.print("PRACTICE – \(coin.title) links now use practice money, which is not real.")
        }
    }

    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop practising with a coin; it then has no network.")
        @Argument(help: "The coin, such as dash.", completion: .ownCoins) var coin: String
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let context = try RouterCommand.context()
            let coin = try context.coin(coin)
            try SandboxCommand.switchSandbox(false, coin, context)
            guard !json else { return StandardStreams.print([JSON(["coin": coin.id.name, "practice": false])]) }
            StandardStreams.print("\(coin.title) has no network now; its practice ledger is kept.")
        }
    }

    struct Fund: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make practice money for an address, or for your own wallet.")
        @Argument(help: "The coin, such as dash.", completion: .ownCoins) var coin: String
        @Argument(help: "How much, in coins, such as 0.5.") var amount: String
        @Option(help: "The address or account; your own if none is given.") var address: String?
        @Flag(help: "Make it a block reward, which can be spent only many blocks later.") var mined = false
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let context = try RouterCommand.context()
            let coin = try context.coin(coin)
            let network = try context.sandboxNetwork(of: coin)
            let amount = try Amount.typed(amount, of: coin)
            if coin.accountChain != nil {
                guard !mined else { throw UsageError("--mined: \(coin.title) has no rewards that must wait.") }
                let practice = try await context.practiceAccount(of: coin)
                let (account, quantity) = try practice.fund(amount, address)
                guard !json else {
                    let made = JSON([
                        "coin": coin.id.name, "practice": true, "account": account, "amount": amount.units,
                    ])
                    return StandardStreams.print([made.adding(coin.unitsJSON)])
                }
                StandardStreams.print("PRACTICE – \(quantity) for \(account)")
                return
            }
            let text = if let address { address } else { try await context.receiveAddress(of: coin) }
            guard let parameters = coin.networks[network], let address = try? Address(text, on: parameters) else {
                throw UsageError("\(Quoted(text, limit: 80)) is not an address of \(coin.title).")
            }
            let ledger = try SandboxLedger(of: coin, network: network, in: context.paths.sandbox)
            let id = try ledger.fund(address, amount, isReward: mined)
            guard !json else {
                let made = JSON([
                    "coin": coin.id.name, "practice": true, "address": text, "amount": amount.units, "txid": id.hex,
                ])
                return StandardStreams.print([made.adding(coin.unitsJSON)])
            }
            StandardStreams.print("PRACTICE – \(coin.text(amount)) for \(text)\n\(id.hex)")
        }
    }

    struct Mine: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Mine blocks. The first one confirms waiting payments.")
        @Argument(help: "The coin, such as dash.", completion: .ownCoins) var coin: String
        @Argument(help: "How many blocks.") var blocks: Int64 = 1
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard (1...1_000_000).contains(blocks) else {
                throw ValidationError("The number of blocks must be between 1 and 1000000.")
            }
        }

        func run() throws {
            let context = try RouterCommand.context()
            let coin = try context.coin(coin)
            let network = try context.sandboxNetwork(of: coin)
            let height: Int64
            if coin.accountChain != nil {
                let ledger = try PracticeLedger(of: coin, in: context.paths.sandbox)
                try ledger.addBlocks(blocks)
                height = try ledger.info().height
            } else {
                let ledger = try SandboxLedger(of: coin, network: network, in: context.paths.sandbox)
                try ledger.mine(blocks)
                height = try ledger.info().height
            }
            guard !json else {
                return StandardStreams.print([JSON(["coin": coin.id.name, "practice": true, "height": height])])
            }
            StandardStreams.print("PRACTICE – \(coin.title) is at block \(height).")
        }
    }

    private static func noPractice(_ coin: CoinDescriptor, _ context: AppContext) -> ServiceError {
        let others = context.routes.coinList.filter { !$0.isForeign }.map(\.id.name).sorted()
        return ServiceError(
            .unsupported,
            "There is no practising with \(coin.title): no wallet here holds it, and its links are handed to other programs.",
            hint: "Coins to practise with: \(others.joined(separator: ", ")).")
    }

    private static func switchSandbox(_ isOn: Bool, _ coin: CoinDescriptor, _ context: AppContext) throws {
        do {
            _ = try ConfigurationEditor.switchSandbox(isOn, for: coin.id, path: context.paths.configuration)
        } catch {
            switch error {
            case .unreadable(let errors): throw errors
            case .refused(let message, let hint, let place):
                throw ServiceError(.badConfiguration, "\(place): \(message)", hint: hint)
            case .cannotWrite(let message): throw ServiceError(.cannotWrite, message)
            }
        }
    }
}

extension AppContext {
    func practises(_ coin: CoinDescriptor) -> Bool { configuration.networks[coin.id]?.use.isPractice ?? false }

    /// The network that the practice ledger of a coin imitates. Throws if the coin is not in practice.
    func sandboxNetwork(of coin: CoinDescriptor) throws(ServiceError) -> NetworkKind {
        // Another package may have its own practice network, which is not this ledger.
        guard let chosen = configuration.networks[coin.id], chosen.use.name == "sandbox" else {
            throw ServiceError(
                .noNetwork, "\(coin.title) does not use the practice network.",
                hint: "“router sandbox on \(coin.id)” switches it on.")
        }
        return chosen.network
    }
}

struct SandboxInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show which coins use practice money, and the state of their ledgers.")

    @Argument(help: "The coin, such as dash; default: all of them.", completion: .ownCoins) var coin: String?
    @Flag(help: "Print JSON.") var json = false

    private struct Row {
        let coin: CoinDescriptor
        /// The network that it imitates; nil for a chain of accounts.
        let network: NetworkKind?
        let height: Int64
        let counts: [(name: String, text: String, value: Int64)]
        var balances: [PracticeLedger.Balance] = []
    }

    func run() throws {
        let context = try RouterCommand.context()
        let coins =
            if let coin { [try context.coin(coin)] } else {
                context.routes.coinList.filter(context.practises).sorted { $0.id < $1.id }
            }
        let rows = try coins.map { try Self.row($0, context) }
        if json {
            StandardStreams.print(rows.map(Self.json))
        } else if rows.isEmpty {
            StandardStreams.print("No coin uses the practice network. “router sandbox on dash” starts one.")
        } else {
            StandardStreams.print(rows.flatMap(Self.lines))
        }
    }

    private static func row(_ coin: CoinDescriptor, _ context: AppContext) throws(ServiceError) -> Row {
        let network = try context.sandboxNetwork(of: coin)
        guard coin.accountChain != nil else {
            let info = try SandboxLedger(of: coin, network: network, in: context.paths.sandbox).info()
            return Row(
                coin: coin, network: network, height: info.height,
                counts: [
                    ("transactions", "transactions", Int64(info.transactions)),
                    ("unspentOutputs", "unspent outputs", Int64(info.unspentOutputs)),
                ])
        }
        let ledger = try PracticeLedger(of: coin, in: context.paths.sandbox)
        let info = try ledger.info()
        return Row(
            coin: coin, network: nil, height: info.height,
            counts: [("transactions", "transactions", info.transactions), ("accounts", "accounts", info.accounts)],
            balances: try ledger.balances())
    }

    private static func json(_ row: Row) -> JSON {
        let stand = JSON(["coin": row.coin.id.name, "network": (row.network ?? .main).rawValue, "height": row.height])
            .adding(.object(row.counts.map { ($0.name, .number($0.value)) }))
        guard row.network == nil else { return stand }
        let balances = row.balances.map { ($0.account, JSON.string($0.quantity.description)) }
        return stand.adding(["balances": JSON.object(balances)])
    }

    private static func lines(_ row: Row) -> [String] {
        let kind = row.network.map { " (\($0.rawValue))" } ?? ""
        let counts = row.counts.map { "\($0.value) \($0.text)" }.joined(separator: ", ")
        return ["PRACTICE – \(row.coin.title)\(kind): block \(row.height), \(counts)."]
            + row.balances.map { "  \($0.account): \($0.quantity)" }
    }
}
