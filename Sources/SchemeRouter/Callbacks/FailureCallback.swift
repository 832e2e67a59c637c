/// Tells the asking app that nothing came of its request.
///
/// Dapps wait for an answer, as their protocol has it. For the apps of the dash family it is an extension of the
/// documents, off until the person's own settings switch it on for a scheme.
///
/// Only a person who saw the request causes one (``FailureNotice``): what ends before that is silent, so that no page
/// learns or starts anything by trying. For the dash family missing money, found out before the person is asked, must look
/// like a refusal, and so must all else that is found out with it: so a dialogue tells the person, and then the app is told
/// what it is always told.
///
/// It is not owed: after a crash it is not sent again.
extension LinkExecution {
    /// Whether `receiver` hears of it when nothing comes of `link`.
    func hearsOfFailure(_ receiver: Receiver, of link: ReadLink) -> Bool {
        guard link.request.dapp != nil || services.settings.failureCallbacks.contains(link.request.header.scheme),
            failureCallback(.declined, of: link) != nil
        else { return false }
        switch receiver {
        case .page: return true
        // The consent warns of another program than before; whoever refuses may refuse just that.
        case .program(let program, let before): return before == nil || before?.executable == program.executable
        case .unreachable, .nobody: return false
        }
    }

    /// Tells it, and records that after the end, which the journal has already.
    func tellFailure(_ outcome: Outcome, of link: ReadLink, _ attempt: Attempt) async -> CallbackDelivery? {
        guard let entry = attempt.entry, let answered = attempt.conversation?.answered,
            let notice = FailureNotice(outcome, answered), hearsOfFailure(notice.receiver, of: link),
            let template = failureCallback(notice.code, of: link), let callback = template.completed(with: [:])
        else { return nil }
        let delivery: CallbackDelivery
        switch notice.receiver {
        case .unreachable, .nobody: return nil
        case .page(let host): delivery = await ask(for: callback, at: host)
        case .program(let program, _):
            do throws(LaunchError) {
                try services.launcher.open(callback, scheme: template.scheme.lowercased(), with: program)
                delivery = .started(program)
            } catch {
                delivery = .failed(error.explanation, callback: callback)
            }
        }
        if case .failed = delivery { return delivery }
        // Told is told, whatever the disk says now.
        try? services.journal.note(.toldFailure(FailureCode(notice.code)), of: entry, at: services.now())
        return delivery
    }

    /// The callback that says that nothing came of a request, checked like one that says what did; nil where its protocol
    /// has none.
    private func failureCallback(_ code: DappFailure, of link: ReadLink) -> CallbackTemplate? {
        let header = link.request.header
        let template: CallbackTemplate? =
            switch header.callbacks {
            case .dash: DashCallbacks.failure(FailureCode(code), of: link.request, header)
            case .simpleWallet: (link.plugin as? any DappPlugin)?.failureCallback(for: link.request, code)
            case nil: nil
            }
        guard let template, template.blanks.isEmpty, template.scheme == link.callback?.scheme else { return nil }
        if let wake = link.request.dapp?.wake, !wake.isContinued(by: template.description) { return nil }
        return template
    }
}

extension FailureCode {
    /// The same for the apps of the dash family, and in the journal. They are not told whether the person agreed.
    fileprivate init(_ code: DappFailure) {
        switch code {
        case .declined, .failed: self = .declined
        case .unknown: self = .unknown
        }
    }
}
