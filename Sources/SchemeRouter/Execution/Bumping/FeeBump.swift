/// Raises the fee of an unconfirmed payment: signs the same payment again with a higher fee, paid from its own change,
/// as a replacement (BIP125). Both spend the same outputs, so at most one of them is confirmed.
///
/// The person agrees and types the passcode as for any payment; the journal has the new payment before it is sent (S6).
/// The requesting app is not notified: it has the txid of the first payment, and no answer is repeated without being
/// asked for.
public struct FeeBump: Sendable {
    let services: Services
    let routes: RouteTable

    /// Creates a bump with its external services.
    public init(services: Services, routes: RouteTable) {
        self.services = services
        self.routes = routes
    }

    /// How it ended.
    public struct Result: Sendable {
        /// Paid, refused, failed or unknown.
        public let outcome: Outcome
        /// The entry of the new payment; nil if there is none.
        public internal(set) var entry: Int64?
        /// The payment that it replaces; nil if none can be replaced.
        public internal(set) var replaced: TransactionID?
        /// Who confirmed that the network has the new payment.
        public internal(set) var acceptance: Acceptance?
    }

    /// What is known while it is carried out, even if an error stops it.
    private struct Attempt {
        var entry: Int64?
        var replaced: TransactionID?
        var acceptance: Acceptance?
        /// Whether the journal failed to record that it was sent: the next start will find out.
        var isUnrecorded = false
    }

    /// Asks the person, signs, records and sends.
    /// - Parameters:
    ///   - entry: the number of the payment in the journal.
    ///   - fee: nil for ``FeeLevel/fast``.
    public func run(_ entry: Int64, fee: FeeChoice? = nil) async -> Result {
        var attempt = Attempt()
        let outcome: Outcome
        do {
            guard let pass = try services.gate.enter() else {
                throw ServiceError(
                    .busy, "A link is waiting for an answer.", hint: "Answer it first, then try again.")
            }
            defer { withExtendedLifetime(pass) {} }
            outcome = try await carryOut(try await proposal(for: entry, fee), &attempt)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        if let entry = attempt.entry, !attempt.isUnrecorded {
            // If the journal fails here, nothing can be done about it: the outcome is still reported.
            try? services.journal.note(.ended(outcome.journalEnd), of: entry, at: services.now())
        }
        return Result(
            outcome: outcome, entry: attempt.entry, replaced: attempt.replaced, acceptance: attempt.acceptance)
    }

    /// The pages the person would be asked to agree to, without asking or recording anything.
    public func preview(_ entry: Int64, fee: FeeChoice? = nil) async throws -> [String] {
        try await proposal(for: entry, fee).text.dialogue(columns: services.prompt.columns).pages
    }

    private func carryOut(_ proposal: BumpProposal, _ attempt: inout Attempt) async throws -> Outcome {
        let payment = proposal.payment
        attempt.replaced = proposal.first.transaction?.id
        let keyring = try await agree(to: proposal.text)
        let entry = try services.journal.begin(proposal.request, at: services.now())
        attempt.entry = entry
        try services.journal.note(.approved(.payment(payment)), of: entry, at: services.now())
        let signed = try keyring.sign(
            payment, approved: IntentDigest(.payment(payment)), coin: proposal.coin, previous: proposal.sent.previous)
        do throws(ServiceError) {
            try services.journal.note(
                .signed(signed, inputs: payment.inputs.map(\.outpoint)), of: entry, at: services.now())
        } catch {
            // The journal may have recorded it, and then the next start sends it.
            guard error.code == .answerUnknown else { throw error }
            return .unknown(signed, error)
        }
        do throws(ServiceError) {
            attempt.acceptance = try await proposal.network.chain.broadcast(signed)
        } catch {
            guard !error.meansNotSent else { throw Self.notTaken(error) }
            return .unknown(signed, error)
        }
        attempt.isUnrecorded = (try? services.journal.note(.sent, of: entry, at: services.now())) == nil
        return .paid(signed, payment, callback: .none(BumpText.silence))
    }

    private static func notTaken(_ error: ServiceError) -> ServiceError {
        ServiceError(
            error.code, error.message,
            hint:
                "The first payment stays as it is. Perhaps it is in a block now, or nodes here let no payment be replaced "
                + "(“-mempoolreplacement”).")
    }

    private func agree(to text: BumpText) async throws -> any UnlockedKeyring {
        let dialogue = try text.dialogue(columns: services.prompt.columns)
        var tries = PasscodeTries()
        while true {
            let passcode = try await services.prompt.passcode(dialogue, mistake: tries.mistake)
            do throws(ServiceError) {
                return try await services.keyring.unlock(with: passcode)
            } catch {
                try tries.count(error, of: services.keyring)
            }
        }
    }
}

/// The replacement of a payment, if the person agrees.
struct BumpProposal: Sendable {
    /// The payment to replace.
    let first: JournalEntry
    /// What that payment spends and pays, verified.
    let sent: SentPayment
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
            bumps: first.id, opener: .typed)
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
                hint: Remedy.resume.text { "Run \($0) to send #\(first.id) again." })
        case nil:
            throw BumpRules.refusal("The network has payment #\(first.id) but does not say whether it is confirmed.")
        case .gone, .unclear:
            throw BumpRules.refusal(
                "The network does not have payment #\(first.id).",
                hint: Remedy.resume.text { "Run \($0) to send it again." })
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

/// Rules for following payments that others replace: with a higher fee, or after they were given up.
extension Resumption {
    /// What to report if the network has `other` instead of `entry`. Nil if `other` is the payment with a higher fee
    /// that the person sent.
    func replaced(_ entry: JournalEntry, by other: TransactionID) throws(ServiceError) -> Resumed? {
        let bumps = try services.journal.allBumps(of: entry.id)
        return bumps.contains { $0.transaction?.id == other } ? nil : Resumed(entry: entry, state: .replaced(by: other))
    }

    /// The payment that was given up, if the network has it instead of `entry`: somebody kept it and sent it. Nil if the
    /// same transaction was sent under another number: then that is the one that the network has.
    func givenUp(_ other: TransactionID, insteadOf entry: JournalEntry) throws(ServiceError) -> JournalEntry? {
        let others = try services.journal.payments(with: entry.inputs).filter {
            $0.transaction?.id == other && $0.request.chain == entry.request.chain
        }
        return others.contains(where: \.wasTaken) ? nil : others.first(where: \.isGivenUp)
    }

    /// Whether a replacement with a higher fee was or may have been sent: then `entry` is never sent again.
    func hasBump(_ entry: JournalEntry) throws(ServiceError) -> Bool {
        try services.journal.allBumps(of: entry.id).contains(where: \.mayBeOut)
    }

    /// Our entry with that transaction, among those that spend the same outputs as `entry`; nil if there is none.
    func rival(_ other: TransactionID, of entry: JournalEntry) throws(ServiceError) -> JournalEntry? {
        try services.journal.rivalEntries(of: entry).first { $0.transaction?.id == other }
    }
}
