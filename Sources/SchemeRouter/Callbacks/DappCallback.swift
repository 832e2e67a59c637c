/// Wakes a dapp, with what came of its request.
extension LinkExecution {
    /// Opens the link that wakes a dapp: by its program, or where it is a page of a server, by asking for it.
    func wakeDapp(_ wake: String?, _ receiver: Receiver, _ entry: Int64) async -> CallbackDelivery {
        guard let wake else { return .none("The dapp does not ask to be woken.") }
        guard case .page(let host) = receiver else { return deliver(wake, to: receiver, entry) }
        guard let client = services.servers else {
            return .failed("No program speaks with servers here.", callback: wake)
        }
        do throws(NetworkError) {
            _ = try await client.send(.get(wake, answerLimit: 64 << 10), until: .now + .seconds(15))
        } catch {
            return .failed(error.message, callback: wake)
        }
        try? services.journal.note(.calledBack, of: entry, at: services.now())
        return .told(host)
    }

    /// Tells a dapp that nothing came of its request, as its protocol has it: unlike the apps of the dash family, which
    /// hear nothing of a failure unless the person wants it, it waits for an answer.
    ///
    /// It is silent about what happened before the request was looked at: a busy prompt, too many refusals.
    func tellDapp(_ outcome: Outcome, of link: ReadLink, _ attempt: Attempt) async -> CallbackDelivery? {
        guard link.request.dapp != nil, let plugin = link.plugin as? any DappPlugin, let entry = attempt.entry,
            let receiver = attempt.receiver, let end = outcome.dappFailure,
            let reply = plugin.reply(to: link.request, without: end)
        else { return nil }
        return await wakeDapp(reply.wake, receiver, entry)
    }
}

extension Outcome {
    /// Why a dapp gets nothing; nil where it got something, or hears nothing.
    fileprivate var dappFailure: DappFailure? {
        switch self {
        case .refused, .timedOut: .cancelled
        case .failed(let error): [.busy, .tooManyRefusals, .tooManyHops].contains(error.code) ? nil : .failed(error)
        case .unknown(_, let error): .failed(error)
        case .rejected(let error):
            .failed(ServiceError(.unfitRequest, error.message))
        case .paid, .finished, .toldAddress, .toldKeys, .answered, .opened: nil
        }
    }
}
