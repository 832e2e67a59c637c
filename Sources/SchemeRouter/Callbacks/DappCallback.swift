/// Wakes a dapp, with what came of its request.
extension LinkExecution {
    /// Opens the link that wakes a dapp: by its program, or where it is a page of a server, by asking for it.
    func wakeDapp(_ wake: String?, _ receiver: Receiver, _ entry: Int64) async -> CallbackDelivery {
        guard let wake else { return .none("The dapp does not ask to be woken.") }
        guard case .page(let host) = receiver else { return deliver(wake, to: receiver, entry) }
        let delivery = await ask(for: wake, at: host)
        if case .told = delivery { try? services.journal.note(.calledBack, of: entry, at: services.now()) }
        return delivery
    }

    /// Asks for a page, of the server that the person saw and of no other.
    func ask(for page: String, at host: String) async -> CallbackDelivery {
        guard ServerAddress(page)?.host == host else {
            return .failed("The page is not of the server that you saw.", callback: page)
        }
        guard let client = services.servers else {
            return .failed("No program speaks with servers here.", callback: page)
        }
        do throws(NetworkError) {
            _ = try await client.send(.get(page, answerLimit: 64 << 10), until: .now + .seconds(15))
        } catch {
            return .failed(error.message, callback: page)
        }
        return .told(host)
    }
}

extension DappClaims {
    /// Why a plugin's answer must not leave: it would go elsewhere than the person saw (S4, S11). Nil where it may.
    func problem(with reply: DappReply) -> ServiceError? {
        let links = [reply.wake, reply.wakeWithoutServer].compactMap(\.self)
        let isOurs = reply.post.map { $0.server == server } ?? true
        guard !isOurs || !links.allSatisfy({ wake?.isContinued(by: $0) ?? false }) else { return nil }
        return ServiceError(
            .refusedByCheck, "The answer would go elsewhere than you were told.",
            hint: "The dapp was not told. This is a mistake in the coin's plugin; please report it.")
    }
}

extension WakeLink {
    /// Whether a link is this one with something appended to its query.
    func isContinued(by link: String) -> Bool {
        let own = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard link.utf8.starts(with: own) else { return false }
        let isSeparator: (UInt8?) -> Bool = { $0.map("?&".utf8.contains) ?? false }
        return isSeparator(own.last) || isSeparator(link.utf8.dropFirst(own.count).first)
    }
}
