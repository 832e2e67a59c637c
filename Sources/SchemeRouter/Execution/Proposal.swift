/// What will be done if the person agrees, with everything that was read to come to it.
struct Proposal: Sendable {
    /// What will be done.
    let intent: Intent
    /// The transactions whose outputs a payment spends, whole (S12).
    let previous: [TransactionID: [UInt8]]

    /// The most questions a plugin may ask about one link.
    static let maxQuestions = 4

    /// Lets the plugin ask its questions and propose, and checks what it proposes (S11).
    /// - Parameter ask: asks the person one question and gives back the answers so far with the new one.
    static func make(
        for link: ReadLink, on network: ConfiguredNetwork, facts: ChainFacts, services: Services,
        ask: (Question, Answers) async throws -> Answers
    ) async throws -> Proposal {
        guard let plugin = link.plugin as? any PaymentPlugin else {
            throw ServiceError(.internalError, "The coin's plugin does not pay.")
        }
        var budget = ReadBudget(services.readTime)
        let accounts = try services.keyring.accounts(of: link.coin, on: network)
        let sources = try await sources(link.request, on: network, accounts: accounts, facts: facts, services, &budget)

        // A payment comes from the first account that has enough, and never from two (see ``PaymentShortfall``).
        var answers = Answers()
        var shortfall = PaymentShortfall()
        for source in sources {
            do {
                let intent = try await intent(
                    of: link, plugin, from: source, facts: facts, answers: &answers, &budget, ask: ask)
                return Proposal(intent: intent, previous: try await previous(of: intent, on: network, &budget))
            } catch let error as ServiceError {
                try shortfall.add(error)
            }
        }
        throw shortfall.error
    }

    /// An account that may do what a link asks for, and what a payment has read of it.
    private struct Source: Sendable {
        let account: any AccountReader
        var reads: PaymentServices?
    }

    /// Lets the plugin propose with one account. The person's answers hold for the others too.
    private static func intent(
        of link: ReadLink, _ plugin: any PaymentPlugin, from source: Source, facts: ChainFacts,
        answers: inout Answers, _ budget: inout ReadBudget, ask: (Question, Answers) async throws -> Answers
    ) async throws -> Intent {
        let account = source.account
        for _ in 0...maxQuestions {
            let known = answers
            let step = try await budget.run { () async throws -> Step in
                switch link.request {
                case .payment(let request):
                    guard let reads = source.reads else { return .ask(.amount) }
                    return try await plugin.pay(request, answers: known, with: reads)
                case .address(let request):
                    let services = AccountServices(chain: facts, account: account)
                    return try await plugin.address(request, answers: known, with: services)
                case .key(let request):
                    return try await plugin.key(request, answers: known, on: facts)
                case .scanQR, .login, .actions, .sign, .open:
                    throw ServiceError(.internalError, "This is no request of a coin with addresses.")
                }
            }
            switch step {
            case .ask(let question):
                answers = try await ask(question, answers)
            case .propose(let intent):
                let check = IntentCheck(chain: facts, account: account, reads: source.reads)
                try check.check(intent, against: link.request, answers: answers)
                try Self.check(intent, spendsOneOfEach: source.reads?.mustSpend ?? [])
                return intent
            }
        }
        throw ServiceError(.internalError, "The coin's plugin asks without end.")
    }

    /// The accounts in the order in which they are tried. A payment reads from wallet and network what it needs of all
    /// of them, at once; everything else is of account 0.
    private static func sources(
        _ request: WalletRequest, on network: ConfiguredNetwork, accounts: [any AccountReader], facts: ChainFacts,
        _ services: Services, _ budget: inout ReadBudget
    ) async throws -> [Source] {
        guard case .payment = request else { return accounts.prefix(1).map { Source(account: $0) } }
        // Coins of a payment that was signed and is not decided must not be spent by another (S6).
        let reserved = Set(try services.journal.undecidedPayments().flatMap(\.inputs))
        let givenUp = try GivenUpPayments(on: network.id, services: services)
        let limits = facts.coin.feePerKB
        let (surveys, rate) = try await budget.run {
            async let estimate = network.chain.feePerKB()
            let surveys = try await accounts.surveys()
            let rate = try await estimate ?? limits.normal
            try facts.coin.checkRate(rate)
            return (surveys, rate)
        }
        let coins = surveys.map { survey in
            givenUp.spendable(survey.coins.filter { !reserved.contains($0.outpoint) })
        }
        try Self.checkSum(of: coins.joined())
        let mustSpend = try await givenUp.toReplace(
            with: Array(coins.joined()), reserved: reserved, on: network.chain, &budget)
        return zip(zip(accounts, surveys), coins).map { account, coins in
            let reads = PaymentServices(
                chain: facts, coins: coins, mustSpend: mustSpend, changeAddress: account.1.changeAddress,
                feePerKB: max(rate, limits.min))
            return Source(account: account.0, reads: reads)
        }
    }

    /// Half of what fits: so that fees and amounts can be added to whatever a network claims.
    private static func checkSum(of coins: some Sequence<OwnedCoin>) throws(ServiceError) {
        guard let sum = Amount.sum(coins.map(\.amount)), sum.units <= .max / 2 else {
            throw ServiceError(
                .refusedByCheck, "The network reports more money than there is.",
                hint: "Nothing was signed. Name another server.")
        }
    }

    /// Throws where a payment would not take the place of one that was given up (S16).
    private static func check(
        _ intent: Intent, spendsOneOfEach sets: [Set<Outpoint>]
    ) throws(ServiceError) {
        guard case .payment(let payment) = intent else { return }
        let spent = Set(payment.inputs.map(\.outpoint))
        guard sets.allSatisfy({ !$0.isDisjoint(with: spent) }) else {
            throw ServiceError(
                .refusedByCheck,
                "The payment does not replace an earlier one that was given up, so both could be paid.",
                hint: "Nothing was sent. This is a mistake in the coin's plugin; please report it.")
        }
    }

    private static func previous(
        of intent: Intent, on network: ConfiguredNetwork, _ budget: inout ReadBudget
    ) async throws -> [TransactionID: [UInt8]] {
        guard case .payment(let payment) = intent else { return [:] }
        let ids = Set(payment.inputs.map(\.outpoint.transaction))
        return try await budget.run { try await network.chain.transactions(ids) }
    }
}
