/// A wallet made for the demo, which has practice money and nothing else (S14).
struct PracticeWallet {
    struct Holding {
        let coin: String
        let address: String
    }

    private let home: DemoHome
    private let router: [String]

    /// - Parameter options: what `router` is told each time.
    init(home: DemoHome, options: [String]) {
        self.home = home
        router = [home.path + "/bin/router"] + options
    }

    /// Makes the wallet, with practice money of each coin.
    func make(coins: [String], signals: borrowing Signals) throws(DemoError) -> [Holding] {
        // The scripted prompt chooses the passcode, whoever answers later.
        _ = try run(["--pinentry", home.scriptedPrompt, "wallet", "create"], signals)
        var holdings: [Holding] = []
        for coin in coins {
            _ = try run(["sandbox", "on", coin], signals)
            _ = try run(["sandbox", "fund", coin, "10"], signals)
            let balance = try run(["wallet", "balance", coin], signals)
            guard balance.hasPrefix("PRACTICE") else {
                throw .router("“\(coin)” is not on the practice network here, and this page is for nothing else.")
            }
            // The practice notice comes first, the address last.
            let printed = try run(["wallet", "address", coin], signals).split(separator: "\n")
            guard let address = printed.last else { throw .router("“router wallet address \(coin)” printed nothing.") }
            holdings.append(Holding(coin: coin, address: String(address)))
        }
        return holdings
    }

    func start(_ arguments: [String], output: String) throws(DemoError) -> ChildProgram {
        try ChildProgram.start(
            router + arguments, environment: home.environment, directory: home.path, output: "\(home.path)/\(output)")
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
