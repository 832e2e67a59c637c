/// What a network says now of a payment that it took.
public enum PaymentState: Sendable, Hashable {
    /// It waits for a block. `isLocked`: no other transaction can spend its money any more.
    case waiting(isLocked: Bool)
    /// So many blocks confirm it, 1 or more. `isLocked`: these blocks cannot be replaced any more.
    case confirmed(Int, isLocked: Bool)
    /// Another transaction spends some of its money, so at most one of the two can be confirmed.
    case replaced(by: TransactionID)
    /// The network does not have it, and everything it spends is unspent there.
    case gone
    /// The network does not show it, and does not say who spent its money, or does not know that: it may have it all the same.
    case unclear

    /// How many blocks make a payment final.
    private static let finalConfirmations = 6

    /// Whether nothing is going to change it.
    var isFinal: Bool {
        switch self {
        case .confirmed(let count, let isLocked): isLocked || count >= Self.finalConfirmations
        case .waiting(let isLocked): isLocked
        case .replaced, .gone, .unclear: false
        }
    }
}

extension ChainReader {
    /// What the network says of a payment that spends `inputs`; nil where it has the payment and does not say since when.
    /// Throws what the questions to the network throw.
    public func state(
        of payment: TransactionID, spending inputs: [Outpoint]
    ) async throws(ServiceError) -> PaymentState? {
        switch try await state(of: payment) {
        case .waiting(let isLocked): return .waiting(isLocked: isLocked)
        case .confirmed(let count, let isLocked): return .confirmed(count, isLocked: isLocked)
        case .unknown: break
        }
        let states = inputs.isEmpty ? [:] : try await states(of: inputs)
        switch UndecidedPayment.finding(inputs.map { states[$0] }, payment) {
        case .known: return nil
        case .replaced(let other): return .replaced(by: other)
        case .free: return .gone
        case .unclear: return .unclear
        }
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
        let state = await ask(about: entry) { try await $0.state(of: payment, spending: entry.inputs) }
        guard state == .gone || state == .unclear else { return state }
        // Not every network says who spends an output. Where it has another one of two payments of which one replaces the
        // other, that one does.
        for rival in (try? services.journal.rivals(of: entry)) ?? [] {
            let known = await ask(about: entry) { try await $0.state(of: rival) }
            if let known, known != .unknown { return .replaced(by: rival) }
        }
        return state
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
