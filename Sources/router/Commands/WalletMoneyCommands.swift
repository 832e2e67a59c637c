import ArgumentParser
import ExactJSON
import RouterDapp
import RouterDescribedAsking
import RouterNetworkBackend
import RouterNetworks
import RouterWallet
import SchemeRouter

struct WalletAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print the next address at which you can be paid, or your key for named accounts.")

    @Argument(help: "The coin; needed if more than one has a network.", completion: .ownCoins) var coin: String?
    @OptionGroup var chosen: AccountOption
    @Flag(help: "Draw it as a QR code, for a terminal with light text on a dark background.") var qr = false
    @Flag(help: "Draw the code for a terminal with dark text on a light background.") var invert = false
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard qr || !invert else { throw ValidationError("--invert needs --qr.") }
        guard !json || !qr else { throw ValidationError("--json prints no QR code: leave --qr out.") }
    }

    func run() async throws {
        let context = try RouterCommand.context()
        let coin = try context.coinWithNetwork(coin)
        guard coin.accountChain == nil else {
            guard !qr else {
                throw UsageError("--qr: money of \(coin.title) is in named accounts, not at addresses.")
            }
            return try await tellKey(of: coin, context)
        }
        if coin.isForeign {
            // It names the account itself.
            guard chosen.name == nil else { throw UsageError("--account, --path: config.yaml says which account.") }
            return try await tellAddress(of: coin, context)
        }
        let account = try await context.account(chosen.name ?? .number(0), of: coin)
        let address = try await LongWork.run { try await account.receiveAddress(progress: $0) }.text
        guard !json else {
            let object = JSON([
                "coin": coin.id.name, "practice": context.practises(coin), "address": address,
                "account": account.name.description, "path": account.path.description,
                "link": try Self.link(to: address, of: coin, context),
            ])
            return StandardStreams.print([object])
        }
        // On standard error, so that a script reads only the address.
        if context.practises(coin) { StandardStreams.complain("PRACTICE – no real money") }
        // Phones scan a link, as “router request pay --qr” draws it, or the address if the coin has no such links.
        let code = try qr ? QRCode(Self.link(to: address, of: coin, context)) : nil
        StandardStreams.print(address)
        if let code { StandardStreams.print(code.text(isInverted: invert)) }
    }

    /// An address of the wallet program.
    private func tellAddress(of coin: CoinDescriptor, _ context: AppContext) async throws {
        guard let wallet = try context.networks.network(of: coin).wallet,
            let address = try await wallet.newAddress(for: nil)
        else { throw ServiceError(.unsupported, "The wallet of \(coin.title) tells no addresses.") }
        let link = "\(coin.id.name):\(address)"
        if json {
            return StandardStreams.print([
                JSON(["coin": coin.id.name, "practice": false, "address": address, "wallet": wallet.name, "link": link])
            ])
        }
        let code = try qr ? QRCode(link) : nil
        StandardStreams.print(address)
        if let code { StandardStreams.print(code.text(isInverted: invert)) }
    }

    private static func link(
        to address: String, of coin: CoinDescriptor, _ context: AppContext
    ) throws -> String {
        guard let scheme = context.routes.addressScheme(of: coin.id) else { return address }
        let builder = try RequestBuilder(scheme: scheme, of: context.routes)
        return try builder.payment(PaymentDetails(address: address), sender: nil).text(.qrCode)
    }

    /// Named accounts have no address for money. Prints the key that signs for them instead.
    private func tellKey(of coin: CoinDescriptor, _ context: AppContext) async throws {
        let key = try await context.accountKey(of: coin)
        let chosen = context.configuration.networks[coin.id]
        guard !json else {
            let object = JSON([
                "coin": coin.id.name, "practice": context.practises(coin), "key": key,
                "account": chosen?.signer?.account, "permission": chosen?.signer?.permission,
            ])
            return StandardStreams.print([object])
        }
        let advice =
            if let signer = chosen?.signer, chosen?.use.isPractice == true {
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

struct WalletBalanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Say how much the wallet has, of one coin or of all that have a network.")

    @Argument(help: "The coin; all that have a network if none is given.", completion: .ownCoins) var coin: String?
    @OptionGroup var chosen: AccountOption
    @OptionGroup var search: GapOption
    @Flag(help: "Print JSON: one object per coin, each on its own line.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        let configured = context.configuration.networks.keys.sorted()
        guard coin == nil, chosen.name == nil, configured.count > 1 else {
            let coin = try context.coinWithNetwork(coin)
            return StandardStreams.print(try await lines(of: coin, context))
        }
        try await tellAll(configured.map { try context.coin($0.name) }, context)
    }

    /// If a coin's network does not answer, the other balances are still shown, and the command ends with that error.
    private func tellAll(_ coins: [CoinDescriptor], _ context: AppContext) async throws {
        var failure: ServiceError?
        for coin in coins {
            do {
                let lines = try await lines(of: coin, context)
                StandardStreams.print(json ? lines : ["\(coin.title):"] + lines.map { "  \($0)" })
            } catch let error as ServiceError {
                if let failure { _ = Failure.report(failure) }
                failure = ServiceError(error.code, "\(coin.title): \(error.message)", hint: error.hint)
            }
        }
        if let failure { throw failure }
    }

    private func lines(of coin: CoinDescriptor, _ context: AppContext) async throws -> [String] {
        guard coin.accountChain == nil else { return try await accountLines(of: coin, context) }
        let network = try context.networks.network(of: coin)
        if let wallet = network.wallet { return try await nodeLines(of: coin, wallet, network.chain) }
        let accounts = try await context.accounts(chosen.name, of: coin, gap: search.gap)
        let surveys = try await LongWork.run { report in try await AppContext.surveys(of: accounts, report) }
        let scripts = surveys.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.ownScripts) }
        let notable = try await network.chain.notableOutputs(payingTo: Array(scripts))
        await warn(of: network.chain)
        let bound = try context.boundMoney(on: network.id)
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
            let place = coin.isForeign ? wallet.name : "the node's wallet “\(wallet.name)”"
            return ["\(coin.text(spendable)) in \(place)."] + rest + text.lines
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

    private func accountLines(of coin: CoinDescriptor, _ context: AppContext) async throws -> [String] {
        guard chosen.name == nil else {
            throw UsageError(
                "--account, --path: the money of \(coin.title) is in named accounts; config.yaml says which.")
        }
        let network = try context.networks.accountNetwork(of: coin)
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

struct WalletHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the payments to and from the wallet's addresses, newest first.")

    @Argument(help: "The coin; needed if more than one has a network.", completion: .ownCoins) var coin: String?
    @OptionGroup var chosen: AccountOption
    @OptionGroup var search: GapOption
    @Option(name: .customShort("n"), help: "How many transactions to show.") var count = 20
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...100_000).contains(count) else { throw ValidationError("-n must be between 1 and 100000.") }
    }

    func run() async throws {
        let context = try RouterCommand.context()
        let coin = try context.coinWithNetwork(coin)
        guard coin.accountChain == nil else {
            throw ServiceError(
                .unsupported, "The history of named accounts is not read.",
                hint: "“router history” shows what this program did with them.")
        }
        let network = try context.networks.network(of: coin)
        if let wallet = network.wallet {
            if let transfers = try await wallet.transfers(count) {
                let list = NodeTransferList(transfers: transfers, coin: coin)
                return StandardStreams.print(json ? [list.json.text] : list.lines)
            }
            throw ServiceError(
                .unsupported, "The node's wallet “\(wallet.name)” keeps the list of its payments itself.",
                hint: "“listtransactions” of the node shows it; “router history” shows what this program did with it.")
        }
        let accounts = try await context.accounts(chosen.name, of: coin, gap: search.gap)
        let sent = try context.sentPayments(on: network.id)
        let count = count
        let form = try coin.requiredAddressLedger().transactions
        let newest = try await LongWork.run { report in
            let surveys = try await AppContext.surveys(of: accounts, report)
            return try await TransactionHistory(
                of: surveys, on: network.chain, hasLock: coin.hasLock, as: form
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

/// How far a search for used addresses goes.
struct GapOption: ParsableArguments {
    @Option(
        help: """
            How many unused addresses in a row end the search: 20 (the default) to 10000. What a longer search finds is \
            remembered.
            """,
        transform: { (text: String) throws in
            let gaps = WalletKeyring.gaps
            if let gap = UInt32(text), gaps.contains(gap) { return gap }
            throw ValidationError("--gap must be between \(gaps.lowerBound) and \(gaps.upperBound).")
        })
    var gap: UInt32?
}
