/// Looks whether the network keeps the payments that it took. Until blocks confirm a payment, servers may forget it, or one
/// of them only said that it had it; then the same bytes are sent again, and never others (S6, S16).
extension Resumption {
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
        var questions = PaymentQuestions(self)
        for entry in try services.journal.followedPayments() {
            let chain = entry.request.chain
            guard coin == nil || chain.coin == coin, known?.contains(entry.id) != false else { continue }
            guard services.now() - entry.changed <= JournalEntry.longestFollowed else {
                try note(.settled(.unwatched), of: entry)
                told.append(Resumed(entry: entry, state: .unwatched))
                continue
            }
            switch await questions.state(of: entry) {
            case nil: break
            case let state? where state.isFinal: try note(.settled(.final), of: entry)
            case .confirmed?, .waiting?: break
            case .replaced(let other)?:
                // Sending it again would be refused, and who knows why it was replaced.
                if !(try isBump(other, of: entry)) { told.append(Resumed(entry: entry, state: .replaced(by: other))) }
                let replacement = await questions.ask(about: entry) { try await $0.state(of: other, spending: []) }
                if replacement?.isFinal == true { try note(.settled(.replaced), of: entry) }
            case .gone? where try hasBump(entry), .unclear? where try hasBump(entry): break
            case let state?:
                guard let transaction = entry.transaction, let chain = questions.chain(of: entry) else { break }
                told.append(await sentAgain(entry, transaction, on: chain, isGone: state == .gone, sends))
            }
        }
        return told
    }

    private func sentAgain(
        _ entry: JournalEntry, _ transaction: SignedTransaction, on chain: any Chain, isGone: Bool, _ sends: Bool
    ) async -> Resumed {
        func missing(_ code: ServiceError.Code, _ message: String, hint: String) -> Resumed {
            let error = ServiceError(code, message, hint: hint)
            return Resumed(entry: entry, state: isGone ? .forgotten(error) : .unclear(error))
        }
        guard sends else {
            return missing(
                .answerUnknown,
                isGone
                    ? "The network no longer knows the payment."
                    : "The network does not show the payment, and does not say who spent its money.",
                hint: "Do not pay again: “router resume” sends the same payment once more.")
        }
        do throws(ServiceError) {
            let acceptance = try await chain.broadcast(transaction)
            return Resumed(entry: entry, state: .sentAgain, acceptance: acceptance)
        } catch {
            return missing(
                error.code, error.message,
                hint: "Do not pay again before you know why: “router resume” tries once more.")
        }
    }
}
