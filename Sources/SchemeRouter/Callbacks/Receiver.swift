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
            services.mayAnswer(page.answerName, isPractice: chain.isPractice)
        {
            return .page(page.host)
        }
        return try services.receiver(ofScheme: callback.scheme.lowercased(), isPractice: chain.isPractice)
    }

    /// Completes the callback and starts the program the person saw.
    func deliver(
        _ link: ReadLink, to receiver: Receiver, _ entry: Int64, _ values: [CallbackTemplate.Blank: String]
    ) -> CallbackDelivery {
        deliver(link.callback?.completed(with: values), to: receiver, entry)
    }

    /// Records that the asking app is about to get the answer to its payment. Where that cannot be recorded it must not
    /// get it: nobody could tell afterwards that it has.
    func announces(_ receiver: Receiver, _ entry: Int64) -> Bool {
        switch receiver {
        case .unreachable, .nobody: true
        case .program, .page: (try? services.journal.note(.calling, of: entry, at: services.now())) != nil
        }
    }

    /// What became of an answer that could not be recorded. It is still owed.
    static let unrecorded = CallbackDelivery.none(
        "The journal cannot be written, so the asking program was not told. “router resume” does it later.")

    /// Starts the program the person saw with the whole callback.
    func deliver(_ callback: String?, to receiver: Receiver, _ entry: Int64) -> CallbackDelivery {
        switch receiver {
        case .nobody(let reason):
            return .none(reason)
        case .unreachable(let reason):
            return .none(reason, callback: callback)
        case .page:
            return .none("Only dapps are told by a page.", callback: callback)
        case .program(let program, _):
            guard let callback, let scheme = callback.split(separator: ":").first?.lowercased() else {
                return .none("The link does not ask for an answer.")
            }
            do throws(LaunchError) {
                try services.launcher.open(callback, scheme: scheme, with: program)
            } catch {
                return .failed(error.explanation, callback: callback)
            }
            // The program has been told; an entry that does not say so can only be told to the person again, and a
            // program that is not remembered is pointed out again.
            try? services.journal.note(.calledBack, of: entry, at: services.now())
            try? services.receivers.remember(KnownReceiver(program), for: scheme)
            return .started(program)
        }
    }
}

extension Services {
    /// Whether an answer may go there at all: about practice money only to those that are listed for it (S14). Nothing else
    /// decides that.
    /// - Parameter receiver: one of ``WalletRequest/answerNames``. Case does not matter.
    func mayAnswer(_ receiver: String, isPractice: Bool) -> Bool {
        !isPractice || settings.practiceSenders.contains(receiver.lowercased())
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` where the server of a dapp may not have the result
    /// (``mayAnswer(_:isPractice:)``).
    func checkMayAnswer(_ server: ServerAddress, isPractice: Bool) throws(ServiceError) {
        let name = server.answerName
        guard !mayAnswer(name, isPractice: isPractice) else { return }
        throw ServiceError(
            .refusedByPolicy, "The dapp wants the result sent to \(name), which is not listed for practice money.",
            hint: "Nothing was signed. To try it, add the server in config.yaml: sandbox: { senders: [\"\(name)\"] }.")
    }

    /// Who opens links of `scheme`, which is in lower case and may receive callbacks (S4).
    func receiver(ofScheme scheme: String, isPractice: Bool) throws(ServiceError) -> Receiver {
        guard settings.policy.lets(scheme) else {
            return .nobody("Your settings do not let “\(scheme)” receive anything.")
        }
        guard mayAnswer(scheme, isPractice: isPractice) else {
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
    /// What happened, for people.
    var explanation: String {
        switch self {
        case .forbidden(let text), .changed(let text), .failed(let text): text
        }
    }
}
