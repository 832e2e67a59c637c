import ArgumentParser
import ExactJSON
import Glibc
import RouterWallet
import SchemeRouter

struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Make a wallet and look at it.",
        subcommands: [
            WalletCreateCommand.self, WalletRestoreCommand.self, WalletDiscoverCommand.self, WalletInfoCommand.self,
            WalletAddressCommand.self, WalletBalanceCommand.self, WalletHistoryCommand.self,
            WalletPasscodeCommand.self, WalletCheckBackupCommand.self,
        ])
}

struct WalletCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a new wallet. Its words are printed once: write them down.")

    @Option(help: "How many words: 12, 15, 18, 21 or 24.") var words = 12
    @Flag(help: "Ask for a BIP39 passphrase, without which the words open another wallet.") var passphrase = false
    @Flag(help: "Print JSON, with the words.") var json = false

    func run() async throws {
        guard let count = Mnemonic.WordCount(rawValue: words) else {
            throw UsageError("A wallet has 12, 15, 18, 21 or 24 words.")
        }
        let context = try RouterCommand.context()
        try context.refuseSecondWallet()
        let sealing = try await SecretQuestions(prompt: try context.prompt()).sealing(of: context.wallet)
        let mnemonic = Mnemonic.random(count)
        let shown = mnemonic.words()
        let phrase = try await SecretQuestions(prompt: try context.prompt()).passphrase(
            of: mnemonic, isWanted: passphrase)
        let passcode = try await SecretQuestions(prompt: try context.prompt()).newPasscode()
        let wallet = try context.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: context.coinTypes,
            witnessTypes: context.witnessTypes, branches: context.masternodeBranches, sealing: sealing)
        guard json ? Self.printJSON(wallet.fingerprint, shown, context) : Self.print(shown) else {
            throw ServiceError(
                .cannotWrite, "The words could not be shown, because standard output cannot be written to.",
                hint: "Nobody has seen them. Move \(context.paths.wallet.printable) away and create another.")
        }
        guard !json else { return }
        StandardStreams.print(
            """

            The wallet \(wallet.fingerprint) is in \(context.paths.wallet.printable).
            “router wallet check-backup” asks for some of the words by their numbers, to check that you have them.
            """)
    }

    /// Whether everything was written.
    private static func print(_ words: borrowing Secret) -> Bool {
        StandardStreams.print(
            "These words are your money. They are shown only now: write them down in this order, with their numbers.\n")
        return SpelledWords.printNumbered(words)
    }

    /// Whether everything was written.
    private static func printJSON(
        _ fingerprint: String, _ words: borrowing Secret, _ context: AppContext
    ) -> Bool {
        let rest = JSON(["fingerprint": fingerprint, "directory": context.paths.wallet]).text.dropFirst()
        return StandardStreams.write(Array("{\"words\":".utf8), to: STDOUT_FILENO) && SpelledWords.printArray(words)
            && StandardStreams.write(Array(",\(rest)\n".utf8), to: STDOUT_FILENO)
    }
}

struct WalletRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a wallet from words you wrote down, and look for its accounts on your networks.")

    @Option(help: "A file with the words, or “-” for standard input. Never the words themselves.", completion: .file())
    var words: String
    @Flag(help: "Ask for the BIP39 passphrase of the words.") var passphrase = false
    @OptionGroup var search: GapOption
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        try context.refuseSecondWallet()
        let text = try SecretFile.read(words, limit: 1_024)
        let mnemonic: Mnemonic
        do {
            mnemonic = try Mnemonic.reading(text)
        } catch {
            throw CommandFailure(
                exit: .badLink, code: "wrongWords", message: "These words do not make a wallet. \(error)")
        }
        let sealing = try await SecretQuestions(prompt: try context.prompt()).sealing(of: context.wallet)
        let phrase = try await SecretQuestions(prompt: try context.prompt()).passphrase(
            of: mnemonic, isWanted: passphrase)
        let passcode = try await SecretQuestions(prompt: try context.prompt()).newPasscode()
        let wallet = try context.wallet.create(
            from: mnemonic, passphrase: phrase, passcode: passcode, coinTypes: context.coinTypes,
            witnessTypes: context.witnessTypes, branches: context.masternodeBranches, sealing: sealing)
        if json {
            StandardStreams.print([
                JSON(["fingerprint": wallet.fingerprint, "directory": context.paths.wallet])
            ])
        } else {
            StandardStreams.print("The wallet \(wallet.fingerprint) is in \(context.paths.wallet.printable).")
        }
        let coins = context.coinsWithAddresses
        guard !coins.isEmpty else {
            guard !json else { return }
            StandardStreams.print(
                "No coin has a network yet. Choose one, and “router wallet discover” looks for the accounts of the words."
            )
            return
        }
        try await FoundAccounts.tell(of: coins, in: wallet, gap: search.gap, path: nil, isJSON: json, context)
    }
}

struct WalletInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what is known about the wallet without its passcode.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let context = try RouterCommand.context()
        let info = try context.wallet.info()
        if json {
            let all = JSON([
                "directory": context.paths.wallet, "created": info.created, "keyDerivation": info.keyDerivation,
                "fingerprint": info.fingerprint, "accounts": info.accounts.map(\.description),
                "practiceAccounts": info.practiceAccounts.map(\.description), "backupChecked": info.backupChecked,
            ])
            return StandardStreams.print(all.text)
        }
        let backup =
            info.backupChecked.map { "You checked your copy of the words on \(Timestamp.text($0))." }
            ?? "Your copy of the words was never checked: “router wallet check-backup” checks it."
        StandardStreams.print(
            """
            Wallet \(info.fingerprint ?? "") in \(context.paths.wallet.printable)
            Made \(Timestamp.text(info.created)). Passcode: \(info.keyDerivation).
            \(backup)
            Accounts known without the passcode: \(info.accounts.map(\.description).joined(separator: ", "))
            """)
    }
}

struct WalletPasscodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "passcode", abstract: "Change the passcode.")

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        try WalletKeyring(files: context.wallet).checkReady()
        let questions = SecretQuestions(prompt: try context.prompt())
        let old = try await questions.passcode("Type your current passcode.")
        let new = try await questions.newPasscode()
        try context.wallet.changePasscode(from: old, to: new)
        guard !json else { return StandardStreams.print([JSON(["changed": true])]) }
        StandardStreams.print(
            "The passcode was changed. Copies of the wallet that you made before still open with the old one.")
        let info = try context.wallet.info()
        guard info.takesLessThanUsual else { return }
        StandardStreams.print(
            "Memory is short, so a guess at it takes less work than usual, as before: \(info.keyDerivation). When more memory "
                + "is free, change the passcode again.")
    }
}

struct WalletCheckBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-backup",
        abstract: """
            Ask for some of the wallet's words by their numbers, and for its passphrase, to check what you wrote down. The \
            words are never shown.
            """)

    /// Enough right words to rule out luck, and few enough to ask for often.
    private static let usualCount = 4

    @Flag(help: "Ask for all words.") var all = false
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        try WalletKeyring(files: context.wallet).checkReady()
        let questions = SecretQuestions(prompt: try context.prompt())
        let passcode = try await questions.passcode(
            "Type your passcode. Then type the words that you are asked for: they are compared with the wallet's.")
        let backup = try context.wallet.words(with: passcode)
        let numbers = backup.numbers(all ? backup.wordCount : Self.usualCount)
        for number in numbers {
            guard try await questions.word(number, of: backup) else {
                throw CommandFailure(
                    exit: .badLink, code: "wrongWords", message: "Word \(number) is not the wallet's.",
                    hint:
                        "If your paper is wrong, make another wallet, write its words down, and send your money there."
                )
            }
        }
        if backup.hasPassphrase, !(try await questions.passphrase(of: backup)) {
            throw CommandFailure(
                exit: .badLink, code: "wrongPassphrase", message: "The passphrase is not the wallet's.",
                hint:
                    "Without it the words open another, empty wallet. If you do not find it, make another wallet, and "
                    + "pay your money there.")
        }
        try context.wallet.noteBackupIsRight()
        guard !json else {
            let object = JSON([
                "words": numbers.count, "allWords": numbers.count == backup.wordCount,
                "passphrase": backup.hasPassphrase,
            ])
            return StandardStreams.print([object])
        }
        let checked = numbers.count == backup.wordCount ? "All \(numbers.count)" : "\(numbers.count)"
        let what = backup.hasPassphrase ? "words and the passphrase" : "words"
        StandardStreams.print("\(checked) \(what) are right.")
    }
}

struct WalletDiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Look for accounts that your words were used for, of one coin or of all that have a network.")

    @Argument(help: "The coin; all that have a network if none is given.", completion: .ownCoins) var coin: String?
    @OptionGroup var search: GapOption
    @OptionGroup var given: PathOption
    @Flag(help: "Print JSON: one object per coin, each on its own line.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        guard given.path == nil || coin != nil else { throw UsageError("--path needs a coin: say which one.") }
        let coins = if let coin { [try context.coin(coin)] } else { context.coinsWithAddresses }
        guard !coins.isEmpty else { throw ServiceError.noCoinHasNetwork }
        // Check before asking for the passcode.
        for coin in coins {
            let network = try context.networks.network(of: coin)
            if let path = given.path { _ = try AccountDiscovery.family(at: path, of: coin, on: network) }
        }
        try WalletKeyring(files: context.wallet).checkReady()
        let passcode = try await SecretQuestions(prompt: try context.prompt()).passcode(
            "Type your passcode to look for the accounts of your wallet that were used.")
        try await FoundAccounts.tell(
            of: coins, in: try context.wallet.unlock(with: passcode), gap: search.gap, path: given.path,
            isJSON: json, context)
    }
}

/// Searches for used accounts and reports them: `router wallet restore` and `router wallet discover`.
enum FoundAccounts {
    /// If a network does not answer, continues with the next coin, and ends with that network's failure.
    static func tell(
        of coins: [CoinDescriptor], in wallet: UnlockedWallet, gap: UInt32?, path: DerivationPath?,
        isJSON: Bool, _ context: AppContext
    ) async throws {
        var failure: ServiceError?
        for coin in coins {
            do {
                let network = try context.networks.network(of: coin)
                let families =
                    if let path {
                        [try AccountDiscovery.family(at: path, of: coin, on: network)]
                    } else {
                        AccountDiscovery.families(of: coin, on: try parameters(of: coin, network))
                    }
                let found = try await LongWork.run { report in
                    try await AccountDiscovery(in: wallet, gap: gap).accounts(
                        of: coin, on: network, among: families, progress: report)
                }
                let scripts = found.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.whole.ownScripts) }
                let notable = try await scripts.isEmpty ? [] : network.chain.notableOutputs(payingTo: Array(scripts))
                let apart = notable.apart
                guard !isJSON else {
                    StandardStreams.print([json(found, apart, families, gap, coin, isPractice: network.id.isPractice)])
                    continue
                }
                if network.id.isPractice { StandardStreams.print("PRACTICE – no real money") }
                searched(families, gap, coin, isWhole: path == nil).forEach(StandardStreams.print)
                text(found, apart, coin).forEach(StandardStreams.print)
                NotableText(coin: coin, notable: notable).lines.forEach(StandardStreams.print)
            } catch let error as ServiceError {
                // Only earlier failures are reported here: the last one ends the command.
                if let failure { _ = Failure.report(failure) }
                failure = ServiceError(
                    error.code, "\(coin.title): \(error.message)", hint: "“router wallet discover” looks again.")
            }
        }
        if let failure { throw failure }
    }

    private static func json(
        _ found: [AccountDiscovery.Found], _ apart: Set<Outpoint>, _ families: [AccountDiscovery.Family],
        _ gap: UInt32?, _ coin: CoinDescriptor, isPractice: Bool
    ) -> JSON {
        JSON([
            "coin": coin.id.name, "practice": isPractice, "searched": families.map(\.text),
            "gap": gap ?? WalletKeyring.gaps.lowerBound,
            "accounts": found.map { account in
                JSON([
                    "account": account.name.description, "path": account.path.description,
                    "amount": sum(of: account, without: apart).units,
                    "usedAddresses": account.whole.usedScripts.count,
                ])
            },
        ]).adding(coin.unitsJSON)
    }

    /// The paths that were searched, and the kinds of wallets that this program cannot search for.
    private static func searched(
        _ families: [AccountDiscovery.Family], _ gap: UInt32?, _ coin: CoinDescriptor, isWhole: Bool
    ) -> [String] {
        let paths = families.map(\.text).joined(separator: ", ")
        let searched =
            "\(coin.title): searched \(paths), each until \(gap ?? WalletKeyring.gaps.lowerBound) addresses in a row were "
            + "never used."
        guard isWhole else { return [searched] }
        return [
            searched,
            """
            Not searched: Taproot (m/86'), multisig (m/45', m/48'), and words of Electrum's own kind. “router wallet discover \
            \(coin.id) --path m/…” searches another path.
            """,
        ]
    }

    private static func parameters(
        of coin: CoinDescriptor, _ network: ConfiguredNetwork
    ) throws(ServiceError) -> NetworkParameters {
        guard let parameters = coin.networks[network.id.network] else {
            throw ServiceError(
                .unsupportedNetwork, "\(coin.title) has no network “\(network.id.network.rawValue)” in schemes.yaml.")
        }
        return parameters
    }

    /// What an account holds, without what nobody can check.
    private static func sum(of account: AccountDiscovery.Found, without apart: Set<Outpoint>) -> Amount {
        Amount.sum(account.whole.survey.utxos.filter { !apart.contains($0.outpoint) }.map(\.amount)) ?? .zero
    }

    private static func text(
        _ found: [AccountDiscovery.Found], _ apart: Set<Outpoint>, _ coin: CoinDescriptor
    ) -> [String] {
        guard !found.isEmpty else { return ["\(coin.title): no account was used."] }
        return found.map { account in
            let sum = sum(of: account, without: apart)
            let used = account.whole.usedScripts.count
            let addresses = used == 1 ? "1 used address" : "\(used) used addresses"
            return "\(coin.title), \(account.name.text) (\(account.path)): \(coin.text(sum)), \(addresses)."
        }
    }
}
