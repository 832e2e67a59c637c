/// The replacement of a payment, if the person agrees.
struct BumpProposal: Sendable {
    /// The payment to replace.
    let first: JournalEntry
    /// What that payment spends and pays, verified.
    let sent: SentPayment
    /// The new payment.
    let payment: PaymentIntent
    let coin: CoinDescriptor
    let network: ConfiguredNetwork
    /// How its fee was determined.
    let basis: RaisedFee.Basis

    var text: BumpText { BumpText(first: first, sent: sent, payment: payment, coin: coin, basis: basis) }

    /// The journal's record of it. It is never the same link as another one, and no app waits for its answer.
    var request: JournalRequest {
        let asked = first.request
        return JournalRequest(
            action: .payment, scheme: asked.scheme, fingerprint: "bump \(first.id) \(asked.fingerprint)",
            chain: asked.chain, sender: asked.sender, recipient: asked.recipient, amount: asked.amount,
            bumps: first.id)
    }
}

extension FeeBump {
    /// Reads what is needed within the time limit (S13), and checks that the payment can be replaced.
    func proposal(for id: Int64, _ choice: FeeChoice?) async throws -> BumpProposal {
        let first = try rules.replaceable(id)
        guard let coin = routes.coin(first.request.chain.coin), coin.accountChain == nil else {
            throw BumpRules.refusal("The coin “\(first.request.chain.coin)” no longer has a descriptor.")
        }
        let network = try services.networks.network(of: coin)
        guard network.id == first.request.chain else {
            throw ServiceError(
                .noNetwork, "Payment #\(id) was sent on a different \(coin.title) network from the one in config.yaml.",
                hint: "Nothing was sent.")
        }
        guard network.wallet == nil else { throw rules.paidByNode(first) }
        try services.keyring.checkReady()
        let accounts = try services.keyring.accounts(of: coin, on: network)
        var budget = ReadBudget(services.readTime)
        let rate = try await budget.run { try await coin.feePerKB(choice ?? .level(.fast), on: network.chain) }
        let sent = try await sentPayment(first, accounts, &budget)
        try await check(first, sent, on: network.chain, &budget)
        let amount = first.amount ?? .zero
        let tried = try services.journal.rivalEntries(of: first).compactMap(\.fee)
        let raised = try RaisedFee(sent: sent, amount: amount, coin: coin, tried: Set(tried)).raised(choice, at: rate)
        let payment = PaymentIntent(
            chain: network.id, inputs: sent.inputs, recipient: first.request.recipient ?? "", amount: amount,
            change: raised.change)
        guard let fee = payment.fee, fee <= payment.highestFee(of: coin) else {
            throw ServiceError(
                .refusedByCheck, "The higher fee would exceed the highest that is ever paid.",
                hint: "Nothing was signed.")
        }
        let unsettled = await services.unsettledPayments(of: coin, on: network.id, &budget)
        try PolicyCheck(services: services, unsettled: unsettled).check(payment, raising: sent.fee, of: coin)
        return BumpProposal(
            first: first, sent: sent, payment: payment, coin: coin, network: network, basis: raised.basis)
    }

    private var rules: BumpRules {
        BumpRules(journal: services.journal) { [routes] in routes.coin($0)?.hasLock == true }
    }

    /// Finds the payment in the account that made it.
    private func sentPayment(
        _ first: JournalEntry, _ accounts: [any AccountReader], _ budget: inout ReadBudget
    ) async throws -> SentPayment {
        guard let transaction = first.transaction, let recipient = first.request.recipient, let amount = first.amount
        else { throw BumpRules.refusal("The journal does not say what payment #\(first.id) paid.") }
        for account in accounts {
            let found = try await budget.run { () -> SentPayment? in
                // Without a survey, neither the account nor its node knows its addresses.
                _ = try await account.survey(progress: nil)
                return try await account.sentPayment(transaction, to: recipient, amount: amount)
            }
            guard let found else { continue }
            guard found.inputs.map(\.outpoint) == first.inputs else {
                throw ServiceError(
                    .refusedByCheck, "The payment does not spend what the journal recorded.",
                    hint: "Nothing was signed.")
            }
            guard found.isReplaceable else { throw BumpRules.notSignalled(first) }
            return found
        }
        throw BumpRules.refusal("None of this wallet's accounts made payment #\(first.id).")
    }

    /// Throws unless the network still has the payment unconfirmed, with its change unspent.
    private func check(
        _ first: JournalEntry, _ sent: SentPayment, on chain: any Chain, _ budget: inout ReadBudget
    ) async throws {
        guard let id = first.transaction?.id else { throw rules.paidByNode(first) }
        let inputs = first.inputs
        let rivals = try services.journal.rivals(of: first)
        switch try await budget.run({ try await chain.state(of: id, spending: inputs, besides: rivals) }) {
        case .waiting(isLocked: false): break
        case .waiting(isLocked: true):
            throw BumpRules.refusal("Payment #\(first.id) is locked and cannot be replaced.")
        case .confirmed: throw BumpRules.refusal("Payment #\(first.id) is already confirmed.")
        case .replaced(let other):
            throw BumpRules.refusal("Another transaction replaced payment #\(first.id): \(other.hex).")
        case .firstWaits(let other):
            throw BumpRules.refusal(
                "The network still has the payment whose fee #\(first.id) raises, but not #\(first.id) itself: \(other.hex).",
                hint: "Run “router resume” to send #\(first.id) again.")
        case nil:
            throw BumpRules.refusal("The network has payment #\(first.id) but does not say whether it is confirmed.")
        case .gone, .unclear:
            throw BumpRules.refusal(
                "The network does not have payment #\(first.id).", hint: "Run “router resume” to send it again.")
        }
        guard let change = sent.changeOutpoint else { return }
        let states = try await budget.run { try await chain.states(of: [change]) }
        switch states[change] {
        case .unspent, nil: break
        case .spent, .spentByWaiting:
            throw BumpRules.refusal(
                "The change of payment #\(first.id) has already been spent, by a payment that would be lost.")
        }
    }
}
