import ArgumentParser
import ExactJSON
import RouterWallet
import SchemeRouter

struct WalletHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the payments to and from the wallet's addresses, newest first.")

    @Argument(help: "The coin; needed if more than one has a network.", completion: .coins) var coin: String?
    @OptionGroup var chosen: AccountOption
    @OptionGroup var search: GapOption
    @Option(name: .customShort("n"), help: "How many transactions to show.") var count = 20
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...100_000).contains(count) else { throw ValidationError("-n must be between 1 and 100000.") }
    }

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coin = try installation.coinWithNetwork(coin)
        guard coin.accountChain == nil else {
            throw ServiceError(
                .unsupported, "The history of named accounts is not read.",
                hint: "“router history” shows what this program did with them.")
        }
        let network = try installation.networks.network(of: coin)
        if let wallet = network.wallet {
            throw ServiceError(
                .unsupported, "The node's wallet “\(wallet.name)” keeps the list of its payments itself.",
                hint: "“listtransactions” of the node shows it; “router history” shows what this program did with it.")
        }
        let accounts = try await installation.accounts(chosen.name, of: coin, gap: search.gap)
        let sent = try installation.sentPayments(on: network.id)
        let count = count
        let newest = try await LongWork.run { report in
            let surveys = try await Installation.surveys(of: accounts, report)
            return try await TransactionHistory(
                of: surveys, on: network.chain, hasLock: coin.hasLock, as: coin.transactions
            )
            .newest(count, and: sent.map(\.payment), progress: report)
        }
        if let warning = await network.chain.warning() { StandardStreams.complain("Warning: \(warning)") }
        if json {
            let all = JSON([
                "coin": coin.id.name, "practice": network.id.isPractice,
                "ticker": coin.ticker, "unit": coin.unit, "decimals": coin.decimals,
                "transactions": newest.transactions.map(Self.json), "unread": newest.unread.map(\.hex),
            ])
            return StandardStreams.print(all.text)
        }
        if network.id.isPractice { StandardStreams.print("PRACTICE – no real money") }
        if newest.transactions.isEmpty, newest.unread.isEmpty { StandardStreams.print("Nothing yet.") }
        for id in newest.unread {
            StandardStreams.complain(
                "The transaction \(id.hex) is left out: the network does not show it, shows another one, or this version "
                    + "cannot read its kind.")
        }
        let followed = Set(sent.filter(\.entry.isFollowed).compactMap(\.entry.transaction?.id))
        StandardStreams.print(
            newest.transactions.map { Self.text($0, coin, isFollowed: followed.contains($0.id)) })
    }

    private static func json(_ transaction: WalletTransaction) -> JSON {
        JSON([
            "txid": transaction.id.hex, "state": state(transaction).name,
            "confirmations": state(transaction).confirmations, "locked": transaction.state?.isLocked,
            "replacedBy": transaction.state?.replacement?.hex, "time": transaction.time,
            "received": transaction.received.units, "spent": transaction.spent.units, "fee": transaction.fee?.units,
            "withdrawal": transaction.isWithdrawal,
        ])
    }

    private static func text(_ transaction: WalletTransaction, _ coin: CoinDescriptor, isFollowed: Bool) -> String {
        let parts = [
            transaction.time.map(Timestamp.text), what(transaction, coin),
            state(transaction).text(isFollowed: isFollowed), "txid \(transaction.id.hex)",
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }

    /// The state that the network reports for this transaction, or else the one in its list.
    private static func state(_ transaction: WalletTransaction) -> PaymentState {
        let count = transaction.confirmations
        return transaction.state
            ?? (count == 0 ? .waiting(isLocked: false) : .confirmed(count, isLocked: false))
    }

    private static func what(_ transaction: WalletTransaction, _ coin: CoinDescriptor) -> String {
        if let sent = transaction.sent, let fee = transaction.fee {
            let what = sent == .zero ? "paid to yourself" : "sent \(coin.text(sent))"
            return "\(what), fee \(coin.text(fee))"
        }
        if let more = transaction.received.subtracting(transaction.spent) {
            return "received \(coin.text(more))"
                + (transaction.isWithdrawal ? ", a withdrawal from \(coin.title) Platform" : "")
        }
        // Others paid part of it, so nobody can tell who paid whom.
        let less = transaction.spent.subtracting(transaction.received) ?? .zero
        return "\(coin.text(less)) less, together with others"
    }
}
