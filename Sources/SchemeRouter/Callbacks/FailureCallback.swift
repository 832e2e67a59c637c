/// Tells the asking app that nothing came of its request: an extension of the documents, off until the person's own
/// settings switch it on for a scheme.
///
/// Only a person who saw the request causes one. What ends before that – a bad link, a busy prompt, a wallet that is not
/// set up – is silent, so that no page learns anything by trying. Missing money alone is found out before the person is
/// asked, and must look like a refusal: so a dialogue tells the person, and then the app is told what it is always told.
///
/// It has no address, amount or reason (``FailureCode``), and is not owed: after a crash it is not sent again.
extension LinkExecution {
    /// The program that is told where nothing comes of `link`; nil where none is.
    func programToTellOfFailure(_ link: ReadLink, _ receiver: Receiver?) -> ReceivingProgram? {
        guard services.settings.failureCallbacks.contains(link.request.header.scheme), link.callback != nil,
            link.request.failureCallback(.declined) != nil, case .program(let program, let before)? = receiver
        else { return nil }
        // The consent warns of another program than before; whoever refuses may refuse just that.
        if let before, before.executable != program.executable { return nil }
        return program
    }

    /// Starts that program with the failure, which the journal has already, and records that it was.
    func tellFailure(_ outcome: Outcome, of link: ReadLink, _ attempt: Attempt) -> CallbackDelivery? {
        guard attempt.wasAsked, let code = outcome.failureCode, let entry = attempt.entry,
            let program = programToTellOfFailure(link, attempt.receiver),
            let template = link.request.failureCallback(code), template.scheme == link.callback?.scheme,
            let callback = template.completed(with: [:])
        else { return nil }
        do throws(LaunchError) {
            try services.launcher.open(callback, scheme: template.scheme.lowercased(), with: program)
        } catch {
            return .failed(error.explanation, callback: callback)
        }
        // Told is told, whatever the disk says now.
        try? services.journal.note(.toldFailure(code), of: entry, at: services.now())
        return .started(program)
    }
}

extension Outcome {
    /// What the asking app may be told, where the person saw the request and wants it told; nil for nothing.
    fileprivate var failureCode: FailureCode? {
        switch self {
        case .refused, .timedOut: .declined
        // Without a way to ask nobody saw anything, whatever was tried.
        case .failed(let error): error.code == .noPrompt ? nil : .declined
        case .unknown: .unknown
        case .paid, .finished, .toldAddress, .toldKeys, .rejected, .answered, .opened: nil
        }
    }
}

extension WalletRequest {
    /// The callback that says that nothing came of the request; nil where its family has none.
    func failureCallback(_ code: FailureCode) -> CallbackTemplate? {
        let header = header
        return switch header.callbacks {
        case .dash: DashCallbacks.failure(code, of: self, header)
        case .simpleWallet, nil: nil
        }
    }
}
