import RouterMYKEY
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// What the single services in memory do beyond an ordinary payment.
@Suite struct MemoryPartTests {
    private static func signed(in world: MemoryServices) throws -> SignedTransaction {
        try #require(world.journal.contents.entries.first?.transaction)
    }

    @Test("a payment is taken once and confirmed by blocks, and nothing spends its money again")
    func blocks() async throws {
        let world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
        let network = world.network
        _ = await LinkExecution(services: world.services).run(try MemoryServicesTests.link())
        let payment = try #require(network.payments.first)
        let input = try #require(payment.inputs.first)
        let other = Outpoint(transaction: payment.id, index: 7)
        #expect(try await network.state(of: payment.id) == .waiting(isLocked: false))
        #expect(try await network.states(of: [input, other]) == [input: .spentByWaiting(payment.id), other: .unspent])
        network.mine()
        network.mine()
        #expect(try await network.state(of: payment.id) == .confirmed(2, isLocked: false))
        #expect(try await network.states(of: [input]) == [input: .spent(payment.id)])
        #expect(try await network.state(of: SignedTransaction.example.id) == .unknown)

        let transaction = try Self.signed(in: world)
        #expect(try await network.broadcast(transaction) == .network)
        let again = SignedTransaction(id: SignedTransaction.example.id, bytes: transaction.bytes)
        for wrong in [again, .example] {
            let error = await #expect(throws: ServiceError.self) { try await network.broadcast(wrong) }
            #expect(error?.code == .networkRefused)
        }
        #expect(network.payments.count == 1)
    }

    @Test("the fee that the network asks is the fee that is paid")
    func fee() async throws {
        var fees: [Amount] = []
        for asked in [10_000, 30_000] as [Int64] {
            let fee = try #require(Amount(units: asked))
            let world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
            world.network.ask(feePerKB: fee)
            #expect(try await world.network.feePerKB() == fee)
            _ = await LinkExecution(services: world.services).run(try MemoryServicesTests.link())
            guard case .payment(let intent)? = world.prompt.shown.last?.subject?.intent else {
                Issue.record("nothing was asked")
                return
            }
            fees.append(try #require(intent.fee))
        }
        #expect(fees[0] < fees[1])
    }

    @Test("a wallet without money pays nothing, and a coin without such a network has no account")
    func poor() async throws {
        var world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
        world.wallet = MemoryWallet(balance: -5)
        let result = await LinkExecution(services: world.services).run(try MemoryServicesTests.link())
        guard case .failed(let error) = result.outcome else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .insufficientFunds)
        let link = try MemoryServicesTests.link()
        let network = ConfiguredNetwork(
            id: ChainID(coin: "eos", network: .main, isPractice: true), chain: world.network)
        let coin = try #require(try RouteTable.load([.shipped]).coin("eos"))
        let missing = #expect(throws: ServiceError.self) { try world.wallet.accounts(of: coin, on: network) }
        #expect(missing?.code == .unsupportedNetwork)
        let none = #expect(throws: ServiceError.self) { try world.network.accountNetwork(of: link.coin) }
        #expect(none?.code == .noNetwork)
    }

    @Test("S4: a reply goes only to the program that was found for its sender")
    func launcher() throws {
        let launcher = MemoryLauncher(["shop", "bank"])
        let shop = try #require(try launcher.receiver(ofScheme: "SHOP"))
        #expect(try launcher.receiver(ofScheme: "other") == nil)
        #expect(throws: LaunchError.self) { try launcher.open("bank://x", scheme: "bank", with: shop) }
        try launcher.open("shop://x", scheme: "shop", with: shop)
        #expect(launcher.opened == ["shop://x"])
    }

    @Test("S15: the person gives a link to another wallet, or copies its address, and is asked no more once told so")
    func otherWallets() async throws {
        let link = try MemoryServicesTests.link("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=5")
        for (answers, given, copied) in [
            ([.pick(1), .agree], 1, nil), ([.pick(3), .agree, .agree], 0, "5"), ([.pick(9)], 0, nil),
            ([.agree], 0, nil),
        ] as [([MemoryPrompt.Answer], Int, String?)] {
            var world = MemoryServices(prompt: MemoryPrompt(answers))
            world.wallets = MemoryWalletPrograms([
                .example("one", takes: ["bitcoin"]), .example("two", takes: ["bitcoin"]),
                .example("three", takes: ["dash"]),
            ])
            let result = await LinkExecution(services: world.services).run(link)
            #expect(world.wallets.opened.count == given, "\(answers): \(result) \(world.prompt.shown)")
            #expect(world.clipboard.text == copied, "\(answers): \(result) \(world.prompt.shown)")
            #expect(world.network.payments.isEmpty)
        }
        let rules = MemoryHandOverRules()
        let rule = HandOverRule(scheme: "bitcoin", target: .program("one.desktop"))
        #expect(try rules.remember(HandOverRule(target: .here)) == "memory:1")
        #expect(try rules.remember(rule) == "memory:2")
        #expect(rules.rules.first == rule && rules.rules.count == 2)
        #expect(rules.line(for: rule).hasPrefix("bitcoin → "))
        #expect(rules.line(for: rules.rules[1]).hasPrefix("any scheme → "))
    }

    @Test("the person's answers are given in order, and one that does not fit refuses")
    func prompt() async throws {
        let dialogue = Dialogue(title: "t", pages: ["p"], agree: "a")
        let prompt = MemoryPrompt([.otherwise, .agree, .pick(1), .type("2"), .agree, .pick(0), .fail(.timedOut)])
        #expect(try await prompt.choose(dialogue, otherwise: "o") == .otherwise)
        #expect(try await prompt.choose(dialogue, otherwise: "o") == .agreed)
        #expect(try await prompt.select(dialogue, from: [PromptOption("a"), PromptOption("b")]) == 1)
        #expect(try await prompt.line(dialogue, label: "l", mistake: "m") == "2")
        await #expect(throws: PromptError.refused) { try await prompt.line(dialogue, label: "l", mistake: nil) }
        await #expect(throws: PromptError.refused) { try await prompt.choose(dialogue, otherwise: "o") }
        await #expect(throws: PromptError.timedOut) { try await prompt.confirm(dialogue) }
        await #expect(throws: PromptError.refused) { try await prompt.confirm(dialogue) }
        #expect(prompt.shown.count == 8 && prompt.mistakes == ["m"])
        let willing = MemoryPrompt.agreeing()
        #expect(try await willing.select(dialogue, from: [PromptOption("a")]) == 0)
        await #expect(throws: PromptError.refused) { try await willing.select(dialogue, from: []) }
        try await willing.tell(dialogue)
        #expect(willing.told.map(\.pages) == [["p"]])
    }
}

/// Requests to named accounts, with the services in memory.
@Suite struct MemoryAccountTests {
    private static let userID = "7143c696-94eb-4cc4-a8bd-b7309579ac01"
    private let chain: MemoryAccountChain
    private let world: MemoryServices

    init() {
        let chain = MemoryAccountChain()
        var world = MemoryServices(prompt: .agreeing(), programs: ["simple"])
        let accounts = AccountNetwork(
            id: ChainID(coin: "eos", network: .main, isPractice: true),
            signer: AccountSigner(account: "bobbobbobbob", permission: "active"), chain: chain)
        world.network = MemoryNetwork(accounts: accounts)
        world.servers = MemoryServers(
            answering: NetworkAnswer(status: 200, headers: [], body: Array(#"{"code":0}"#.utf8)))
        world.settings = Settings(practiceSenders: ["simple", "https://dapp.example"])
        world.bindings = MemoryBindings([
            DappBinding(appKey: "9mDxSbyR", userID: Self.userID, account: "bobbobbobbob")
        ])
        (self.chain, self.world) = (chain, world)
    }

    private func run(_ fields: String) async throws -> Outcome {
        let plugins: PluginTable = [MYKEYPlugin.name: MYKEYPlugin(now: { 1_700_000_000 })]
        let router = Router(routes: try RouteTable.load([.shipped]), plugins: plugins)
        let json =
            #"{"appKey":"9mDxSbyR","callback":"simple://x?action=x","dappName":"BiHu","protocol":"MYKEY",\#(fields)}"#
        let link =
            "mykey://mykey.org/protocol?param=\(PercentEncoding.encode(json))&appKey=9mDxSbyR&userId=\(Self.userID)"
        return await LinkExecution(services: world.services).run(try router.read(Array(link.utf8))).outcome
    }

    @Test("a transfer is signed and sent, and its id goes to the dapp")
    func transfer() async throws {
        let outcome = try await run(
            #""action":"transfer","amount":1.5,"contract":"eosio.token","precision":4,"symbol":"EOS","to":"alicealice11""#
        )
        guard case .replied(let result, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let sent = try #require(chain.transactions.first)
        #expect(chain.transactions.count == 1 && result.content == .executed(sent.id))
        #expect(sent.expires == 1_700_000_060)
        #expect(world.launcher.opened.count == 1 && world.launcher.opened[0].hasPrefix("simple://x?action=x&result=1"))
    }

    @Test("a text is signed, and a login binds the account", arguments: [false, true])
    func signs(isLogin: Bool) async throws {
        let outcome = try await run(
            isLogin
                ? #""action":"login","loginUrl":"https://dapp.example/l","uuID":"\#(Self.userID)""#
                : #""action":"sign","message":"hello""#)
        guard case .replied = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(chain.transactions.isEmpty)
        #expect(world.servers.requests.count == (isLogin ? 1 : 0))
        #expect(world.launcher.opened.count == 1)
    }

    @Test("S4: the servers' answer is the one that was given")
    func servers() async throws {
        let answer = NetworkAnswer(status: 503, headers: [], body: [])
        let servers = MemoryServers(answering: answer)
        let request = NetworkRequest.get("https://dapp.example/l")
        #expect(try await servers.send(request, until: .now).status == 503)
        #expect(servers.requests.map(\.url) == ["https://dapp.example/l"])
    }
}
