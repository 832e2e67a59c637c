/// A network's current report about a payment that it accepted.
public enum PaymentState: Sendable, Hashable {
    /// It is unconfirmed. `isLocked`: no other transaction can spend its inputs any more.
    case waiting(isLocked: Bool)
    /// It has this many confirmations, 1 or more. `isLocked`: these blocks cannot be replaced any more.
    case confirmed(Int, isLocked: Bool)
    /// Another transaction spends some of its inputs, so at most one of the two can be confirmed.
    case replaced(by: TransactionID)
    /// The network has an unconfirmed payment whose fee this one raises, but not this one. If sent again, this one can
    /// still replace it.
    case firstWaits(TransactionID)
    /// The network does not have it, and all its inputs are unspent.
    case gone
    /// The network does not show it, and does not report or know what spent its inputs: it may have the payment all the
    /// same.
    case unclear

    /// The state of a transaction that the network has; nil if it does not have it.
    init?(_ state: TransactionState) {
        switch state {
        case .waiting(let isLocked): self = .waiting(isLocked: isLocked)
        case .confirmed(let count, let isLocked): self = .confirmed(count, isLocked: isLocked)
        case .unknown: return nil
        }
    }

    /// Whether the network reports that it does not have it.
    var isOpen: Bool {
        switch self {
        case .waiting, .confirmed: false
        case .replaced, .firstWaits, .gone, .unclear: true
        }
    }

    /// Whether it can no longer change.
    /// - Parameter confirmations: how many make a payment final (``ChainReader/finalConfirmations``).
    func isFinal(after confirmations: Int) -> Bool {
        switch self {
        case .confirmed(let count, let isLocked): isLocked || count >= confirmations
        case .waiting(let isLocked): isLocked
        case .replaced, .firstWaits, .gone, .unclear: false
        }
    }
}

/// Payments that spend the same outputs, because each raises the fee of another: at most one of them all is confirmed.
public struct CompetingPayments: Sendable, Hashable {
    /// Those signed before it.
    public let earlier: [TransactionID]
    /// Those signed after it.
    public let later: [TransactionID]

    /// Creates a list of them; by default there are none.
    public init(earlier: [TransactionID] = [], later: [TransactionID] = []) {
        self.earlier = earlier
        self.later = later
    }
}

extension ChainReader {
    /// The network's report about a payment that spends `inputs`; nil if the network has the payment but does not say
    /// for how long. Throws the errors of the requests to the network.
    ///
    /// An unconfirmed earlier rival has not replaced the payment: the payment is meant to replace it.
    /// - Parameters:
    ///   - payment: the payment.
    ///   - inputs: the outputs that it spends.
    ///   - rivals: the person's own payments that spend the same outputs, with other fees.
    public func state(
        of payment: TransactionID, spending inputs: [Outpoint], besides rivals: CompetingPayments = CompetingPayments()
    ) async throws(ServiceError) -> PaymentState? {
        if let known = PaymentState(try await state(of: payment)) { return known }
        let states = inputs.isEmpty ? [:] : try await states(of: inputs)
        switch UndecidedPayment.finding(inputs.map { states[$0] }, payment) {
        case .known: return nil
        case .replaced(let other):
            let waits = rivals.earlier.contains(other) && states.values.contains(.spentByWaiting(other))
            return waits ? .firstWaits(other) : .replaced(by: other)
        case .free: return try await state(among: rivals) ?? .gone
        case .unclear: return try await state(among: rivals) ?? .unclear
        }
    }

    /// Whether more than one server has a transaction (``agrees(on:_:)``).
    func agreesOnHaving(_ id: TransactionID) async throws(ServiceError) -> Bool {
        try await agrees(on: id) { $0 != .unknown }
    }

    /// Whether more than one server reports that a transaction is final (``agrees(on:_:)``).
    func agreesOnEnd(of id: TransactionID) async throws(ServiceError) -> Bool {
        let count = finalConfirmations
        return try await agrees(on: id) { PaymentState($0)?.isFinal(after: count) ?? false }
    }

    /// Not every network reports what spends an output. If it has one of the rivals, that one does.
    private func state(among rivals: CompetingPayments) async throws(ServiceError) -> PaymentState? {
        for later in rivals.later where try await state(of: later) != .unknown { return .replaced(by: later) }
        for earlier in rivals.earlier {
            switch try await state(of: earlier) {
            case .unknown: continue
            case .waiting(isLocked: false): return .firstWaits(earlier)
            case .waiting(isLocked: true), .confirmed: return .replaced(by: earlier)
            }
        }
        return nil
    }
}

/// Asks networks about payments that they accepted. One that did not answer is not asked again, and each network has
/// its own time limit (S13).
struct PaymentQuestions {
    let services: Services
    let routes: RouteTable
    private var silent: Set<ChainID> = []
    private var budgets: [ChainID: ReadBudget] = [:]

    init(_ resumption: Resumption) {
        (services, routes) = (resumption.services, resumption.routes)
    }

    /// The network that accepted a payment from addresses; nil if it is no longer the coin's network, or did not
    /// answer.
    func chain(of entry: JournalEntry) -> (any Chain)? {
        guard !silent.contains(entry.request.chain), let coin = routes.coin(entry.request.chain.coin),
            coin.accountChain == nil, let network = try? services.networks.network(of: coin),
            network.id == entry.request.chain
        else { return nil }
        return network.chain
    }

    /// The answer of the payment's network to one question; nil if it does not answer.
    mutating func ask<Answer: Sendable>(
        about entry: JournalEntry, _ question: @escaping @Sendable (any Chain) async throws -> Answer?
    ) async -> Answer? {
        guard let chain = chain(of: entry) else { return nil }
        let id = entry.request.chain
        var budget = budgets[id] ?? ReadBudget(services.readTime)
        defer { budgets[id] = budget }
        do {
            return try await budget.run { try await question(chain) }
        } catch {
            silent.insert(id)
            return nil
        }
    }

    /// The state of the payment on its network; nil if unknown.
    mutating func state(of entry: JournalEntry) async -> PaymentState? {
        guard let payment = entry.transaction?.id else { return nil }
        let rivals = (try? services.journal.rivals(of: entry)) ?? CompetingPayments()
        return await ask(about: entry) { try await $0.state(of: payment, spending: entry.inputs, besides: rivals) }
    }

    /// Whether more than one server has a transaction.
    mutating func isThere(_ id: TransactionID, of entry: JournalEntry) async -> Bool {
        await ask(about: entry) { try await $0.agreesOnHaving(id) } ?? false
    }

    /// Whether more than one server reports that a transaction is final (``ChainReader/agrees(on:_:)``).
    mutating func isFinal(_ id: TransactionID, of entry: JournalEntry) async -> Bool {
        await ask(about: entry) { chain in
            try await chain.agreesOnEnd(of: id)
        } ?? false
    }
}

extension Services {
    /// The payments on a coin's network that look older than a day by the clock, but that the network does not call final:
    /// the clock may have been behind when they were made. Only a limit for a day needs them, so without one nothing is
    /// asked.
    ///
    /// The newest are asked about, up to the first that is final: those before it are at least as old.
    func unsettledPayments(of coin: CoinDescriptor, on chain: ChainID, _ budget: inout ReadBudget) async
        -> [JournalEntry]
    {
        let start = now() - PolicyCheck.day
        guard settings.policy.limits[coin.id]?.day != nil, let followed = try? journal.followedPayments(),
            case let old = followed.filter({ $0.request.chain == chain && $0.changed < start }), !old.isEmpty,
            let network = try? networks.network(of: coin), network.id == chain
        else { return [] }
        var unsettled: [JournalEntry] = []
        for entry in old.reversed() {
            guard let id = entry.transaction?.id, let rivals = try? journal.rivals(of: entry) else { continue }
            let state = try? await budget.run {
                try await network.chain.state(of: id, spending: entry.inputs, besides: rivals)
            }
            guard let state, !state.isFinal(after: network.chain.finalConfirmations) else { break }
            unsettled.append(entry)
        }
        return unsettled
    }
}

extension Resumption {
    /// Asks the networks about the payments that they accepted among these entries, and about what replaced those that were
    /// replaced for good, without changing anything.
    /// - Returns: the known states, by entry number.
    public func states(of entries: [JournalEntry]) async -> [Int64: PaymentState] {
        var questions = PaymentQuestions(self)
        var states: [Int64: PaymentState] = [:]
        for entry in entries where entry.wasTaken && entry.settlement == nil {
            states[entry.id] = await questions.state(of: entry)
        }
        // The journal keeps no id of what took the money of a payment for good.
        for entry in entries where entry.settlement == .replaced {
            if let own = try? services.journal.replacement(of: entry)?.transactionID {
                states[entry.id] = .replaced(by: own)
            } else if case .replaced(let other)? = await questions.state(of: entry) {
                states[entry.id] = .replaced(by: other)
            }
        }
        return states
    }
}

extension JournalEntry {
    /// Whether a network accepted this payment.
    public var wasTaken: Bool {
        switch progress {
        case .sent, .calling, .calledBack: request.action == .payment && transaction != nil
        case .seen, .approved, .signed: false
        }
    }
}
