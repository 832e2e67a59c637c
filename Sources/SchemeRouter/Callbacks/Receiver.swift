/// Who will be called back, as far as that is known before the person is asked (S4).
public enum Receiver: Sendable, Equatable {
    /// This program.
    case program(ReceivingProgram)
    /// Nobody, for this reason.
    case nobody(String)
}

extension LinkExecution {
    /// Who will be called back about `link`.
    func receiver(for link: ReadLink, on network: ConfiguredNetwork) -> Receiver {
        guard let callback = link.callback else { return .nobody("The link does not ask for an answer.") }
        let scheme = callback.scheme.lowercased()
        if network.id.isPractice, !services.settings.practiceSenders.contains(scheme) {
            return .nobody("“\(scheme)” is not listed for practice money, so it is not answered.")
        }
        do {
            if let program = try services.launcher.receiver(ofScheme: scheme) { return .program(program) }
            return .nobody("No program on this computer opens “\(scheme):” links, so the result cannot be sent back.")
        } catch {
            return .nobody("The result cannot be sent back: \(error.explanation)")
        }
    }

    /// Completes the callback and starts the program the person saw.
    func deliver(
        _ link: ReadLink, to receiver: Receiver, _ entry: Int64, _ values: [CallbackTemplate.Blank: String]
    ) -> CallbackDelivery {
        switch receiver {
        case .nobody(let reason):
            return .none(reason)
        case .program(let program):
            guard let template = link.callback, let callback = template.completed(with: values) else {
                return .none("The link does not ask for an answer.")
            }
            do {
                try services.launcher.open(callback, scheme: template.scheme.lowercased(), with: program)
            } catch {
                return .failed(error.explanation)
            }
            // The program has been told; an entry that does not say so can only be told to the person again.
            try? services.journal.note(.calledBack, of: entry, at: services.now())
            return .started(program)
        }
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
