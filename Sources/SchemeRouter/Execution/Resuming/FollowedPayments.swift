/// Looks whether the network keeps the payments that it took. Until blocks confirm a payment, servers may forget it, or one
/// of them only said that it had it; then the same bytes are sent again, and never others (S6, S16).
extension Resumption {
    /// How many blocks make a payment final.
    private static let finalConfirmations = 6

    /// Checks each payment that is followed, oldest first. Only reads, unless it may send.
    /// - Parameters:
    ///   - coin: the only coin whose payments are checked; nil for all.
    ///   - known: the only payments to check, where newer ones are too young for that; nil for all.
    ///   - sends: whether a payment that the network has forgotten is sent again.
    /// - Returns: what is worth telling.
    func follow(
        _ coin: CoinID? = nil, among known: Set<Int64>? = nil, sends: Bool
    ) async throws(ServiceError) -> [Resumed] {
        var told: [Resumed] = []
        var silent: Set<ChainID> = []
        var budgets: [ChainID: ReadBudget] = [:]
        for entry in try services.journal.followedPayments() {
            let chain = entry.request.chain
            guard coin == nil || chain.coin == coin, known?.contains(entry.id) != false else { continue }
            guard services.now() - entry.changed <= JournalEntry.longestFollowed else {
                try note(.settled(.unwatched), of: entry)
                told.append(Resumed(entry: entry, state: .unwatched))
                continue
            }
            guard !silent.contains(chain), let transaction = entry.transaction, let coin = routes.coin(chain.coin),
                coin.accountChain == nil, let network = try? services.networks.network(of: coin), network.id == chain
            else { continue }
            // What one network takes of the time is not another one's.
            var budget = budgets[chain] ?? ReadBudget(services.readTime)
            defer { budgets[chain] = budget }
            let state: TransactionState
            do {
                state = try await budget.run { try await network.chain.state(of: transaction.id) }
            } catch {
                silent.insert(chain)
                continue
            }
            switch state {
            case .confirmed(let count, let isLocked) where isLocked || count >= Self.finalConfirmations:
                try note(.settled(.final), of: entry)
            case .waiting(isLocked: true): try note(.settled(.final), of: entry)
            case .confirmed, .waiting: break
            case .unknown:
                told.append(Resumed(entry: entry, state: await sentAgain(transaction, on: network.chain, sends)))
            }
        }
        return told
    }

    private func sentAgain(
        _ transaction: SignedTransaction, on chain: any Chain, _ sends: Bool
    ) async -> Resumed.State {
        guard sends else {
            return .forgotten(
                ServiceError(
                    .answerUnknown, "The network no longer knows the payment.",
                    hint: "Do not pay again: “router resume” sends the same payment once more."))
        }
        do throws(ServiceError) {
            try await chain.broadcast(transaction)
            return .sentAgain
        } catch {
            return .forgotten(
                ServiceError(
                    error.code, error.message,
                    hint: "Do not pay again before you know why: “router resume” tries once more."))
        }
    }
}
