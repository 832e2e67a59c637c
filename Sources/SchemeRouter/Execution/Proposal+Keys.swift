/// Proposals for the wallet's own keys: payments, addresses and extended public keys.
extension LinkExecution {
    func propose(
        _ link: ReadLink, _ plugin: any PaymentPlugin, _ facts: ChainFacts, _ network: ConfiguredNetwork,
        _ budget: inout ReadBudget, ask: Asking
    ) async throws -> Proposal {
        let accounts = try services.keyring.accounts(of: link.coin, on: network)
        guard let account = accounts.first else { throw ServiceError(.internalError, "The wallet has no account.") }
        let intent: Intent
        switch link.request {
        case .payment(let request):
            return try await propose(
                request, plugin, accounts, facts, network, paying: request.address.map(link.spellings) ?? [], &budget,
                ask: ask)
        case .address(let request):
            // Only reads are timed: a plugin program has its own time limit.
            let timed = TimedAccount(account: account, time: services.readTime)
            intent = .address(try await plugin.address(request, of: timed, on: facts))
        case .key(let request): intent = .keys(try plugin.key(request, on: facts))
        case .foreign, .scanQR, .login, .actions, .sign, .open:
            throw ServiceError(.internalError, "This request is not for a coin with addresses.")
        }
        try IntentCheck(chain: facts, account: account).check(intent, against: link.request, answers: Answers())
        return Proposal(intent: intent)
    }

    /// A payment comes from the first account that has enough by itself, in the order of ``Keyring/accounts(of:on:)``.
    /// UTXOs of two accounts are never spent together: anyone who sees the transaction would know that both belong to
    /// the same person.
    ///
    /// The person's answers apply to all accounts.
    private func propose(
        _ request: PaymentRequest, _ plugin: any PaymentPlugin, _ accounts: [any AccountReader], _ facts: ChainFacts,
        _ network: ConfiguredNetwork, paying recipients: [String], _ budget: inout ReadBudget, ask: Asking
    ) async throws -> Proposal {
        let all = try await reads(of: accounts, on: network, facts: facts, paying: recipients, &budget)
        let most = all.lazy.compactMap { plugin.most(for: request, answers: Answers(), with: $0) }.first
        let answers = try await answers(about: request, plugin, facts, most: most, ask: ask)
        var proposal = try await propose(request, plugin, accounts, facts, all, answers, &budget)
        guard case .payment(let payment) = proposal.intent, !answers.paysAll,
            !facts.coin.warnings(aboutFeeOf: payment).isEmpty
        else { return proposal }
        let (usual, slower) = services.settings.fees.levels(of: facts.coin.id)
        var choices = usual.map { [LevelledPayment(level: $0, payment: payment, previous: proposal.previous)] } ?? []
        for level in slower {
            // Offering a lower fee is optional: if the network does not answer in time, there is no choice.
            guard let rate = try? await budget.run({ try await facts.coin.feePerKB(.level(level), on: network.chain) }),
                let reads = all.first, rate < reads.feePerKB,
                let other = try? await propose(
                    request, plugin, accounts, facts, all.map { $0.paying(rate) }, answers, &budget),
                case .payment(let cheaper) = other.intent,
                choices.last.map({ cheaper.costsClearlyLess(than: $0.payment) }) == true
            else { continue }
            choices.append(LevelledPayment(level: level, payment: cheaper, previous: other.previous))
        }
        if choices.count > 1 { proposal.choices = choices }
        return proposal
    }

    /// The payment from the first account that has enough.
    private func propose(
        _ request: PaymentRequest, _ plugin: any PaymentPlugin, _ accounts: [any AccountReader], _ facts: ChainFacts,
        _ all: [PaymentServices], _ answers: Answers, _ budget: inout ReadBudget
    ) async throws -> Proposal {
        var shortfalls: [(account: AccountName, shortfall: Shortfall)] = []
        for (account, reads) in zip(accounts, all) where reads.canReplace {
            do {
                return try await propose(request, plugin, account, facts, reads, answers, &budget)
            } catch let shortfall as Shortfall {
                // Any other error would be the same for every account.
                shortfalls.append((account.name, shortfall))
            }
        }
        throw Self.insufficient(shortfalls, of: accounts.count, facts.coin)
    }

    /// An account does not have enough money.
    private struct Shortfall: Error {
        let error: ServiceError
        /// The most it can pay; nil if that is nothing or unknown.
        let most: Amount?
    }

    private static func insufficient(
        _ shortfalls: [(account: AccountName, shortfall: Shortfall)], of accounts: Int, _ coin: CoinDescriptor
    ) -> ServiceError {
        guard let first = shortfalls.first else { return ServiceError(.internalError, "The wallet has no account.") }
        let isAlone = shortfalls.count == 1
        var message = first.shortfall.error.message
        if !isAlone {
            message =
                "No single account has enough, and a payment never combines accounts. From \(first.account.text): "
                + message
        }
        let best = shortfalls.max { ($0.shortfall.most ?? .zero) < ($1.shortfall.most ?? .zero) } ?? first
        if let most = best.shortfall.most {
            message += " You can pay at most \(coin.text(most))\(isAlone ? "" : ", from \(best.account.text)")."
        }
        guard shortfalls.count < accounts else {
            return ServiceError(first.shortfall.error.code, message, hint: first.shortfall.error.hint)
        }
        // The others may have enough, but cannot replace what was given up.
        let able = shortfalls.map(\.account.text).joined(separator: " and ")
        return ServiceError(
            first.shortfall.error.code,
            "This payment must replace an earlier one that was given up. Only \(able) has that money. \(message)",
            hint: "Nothing was sent. A smaller payment can replace the earlier one; then other accounts can pay again.")
    }

    /// A payment from one account. UTXOs whose value cannot be verified are left out, and the person is told: anybody can
    /// pay to an address with a transaction of a type that is not yet supported, and a server can show an output wrongly.
    private func propose(
        _ request: PaymentRequest, _ plugin: any PaymentPlugin, _ account: any AccountReader, _ facts: ChainFacts,
        _ reads: PaymentServices, _ answers: Answers, _ budget: inout ReadBudget
    ) async throws -> Proposal {
        var (left, unproved, answers) = (reads, [OwnedUTXO](), answers)
        var rounds = 0
        while true {
            if answers.paysAll { answers.amount = plugin.most(for: request, answers: answers, with: left) }
            let payment = try await pay(request, plugin, answers, from: left, unproved)
            let check = IntentCheck(chain: facts, account: account, reads: left)
            try check.check(.payment(payment), against: .payment(request), answers: answers)
            let inputs = payment.inputs
            let previous = try await budget.run { [account] in try await account.proofs(of: inputs) }
            let missing = inputs.filter { input in
                previous[input.outpoint.transaction].map { !account.isProved(input, by: $0) } ?? true
            }
            guard !missing.isEmpty else {
                let leaves = answers.paysAll ? Self.rest(of: reads.utxos, after: payment) : nil
                return Proposal(
                    intent: .payment(payment), previous: previous, leaves: leaves,
                    warning: Self.leftOut(unproved, facts.coin))
            }
            // A server that shows many outputs wrongly must not use up the time one by one.
            rounds += 1
            let others =
                rounds < Self.patientRounds ? [] : Array(left.utxos.filter { !inputs.contains($0) }.prefix(500))
            let more = try await budget.run { [account] in try await account.proofs(of: others) }
            let wrong =
                missing
                + others.filter { other in
                    more[other.outpoint.transaction].map { !account.isProved(other, by: $0) } ?? true
                }
            unproved += wrong
            left = left.without(wrong)
        }
    }

    /// How often a payment is built anew without the outputs that are not proved, before all are checked.
    private static let patientRounds = 3

    /// That UTXOs were left out of a payment; nil if there are none.
    private static func leftOut(_ unproved: [OwnedUTXO], _ coin: CoinDescriptor) -> String? {
        guard let sum = Amount.sum(unproved.map(\.amount)), sum > .zero else { return nil }
        return
            "The network reports another \(coin.text(sum)), which this payment does not spend: the network does not show the "
            + "transactions that hold it, or shows something else, or this version does not support their kind."
    }

    /// What a payment leaves of the account's money; nil if nothing.
    private static func rest(of utxos: [OwnedUTXO], after payment: PaymentIntent) -> Amount? {
        let all = Amount.sum(utxos.map(\.amount)) ?? .zero
        let rest = all.subtracting(Amount.sum(payment.inputs.map(\.amount)) ?? .zero) ?? .zero
        return rest > .zero ? rest : nil
    }

    /// - Parameter unproved: UTXOs that exist but cannot be spent.
    private func pay(
        _ request: PaymentRequest, _ plugin: any PaymentPlugin, _ answers: Answers, from reads: PaymentServices,
        _ unproved: [OwnedUTXO]
    ) async throws -> PaymentIntent {
        do throws(ServiceError) {
            guard !answers.paysAll || answers.amount != nil else { throw .nothingToPay }
            return try await plugin.pay(request, answers: answers, with: reads)
        } catch {
            guard error.code == .insufficientFunds else { throw error }
            var message = error.message
            if let rest = Amount.sum(unproved.map(\.amount)), rest > .zero {
                message +=
                    " Another \(reads.chain.coin.text(rest)) cannot be spent: the network does not show the transactions that "
                    + "hold it, or shows something else, or this version does not support their kind."
            }
            throw Shortfall(
                error: ServiceError(error.code, message, hint: error.hint),
                most: plugin.most(for: request, answers: answers, with: reads))
        }
    }

    /// The data for a payment from any account, read from wallet and network at once, in the order in which accounts
    /// are tried.
    private func reads(
        of accounts: [any AccountReader], on network: ConfiguredNetwork, facts: ChainFacts, paying recipients: [String],
        _ budget: inout ReadBudget
    ) async throws -> [PaymentServices] {
        // A payment must not spend the inputs of another signed payment while that is undecided (S6), or sent and still
        // followed: one server may have accepted it while another still shows its UTXOs as unspent (S16).
        let unsettled = try services.journal.undecidedPayments() + services.journal.followedPayments()
        let reserved = Set(unsettled.flatMap(\.inputs))
        // The change of a payment is lost once one with a higher fee replaces it. A server can hide that it was sent, so this
        // holds until the network has settled it.
        var leaving: Set<TransactionID> = []
        for payment in unsettled {
            leaving.formUnion(try services.journal.replaced(by: payment).compactMap(\.transaction?.id))
        }
        let givenUp = try GivenUpPayments(on: network.id, services: services)
        let choice = services.settings.fees.choice(for: facts.coin.id)
        let (surveys, rate) = try await budget.run {
            async let rate = facts.coin.feePerKB(choice, on: network.chain)
            let surveys = try await accounts.surveys()
            return (surveys, try await rate)
        }
        let utxos = surveys.map { survey in
            givenUp.spendable(
                survey.utxos.filter {
                    !reserved.contains($0.outpoint) && !leaving.contains($0.outpoint.transaction)
                })
        }
        try Self.checkSum(of: utxos.joined())
        let mustSpend = try await givenUp.toReplace(
            with: utxos.map { Set($0.map(\.outpoint)) }, paying: recipients, on: network.chain, &budget)
        return surveys.indices.map { place in
            PaymentServices(
                chain: facts, utxos: utxos[place], mustSpend: mustSpend[place],
                changeAddress: surveys[place].changeAddress, feePerKB: rate)
        }
    }

    /// Half the maximum, so that adding fees and amounts cannot overflow, whatever a network claims.
    private static func checkSum(of utxos: some Sequence<OwnedUTXO>) throws(ServiceError) {
        guard let sum = Amount.sum(utxos.map(\.amount)), sum.units <= .max / 2 else {
            throw ServiceError(
                .refusedByCheck, "The network reports more money than can exist.",
                hint: "Nothing was signed. Use another server.")
        }
    }
}

extension PaymentIntent {
    /// Whether its fee is at least a tenth lower: less is not worth a question.
    fileprivate func costsClearlyLess(than other: PaymentIntent) -> Bool {
        guard let fee, let more = other.fee else { return false }
        return fee.units <= more.units - (more.units + 9) / 10
    }
}

extension [any AccountReader] {
    /// Surveys all accounts concurrently: most of the time is spent waiting for the network.
    func surveys() async throws -> [AccountSurvey] {
        if count == 1 { return [try await self[0].survey(progress: nil)] }
        return try await withThrowingTaskGroup(of: (Int, AccountSurvey).self) { group in
            for (place, account) in enumerated() {
                group.addTask { (place, try await account.survey(progress: nil)) }
            }
            var surveys = [AccountSurvey?](repeating: nil, count: count)
            for try await (place, survey) in group { surveys[place] = survey }
            return surveys.compactMap(\.self)
        }
    }
}

/// An account whose network reads have a time limit.
private struct TimedAccount: AccountReader {
    let account: any AccountReader
    let time: Duration

    var name: AccountName { account.name }
    var path: DerivationPath { account.path }

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        try await timed { account in try await account.survey(progress: progress) }
    }

    func receiveAddress(progress: ProgressReport?) async throws(ServiceError) -> OwnAddress {
        try await timed { account in try await account.receiveAddress(progress: progress) }
    }

    private func timed<Value: Sendable>(
        _ read: @escaping @Sendable (any AccountReader) async throws -> Value
    ) async throws(ServiceError) -> Value {
        var budget = ReadBudget(time)
        do {
            return try await budget.run { [account] in try await read(account) }
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(
                .networkUnreachable, "The network could not be read: \(error).", hint: "Nothing was sent.")
        }
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await account.proofs(of: utxos)
    }

    func isProved(_ utxo: OwnedUTXO, by transaction: [UInt8]) -> Bool { account.isProved(utxo, by: transaction) }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? { try account.address(at: path) }
}

extension ServiceError {
    /// Reported if a person wants to pay everything but has no money.
    static let nothingToPay = ServiceError(
        .insufficientFunds, "Nothing can be spent now, or it is less than the fee.",
        hint: "Nothing was sent.".adding(Remedy.balance(of: nil).text { "\($0) shows how much you have." }))
}

extension CoinDescriptor {
    /// The current fee per 1,000 bytes for a choice, within the coin's limits. Asks the network unless the person chose
    /// a rate.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` if the network asks for more than is ever paid (S16).
    func feePerKB(_ choice: FeeChoice?, on chain: any ChainReader) async throws(ServiceError) -> Amount {
        let fees = try requiredAddressLedger().feePerKB
        switch choice {
        case .rate(let rate):
            if let complaint = choice?.complaint(for: self) {
                throw ServiceError(.refusedByPolicy, complaint + ".", hint: "Nothing was sent.")
            }
            return rate
        case .level, nil:
            var level = FeeLevel.normal
            if case .level(let chosen)? = choice { level = chosen }
            let rate = try await chain.feePerKB(for: level) ?? fees.usual(level)
            try checkRate(rate)
            return max(rate, fees.min)
        }
    }
}

/// The time limit for reading from networks before the person is asked (S13).
struct ReadBudget {
    private var remaining: Duration
    private let clock = ContinuousClock()

    /// - Parameter time: the limit for everything that is run, in total.
    init(_ time: Duration) {
        remaining = time
    }

    /// Runs `body` within the remaining time. `body` must end soon after it is cancelled.
    mutating func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let start = clock.now
        let limit = remaining
        defer { remaining = max(.zero, limit - (clock.now - start)) }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ServiceError(
                    .networkUnreachable, "The network did not answer in time.", hint: "Nothing was sent.")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
