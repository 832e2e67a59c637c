/// Gives the link of a reply to the receiver that the person saw (S4). Documentation/how-it-works.md says when.
extension Services {
    /// Opens the completed link of a reply and records that.
    func deliver(_ callback: String?, to receiver: Receiver, _ entry: Int64) async -> CallbackDelivery {
        let delivery = await open(callback, by: receiver)
        // A notification cannot be undone. If recording it fails, the person may at worst be told of the entry or asked
        // about the program again.
        switch delivery {
        case .started(let program):
            try? journal.note(.calledBack, of: entry, at: now())
            guard let scheme = callback.flatMap(Self.scheme(of:)) else { break }
            try? receivers.remember(KnownReceiver(program), for: scheme)
        case .told: try? journal.note(.calledBack, of: entry, at: now())
        case .none, .failed: break
        }
        return delivery
    }

    /// Starts the program the person saw with the link of a reply, or asks the server they saw for its page.
    func open(_ callback: String?, by receiver: Receiver) async -> CallbackDelivery {
        if let callback, callback.utf8.count > LinkTemplate.maxFilledLength {
            return .failed("the reply is too long.", callback: nil)
        }
        switch receiver {
        case .nobody(let reason): return .none(reason)
        case .unreachable(let reason): return .none(reason, callback: callback)
        // The server has already accepted the result, or this code would not be reached.
        case .server(let host): return .told(host)
        case .page, .program: break
        }
        guard let callback, let scheme = Self.scheme(of: callback) else {
            return .none("The link does not ask for an answer.")
        }
        guard case .program(let program, _) = receiver else {
            return await ask(for: callback, receiver)
        }
        do throws(LaunchError) {
            try launcher.open(callback, scheme: scheme, with: program)
            return .started(program)
        } catch {
            return .failed(error.explanation, callback: callback)
        }
    }

    private static func scheme(of callback: String) -> String? {
        callback.split(separator: ":").first?.lowercased()
    }

    /// Requests a page, only from the server that the person saw.
    private func ask(for page: String, _ receiver: Receiver) async -> CallbackDelivery {
        guard case .page(let host) = receiver, ServerAddress(page)?.host == host else {
            return .failed("The page does not belong to the server that you saw.", callback: page)
        }
        guard let client = servers else {
            return .failed("Connections to servers are not available here.", callback: page)
        }
        do throws(NetworkError) {
            _ = try await client.send(.get(page, answerLimit: 64 << 10), until: .now + .seconds(15))
        } catch {
            return .failed(error.message, callback: page)
        }
        return .told(host)
    }
}
