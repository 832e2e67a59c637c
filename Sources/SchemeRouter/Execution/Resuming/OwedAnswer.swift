/// Gives the answer to a payment that a crash kept from the asking app.
///
/// Whether the app was started just before the crash is not known, so it may get the answer twice: then byte for byte the
/// same one, about the same transaction. No other answer is ever given again.
extension Resumption {
    /// Gives what the journal can write again, and closes the entry. It says who is answered as S4 has it now: another
    /// program than the one that got the sender's answers before is asked about.
    func answer(_ entry: JournalEntry, asks: Bool) async throws(ServiceError) -> Resumed.State {
        guard let kind = entry.request.answer else {
            try note(.ended(.done), of: entry)
            return .finished(.none("No program waits for an answer."))
        }
        guard kind.isInJournal else { return .answerOwed }
        guard let template = DashCallbacks.payack(for: entry.request), let transaction = entry.transaction,
            let callback = template.completed(with: [.txid: transaction.id.hex])
        else { throw ServiceError(.internalError, "Entry \(entry.id) of the journal lacks its answer.") }
        let receiver: Receiver
        if let reason = CallbackRules.reasonToRefuse(scheme: template.scheme, routes: routes) {
            receiver = .nobody("“\(template.scheme)” must not receive answers: \(reason).")
        } else {
            receiver = try services.receiver(
                ofScheme: template.scheme.lowercased(), isPractice: entry.request.chain.isPractice)
        }
        guard let delivery = await deliver(callback, to: receiver, of: entry, asks: asks) else { return .answerOwed }
        try note(.ended(.done), of: entry)
        return .finished(delivery)
    }

    /// Starts the program, after asking where the person does not know it. Nil where they were not there to be asked.
    func deliver(
        _ callback: String?, to receiver: Receiver, of entry: JournalEntry, asks: Bool
    ) async -> CallbackDelivery? {
        switch await agrees(to: receiver, of: entry, asks: asks) {
        case true?: LinkExecution(services: services).deliver(callback, to: receiver, entry.id)
        case false?: .none("You did not want the asking program to be told.", callback: callback)
        case nil: nil
        }
    }

    /// Whether the person agrees to who gets the answer. They did before, if it is the program that got the last one.
    func agrees(to receiver: Receiver, of entry: JournalEntry, asks: Bool) async -> Bool? {
        guard case .program(let program, let before) = receiver, before?.executable != program.executable else {
            return true
        }
        guard asks, let coin = routes.coin(entry.request.chain.coin) else { return nil }
        do throws(PromptError) {
            let words = ResumptionText(entry: entry, coin: coin, now: services.now())
            try await services.prompt.confirm(try words.dialogue(about: program, before: before))
            return true
        } catch {
            return error == .refused ? false : nil
        }
    }
}
