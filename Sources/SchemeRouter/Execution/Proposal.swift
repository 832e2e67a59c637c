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
        var budget = ReadBudget()
        let account = try services.keyring.account(0, of: link.coin, on: network)
        let reads = try await payment(link.request, on: network, account: account, facts: facts, services, &budget)

        var answers = Answers()
        for _ in 0...maxQuestions {
            let known = answers
            let step = try await budget.run { () async throws -> Step in
                switch link.request {
                case .payment(let request):
                    guard let reads else { return .ask(.amount) }
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
                try IntentCheck(chain: facts, account: account).check(intent, against: link.request, answers: answers)
                return Proposal(intent: intent, previous: try await previous(of: intent, on: network, &budget))
            }
        }
        throw ServiceError(.internalError, "The coin's plugin asks without end.")
    }

    /// What a payment reads from wallet and network, all at once; nil for other requests.
    private static func payment(
        _ request: WalletRequest, on network: ConfiguredNetwork, account: any AccountReader, facts: ChainFacts,
        _ services: Services, _ budget: inout ReadBudget
    ) async throws -> PaymentServices? {
        guard case .payment = request else { return nil }
        // Coins of a payment that was signed and is not decided must not be spent by another (S6).
        let reserved = Set(try services.journal.undecidedPayments().flatMap(\.inputs))
        let limits = facts.coin.feePerKB
        return try await budget.run {
            let coins = try await account.coins().filter { !reserved.contains($0.outpoint) }
            let rate = try await network.chain.feePerKB() ?? limits.normal
            return PaymentServices(
                chain: facts, coins: coins, changeAddress: try await account.changeAddress(),
                feePerKB: min(max(rate, limits.min), limits.max))
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
