/// What a network says now of a payment that it took.
public enum PaymentState: Sendable, Hashable {
    /// It waits for a block. `isLocked`: no other transaction can spend its money any more.
    case waiting(isLocked: Bool)
    /// So many blocks confirm it, 1 or more. `isLocked`: these blocks cannot be replaced any more.
    case confirmed(Int, isLocked: Bool)
    /// Another transaction spends some of its money, so at most one of the two can be confirmed.
    case replaced(by: TransactionID)
    /// The network has a payment whose fee this one raises, which waits for a block, and does not have this one. Sent again
    /// it can still take that one's place.
    case firstWaits(TransactionID)
    /// The network does not have it, and everything it spends is unspent there.
    case gone
    /// The network does not show it, and does not say who spent its money, or does not know that: it may have it all the same.
    case unclear

    /// How many blocks make a payment final.
    private static let finalConfirmations = 6

    /// What a network says of a transaction that it has; nil where it does not have it.
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

    /// Whether nothing is going to change it.
    var isFinal: Bool {
        switch self {
        case .confirmed(let count, let isLocked): isLocked || count >= Self.finalConfirmations
        case .waiting(let isLocked): isLocked
        case .replaced, .firstWaits, .gone, .unclear: false
        }
    }
}

/// The payments that spend the same as one, because each raises the fee of another: one of them all is confirmed at most.
public struct Rivals: Sendable, Hashable {
    /// Those that were signed before it.
    public let earlier: [TransactionID]
    /// Those that were signed after it.
    public let later: [TransactionID]

    /// Creates a list of them; by default there are none.
    public init(earlier: [TransactionID] = [], later: [TransactionID] = []) {
        self.earlier = earlier
        self.later = later
    }
}

extension ChainReader {
    /// What the network says of a payment that spends `inputs`; nil where it has the payment and does not say since when.
    /// Throws what the questions to the network throw.
    ///
    /// An earlier rival that still waits has not taken the payment's place: it is the one whose place the payment is to take.
    /// - Parameters:
    ///   - payment: the payment.
    ///   - inputs: what it spends.
    ///   - rivals: the person's own payments that spend the same, each with another fee.
    public func state(
        of payment: TransactionID, spending inputs: [Outpoint], besides rivals: Rivals = Rivals()
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

    /// Not every network says who spends an output. Where it has one of the rivals, that one spends it.
    private func state(among rivals: Rivals) async throws(ServiceError) -> PaymentState? {
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

/// Asks networks about payments that they took. One that did not answer is not asked again, and the time that one of them
/// takes is not another one's (S13).
struct PaymentQuestions {
    let services: Services
    let routes: RouteTable
    private var silent: Set<ChainID> = []
    private var budgets: [ChainID: ReadBudget] = [:]

    init(_ resumption: Resumption) {
        (services, routes) = (resumption.services, resumption.routes)
    }

    /// The network that took a payment at addresses; nil where that is not the coin's network any more, or did not answer.
    func chain(of entry: JournalEntry) -> (any Chain)? {
        guard !silent.contains(entry.request.chain), let coin = routes.coin(entry.request.chain.coin),
            coin.accountChain == nil, let network = try? services.networks.network(of: coin),
            network.id == entry.request.chain
        else { return nil }
        return network.chain
    }

    /// What the payment's network answers to one question; nil where it does not.
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

    /// What the payment's network says of it; nil where it says nothing.
    mutating func state(of entry: JournalEntry) async -> PaymentState? {
        guard let payment = entry.transaction?.id else { return nil }
        let rivals = (try? services.journal.rivals(of: entry)) ?? Rivals()
        return await ask(about: entry) { try await $0.state(of: payment, spending: entry.inputs, besides: rivals) }
    }

    /// Whether a transaction is final by the word of more than one (``ChainReader/agrees(on:_:)``).
    mutating func isFinal(_ id: TransactionID, of entry: JournalEntry) async -> Bool {
        await ask(about: entry) { chain in
            try await chain.agrees(on: id) { PaymentState($0)?.isFinal ?? false }
        } ?? false
    }
}

extension Resumption {
    /// Asks their networks what became of those of the entries that are payments a network took, and changes nothing.
    /// - Returns: what is known, by the entry's number.
    public func states(of entries: [JournalEntry]) async -> [Int64: PaymentState] {
        var questions = PaymentQuestions(self)
        var states: [Int64: PaymentState] = [:]
        for entry in entries where entry.wasTaken && entry.settlement == nil {
            states[entry.id] = await questions.state(of: entry)
        }
        return states
    }
}

extension JournalEntry {
    /// Whether a network took this payment.
    public var wasTaken: Bool {
        switch progress {
        case .sent, .calling, .calledBack: request.action == .payment && transaction != nil
        case .seen, .approved, .signed: false
        }
    }
}
