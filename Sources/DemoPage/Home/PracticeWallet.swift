import SchemeRouter

/// A wallet created for the demo, which has only practice money (S14).
struct PracticeWallet {
    struct Holding {
        let coin: CoinDescriptor
        /// What the wallet shares: an address of a test network, or the name of its account.
        let address: String
        /// Who receives the payments of the links: an address of the wallet itself, or another account, because no
        /// account can pay itself.
        let payee: String
    }

    private let home: DemoHome
    private let router: [String]

    /// - Parameter options: the options of every `router` command.
    init(home: DemoHome, options: [String]) {
        self.home = home
        router = [home.path + "/bin/router"] + options
    }

    /// Creates the wallet, with practice money of each coin. Also returns the lines of config.yaml's `networks`.
    func make(
        for schemes: [DemoScheme], signals: borrowing Signals
    ) throws(DemoError) -> (holdings: [Holding], networks: [String]) {
        // The scripted prompt sets the passcode, even if a person uses their own prompt later.
        _ = try run(["--pinentry", home.scriptedPrompt, "wallet", "create"], signals)
        let (own, payee) = (Self.accountName("demo"), Self.accountName("shop"))
        // The practice chain creates the account in the settings: first the shop's, then the wallet's.
        try home.configure(Self.networks(of: schemes, account: payee))
        for coin in Self.coins(of: schemes) where coin.accountChain != nil { try fund(coin, "1", signals) }
        let networks = Self.networks(of: schemes, account: own)
        try home.configure(networks)
        var holdings: [Holding] = []
        for coin in Self.coins(of: schemes) {
            try fund(coin, "10", signals)
            let name = coin.id.name
            guard try run(["wallet", "balance", name], signals).hasPrefix("PRACTICE") else {
                throw .router("“\(name)” does not use the practice network here, and this page uses no other network.")
            }
            guard coin.accountChain == nil else {
                holdings.append(Holding(coin: coin, address: own, payee: payee))
                continue
            }
            // The practice notice is printed first, and the address last.
            let printed = try run(["wallet", "address", name], signals).split(separator: "\n")
            guard let address = printed.last else { throw .router("“router wallet address \(name)” printed nothing.") }
            holdings.append(Holding(coin: coin, address: String(address), payee: String(address)))
        }
        return (holdings, networks)
    }

    func start(_ arguments: [String], output: String) throws(DemoError) -> ChildProgram {
        try start(program: router + arguments, output: output)
    }

    /// Opens a link as the desktop would.
    func open(_ link: DemoLink) throws(DemoError) -> ChildProgram {
        try start(program: [home.opener, link.url], output: "opened")
    }

    private func start(program: [String], output: String) throws(DemoError) -> ChildProgram {
        try ChildProgram.start(
            program, environment: home.environment, directory: home.path, output: "\(home.path)/\(output)")
    }

    private func fund(_ coin: CoinDescriptor, _ amount: String, _ signals: borrowing Signals) throws(DemoError) {
        _ = try run(["sandbox", "fund", coin.id.name, amount], signals)
    }

    private static func coins(of schemes: [DemoScheme]) -> [CoinDescriptor] {
        var coins: [CoinDescriptor] = []
        for scheme in schemes where !coins.contains(where: { $0.id == scheme.coin.id }) { coins.append(scheme.coin) }
        return coins
    }

    /// The lines of config.yaml that put each coin on its practice network.
    private static func networks(of schemes: [DemoScheme], account: String) -> [String] {
        coins(of: schemes).map { coin in
            let network = schemes.first { $0.coin.id == coin.id }?.network
            let rest = network.map { "network: \($0.rawValue)" } ?? "account: \(account)"
            return "\(coin.id.name): { use: sandbox, \(rest) }"
        }
    }

    /// An account name that does not exist on a real chain: eight random characters are almost certainly free, and
    /// nobody learns them.
    private static func accountName(_ start: String) -> String {
        start + String((0..<8).map { _ in "abcdefghijklmnopqrstuvwxyz12345".randomElement() ?? "a" })
    }

    private func run(_ arguments: [String], _ signals: borrowing Signals) throws(DemoError) -> String {
        let child = try start(arguments, output: "setup")
        while true {
            if let code = child.result() {
                let printed = SmallFile.tail(child.output, limit: 4_096)
                guard code == 0 else {
                    throw .router("router \(arguments.joined(separator: " ")) ended with \(code):\n\(printed)")
                }
                return printed
            }
            signals.wait(milliseconds: 1_000)
            if signals.take().contains(.end) {
                child.end()
                throw .interrupted
            }
        }
    }
}
