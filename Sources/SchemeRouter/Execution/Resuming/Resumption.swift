/// Finishes what an earlier start of the program left undone (S6) because of a crash, a lost answer or an unreachable
/// network.
///
/// Nothing is signed here, and the person agrees to nothing new. An approval without a signature is void: it ends with
/// its process. Signed transactions are sent exactly as recorded, or given up by the person. A program that is waiting
/// for the answer to a payment receives it; one that is waiting for an address or for keys never does.
///
/// ``LinkExecution`` does this automatically for the coin of a link before it carries the link out. Programs that embed
/// the engine call ``run(for:asks:)`` when they start, or for the coins of ``LinkExecution/coinsLeft()``.
public struct Resumption: Sendable {
    let services: Services
    let router: Router

    var routes: RouteTable { router.routes }

    /// Creates a resumption with its external services.
    /// - Parameters:
    ///   - services: the external services.
    ///   - router: the coins whose payments are finished, and the plugins that write the owed replies. Schemes of its
    ///     descriptors get no answer (S4).
    public init(services: Services, router: Router) {
        self.services = services
        self.router = router
    }

    /// Finishes all unfinished entries, oldest first.
    /// - Parameters:
    ///   - coin: the only coin whose payments are finished; nil for all.
    ///   - asks: whether the person is asked what only they can decide. Otherwise that stays undecided.
    /// - Returns: the result for each unfinished entry of the journal.
    ///
    /// Throws ``ServiceError/Code/busy`` while a link is being answered, and the errors of the journal.
    public func run(for coin: CoinID? = nil, asks: Bool = true) async throws(ServiceError) -> [Resumed] {
        guard let pass = try services.gate.enter() else {
            throw ServiceError(.busy, "A link is waiting for an answer.", hint: "Answer it first, then try again.")
        }
        defer { withExtendedLifetime(pass) {} }
        let followed = Set(try services.journal.followedPayments().map(\.id))
        var resumed: [Resumed] = []
        for entry in try services.journal.unfinished() where coin == nil || entry.request.chain.coin == coin {
            // A network that does not answer must not use up the time of another one.
            var budget = ReadBudget(services.readTime)
            resumed.append(try await finish(entry, asks: asks, &budget))
        }
        return resumed + (try await follow(coin, among: followed, sends: asks))
    }

    /// Finishes one entry. The caller must hold the gate.
    func finish(_ entry: JournalEntry, asks: Bool, _ budget: inout ReadBudget) async throws(ServiceError) -> Resumed {
        switch entry.progress {
        case .seen, .approved:
            try note(.ended(.interrupted), of: entry)
            return Resumed(entry: entry, state: .interrupted)
        case .signed:
            switch try await decide(entry, asks: asks, &budget) {
            case .sent(let acceptance):
                return Resumed(entry: entry, state: try await reply(to: entry, asks: asks), acceptance: acceptance)
            case .made: return Resumed(entry: entry, state: .finished(try closeWithoutAnswer(entry)))
            case .dropped: return Resumed(entry: entry, state: .dropped)
            case .replaced(let other): return Resumed(entry: entry, state: .replaced(by: other))
            case .open(let reason): return Resumed(entry: entry, state: .undecided(reason))
            }
        case .sent, .calling:
            return Resumed(entry: entry, state: try await reply(to: entry, asks: asks))
        case .calledBack:
            try note(.ended(.done), of: entry)
            return Resumed(entry: entry, state: .finished(.none("The requesting app was already notified.")))
        }
    }

    /// Finds out whether the network has a signed payment, and records it.
    func decide(
        _ entry: JournalEntry, asks: Bool, _ budget: inout ReadBudget
    ) async throws(ServiceError) -> Decision {
        guard let transaction = entry.transaction, let coin = routes.coin(entry.request.chain.coin) else {
            return .open(
                ServiceError(
                    .noNetwork, "The coin “\(entry.request.chain.coin)” no longer has a descriptor.",
                    hint: Remedy.resume.text(
                        { "Restore its descriptor, then finish the payment with \($0)." },
                        or: "Restore its descriptor, then finish the payment.")))
        }
        let isYoung = try isYoung(entry)
        let decision: Decision
        do throws(ServiceError) {
            let words = ResumptionText(
                entry: entry, coin: coin, now: services.now(), columns: services.prompt.columns)
            let prompt = asks ? services.prompt : nil
            if coin.accountChain == nil {
                let network = try services.networks.network(of: coin)
                try check(network.id, of: entry, coin)
                decision = await UndecidedPayment(
                    transaction: transaction, inputs: entry.inputs, rivals: try services.journal.rivals(of: entry),
                    isSigned: entry.nodeSignature != .asked, chain: network.chain, prompt: prompt, words: words
                ).decide(isYoung: isYoung, &budget)
                switch decision {
                case .dropped, .replaced: await network.wallet?.release(entry.inputs)
                case .sent, .made, .open: break
                }
            } else {
                let network = try services.networks.accountNetwork(of: coin)
                try check(network.id, of: entry, coin)
                decision = await UndecidedTransaction(
                    transaction: transaction, chain: network.chain, prompt: prompt, words: words, now: services.now()
                ).decide(isYoung: isYoung, &budget)
            }
        } catch {
            return .open(error)
        }
        switch decision {
        case .sent: try note(.sent, of: entry)
        case .made:
            try note(.sent, of: entry)
            // There are no bytes to look for or to send again.
            try note(.settled(.unwatched), of: entry)
        case .dropped: try note(.ended(.dropped), of: entry)
        case .replaced(let other):
            try note(.ended(.dropped), of: entry)
            var questions = PaymentQuestions(self)
            // Until that one is final, this payment is treated as given up.
            if let dropped = try services.journal.entry(entry.id), dropped.allows(.settled(.replaced)),
                await questions.isFinal(other, of: entry)
            {
                try note(.settled(.replaced), of: entry)
            }
        // The error is about this attempt – that nothing was sent – which is not true of the payment.
        case .open(let reason):
            return .open(ServiceError(reason.code, reason.message, hint: UndecidedPayment.left.hint))
        }
        return decision
    }

    /// Closes the entry of a payment that was made by a transaction which is not known here.
    func closeWithoutAnswer(_ entry: JournalEntry) throws(ServiceError) -> CallbackDelivery {
        try note(.ended(.done), of: entry)
        return .none(
            entry.request.reply == nil
                ? "No program is waiting for an answer."
                : "The requesting app was not notified, because the signed transaction is not known here.")
    }

    /// Whether a payment was signed less than ten minutes ago: then it is what the person just agreed to, and is sent
    /// without another question.
    ///
    /// If the clock was set back, an old payment could look recent. Entries in the future reveal that; then nothing
    /// counts as recent.
    private func isYoung(_ entry: JournalEntry) throws(ServiceError) -> Bool {
        let now = services.now()
        guard now - entry.changed < 600 else { return false }
        return try services.journal.entries(changedSince: now + 1).isEmpty
    }

    private func check(_ chain: ChainID, of entry: JournalEntry, _ coin: CoinDescriptor) throws(ServiceError) {
        guard chain == entry.request.chain else {
            throw ServiceError(
                .noNetwork, "The payment was signed for a different \(coin.title) network from the one in config.yaml.",
                hint: "Put that network back into config.yaml to finish the payment.")
        }
    }

    func note(_ step: JournalStep, of entry: JournalEntry) throws(ServiceError) {
        try services.journal.note(step, of: entry.id, at: services.now())
    }
}

/// The decision about a signed payment, after asking the network and perhaps the person.
enum Decision: Sendable {
    /// The network has it, with this confirmation; nil if it was not sent now.
    case sent(Acceptance?)
    /// The person found out that a node's wallet made it, by a transaction that is not known here.
    case made
    /// The network does not have it, and the person gave it up.
    case dropped
    /// The network has another transaction that spends its money, and the person gave it up.
    case replaced(TransactionID)
    /// Unknown, for this reason. It stays undecided.
    case open(ServiceError)
}

/// The result of finishing something that an earlier start left undone.
public struct Resumed: Sendable {
    /// The journal entry, as it was before.
    public let entry: JournalEntry
    /// The result.
    public let state: State
    /// Who confirmed that the network has a payment that was sent now; nil for anything else.
    public internal(set) var acceptance: Acceptance?

    /// The result.
    public enum State: Sendable, Equatable {
        /// The network has the payment; the value says what happened to the answer to the requesting app.
        case finished(CallbackDelivery)
        /// The network has the payment. The requesting app waits for an answer that only the same link can give,
        /// because it says where the answer goes, or that the person must be asked about.
        case replyOwed
        /// It is still not known whether the network has the payment.
        case undecided(ServiceError)
        /// The person gave the payment up. The network does not have it, and its UTXOs can be spent again.
        case dropped
        /// It ended before a payment was signed, without effect; or while another wallet
        /// (``JournalEntry/isInterruptedHandOver``) or the requesting app was told something, with an unknown effect.
        case interrupted
        /// The network had accepted the payment and no longer showed it. The same bytes were sent again.
        case sentAgain
        /// The network had accepted the payment and does not have it now: its inputs are unspent.
        case forgotten(ServiceError)
        /// The network had accepted the payment, does not show it now, and does not report what spent its inputs.
        case unclear(ServiceError)
        /// The network has another transaction that spends the inputs of the payment, which it had accepted, or which the
        /// person therefore gave up. That one may have paid the same recipient.
        case replaced(by: TransactionID)
        /// The network has a payment with a higher fee that had been given up: somebody kept it and sent it after all.
        case sentAfterAll
        /// The network accepted the payment long ago and does not show it now, and the person decided that it is no longer
        /// followed.
        case unwatched

        /// The result of sending the answer to the requesting app; nil if there was none.
        public var callback: CallbackDelivery? {
            if case .finished(let callback) = self { return callback }
            return nil
        }
    }

    /// The result for people, in a few lines.
    /// - Parameter coin: the entry's coin; nil if no descriptor names it any more.
    public func text(_ coin: CoinDescriptor?) -> [String] {
        let words = coin.map {
            ResumptionText(entry: entry, coin: $0, now: entry.changed, acceptance: acceptance)
        }
        if let summary = words?.summary(state) { return summary.map(\.text) }
        return switch state {
        case .finished: ["It was completed and the requesting app was notified; only the end was not recorded."]
        case .replyOwed:
            [
                "The requesting app is still waiting for the answer; it will be sent once the coin has a descriptor again."
            ]
        case .sentAgain: ["The network no longer showed this payment, so it was sent again."]
        case .replaced(let other):
            ["What spends the money of this payment may have paid the same recipient: \(other.hex)."]
        case .sentAfterAll: ["This payment had been given up, but the network reports that it has it."]
        case .unwatched: ["This payment is no longer checked, as you decided."]
        case .undecided(let reason), .forgotten(let reason), .unclear(let reason):
            [reason.message] + [reason.hint].compactMap(\.self)
        case .dropped: ["You dropped it; the network does not have it."]
        case .interrupted where entry.isInterruptedHandOver: ResumptionText.handOver(of: entry, []).map(\.text)
        case .interrupted where entry.progress == .approved && !entry.request.action.isTransaction:
            [
                "It was interrupted after you agreed to it. It is not known whether the requesting app received its answer."
            ]
        case .interrupted:
            ["It ended before anything was signed, so nothing was sent. Open its link again if you still want it."]
        }
    }
}
