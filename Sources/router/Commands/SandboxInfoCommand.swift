import ArgumentParser
import ExactJSON
import RouterEOSIOChains
import RouterSandbox
import SchemeRouter

struct SandboxInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show which coins use practice money, and the state of their ledgers.")

    @Argument(help: "The coin, such as dash; default: all of them.", completion: .coins) var coin: String?
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
        let installation = try RouterCommand.installation()
        let coins =
            if let coin { [try installation.coin(coin)] } else {
                installation.routes.coinList.filter(installation.practises).sorted { $0.id < $1.id }
            }
        let rows = try coins.map { try Self.row($0, installation) }
        if json {
            StandardStreams.print(rows.map(Self.json))
        } else if rows.isEmpty {
            StandardStreams.print("No coin uses the practice network. “router sandbox on dash” starts one.")
        } else {
            StandardStreams.print(rows.flatMap(Self.lines))
        }
    }

    private static func row(_ coin: CoinDescriptor, _ installation: Installation) throws(ServiceError) -> Row {
        let network = try installation.sandboxNetwork(of: coin)
        guard coin.accountChain != nil else {
            let info = try SandboxLedger(of: coin, network: network, in: installation.places.sandbox).info()
            return Row(
                coin: coin, network: network, height: info.height,
                counts: [
                    ("transactions", "transactions", Int64(info.transactions)),
                    ("unspentOutputs", "unspent outputs", Int64(info.unspentOutputs)),
                ])
        }
        let ledger = try PracticeLedger(of: coin, in: installation.places.sandbox)
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
