/// Who will be called back, as far as that is known before the person is asked (S4).
public enum Receiver: Sendable, Equatable {
    /// This program, and the one that received the sender's answers until now.
    case program(ReceivingProgram, before: KnownReceiver?)
    /// A page of this server is asked for, which is how SimpleWallet tells a dapp that shows a QR code.
    case page(String)
    /// No program may be started, for this reason. The person is given the callback for copying.
    case unreachable(String)
    /// Nobody is to be answered, for this reason.
    case nobody(String)
}

extension LinkExecution {
    /// Who will be called back about `link`.
    func receiver(for link: ReadLink, on chain: ChainID) throws(ServiceError) -> Receiver {
        guard let callback = link.callback else { return .nobody("The link does not ask for an answer.") }
        if let wake = link.request.dapp?.wake, wake.isPage, let page = ServerAddress(wake.text),
            services.mayReply(page.receiverName, isPractice: chain.isPractice)
        {
            return .page(page.host)
        }
        return try services.receiver(ofScheme: callback.scheme.lowercased(), isPractice: chain.isPractice)
    }

    /// Records that the asking app, or its server, is about to get the answer. Where that cannot be recorded it must not get
    /// it: nobody could tell afterwards that it has.
    func announces(_ link: ReadLink, to receiver: Receiver, _ entry: Int64) -> Bool {
        switch receiver {
        case .unreachable, .nobody:
            guard link.reply?.post != nil else { return true }
        case .program, .page: break
        }
        return (try? services.journal.note(.calling, of: entry, at: services.now())) != nil
    }

    /// What became of an answer that could not be recorded. It is still owed.
    static let unrecorded = CallbackDelivery.none(
        "The journal cannot be written, so the asking program was not told. “router resume” does it later.")

    /// Opens the whole link of a reply, and remembers that.
    func deliver(_ callback: String?, to receiver: Receiver, _ entry: Int64) async -> CallbackDelivery {
        let delivery = await open(callback, by: receiver)
        // Who has been told has been; an entry that does not say so can only be told to the person again, and a program
        // that is not remembered is pointed out again.
        switch delivery {
        case .started(let program):
            try? services.journal.note(.calledBack, of: entry, at: services.now())
            guard let scheme = callback.flatMap(Self.scheme(of:)) else { break }
            try? services.receivers.remember(KnownReceiver(program), for: scheme)
        case .told: try? services.journal.note(.calledBack, of: entry, at: services.now())
        case .none, .failed: break
        }
        return delivery
    }

    /// Starts the program the person saw with the link of a reply, or asks the server they saw for its page.
    func open(_ callback: String?, by receiver: Receiver) async -> CallbackDelivery {
        switch receiver {
        case .nobody(let reason): return .none(reason)
        case .unreachable(let reason): return .none(reason, callback: callback)
        case .page, .program: break
        }
        guard let callback, let scheme = Self.scheme(of: callback) else {
            return .none("The link does not ask for an answer.")
        }
        guard case .program(let program, _) = receiver else {
            return await ask(for: callback, receiver)
        }
        do throws(LaunchError) {
            try services.launcher.open(callback, scheme: scheme, with: program)
            return .started(program)
        } catch {
            return .failed(error.explanation, callback: callback)
        }
    }

    private static func scheme(of callback: String) -> String? {
        callback.split(separator: ":").first?.lowercased()
    }

    /// Asks for a page, of the server that the person saw and of no other.
    private func ask(for page: String, _ receiver: Receiver) async -> CallbackDelivery {
        guard case .page(let host) = receiver, ServerAddress(page)?.host == host else {
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

extension Services {
    /// Whether an answer may go there at all: about practice money only to those that are listed for it (S14). Nothing else
    /// decides that.
    /// - Parameter receiver: one of ``WalletRequest/receiverNames``. Case does not matter.
    func mayReply(_ receiver: String, isPractice: Bool) -> Bool {
        !isPractice || settings.practiceSenders.contains(receiver.lowercased())
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` where the server of a dapp may not have the result
    /// (``mayReply(_:isPractice:)``).
    func checkMayReply(_ server: ServerAddress, isPractice: Bool) throws(ServiceError) {
        let name = server.receiverName
        guard !mayReply(name, isPractice: isPractice) else { return }
        throw ServiceError(
            .refusedByPolicy, "The dapp wants the result sent to \(name), which is not listed for practice money.",
            hint: "Nothing was signed. To try it, add the server in config.yaml: sandbox: { senders: [\"\(name)\"] }.")
    }

    /// Who opens links of `scheme`, which is in lower case and may receive callbacks (S4).
    func receiver(ofScheme scheme: String, isPractice: Bool) throws(ServiceError) -> Receiver {
        guard settings.policy.lets(scheme) else {
            return .nobody("Your settings do not let “\(scheme)” receive anything.")
        }
        guard mayReply(scheme, isPractice: isPractice) else {
            return .nobody("“\(scheme)” is not listed for practice money, so it is not answered.")
        }
        let program: ReceivingProgram
        do throws(LaunchError) {
            guard let found = try launcher.receiver(ofScheme: scheme) else {
                return .unreachable(
                    "No program on this computer opens “\(scheme):” links, so the result cannot be sent back.")
            }
            program = found
        } catch {
            return .unreachable("The result cannot be sent back: \(error.explanation)")
        }
        return .program(program, before: try receivers.remembered(scheme))
    }
}

extension LaunchError {
    var explanation: String {
        switch self {
        case .forbidden(let text), .changed(let text), .failed(let text): text
        }
    }
}
