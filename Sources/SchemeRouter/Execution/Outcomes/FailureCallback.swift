/// Tells the requesting app that nothing came of its request.
///
/// Dapps wait for an answer, as their protocol has it. For other apps it is an extension of what is documented
/// (Documentation/protocols/dash-axe.md §2.3), off until the person's own settings switch it on for a scheme.
///
/// Only a person who saw the request causes one (``FailureNotice``): what ends before that is silent, so that no page
/// learns or starts anything by trying. Where no dapp asks, missing money, found out before the person is asked, must look
/// like a refusal, and so must all else that is found out with it: so a dialogue tells the person, and then the app is told
/// what it is always told.
///
/// It is not owed: after a crash it is not sent again.
extension LinkExecution {
    /// Whether `receiver` is notified if `link` is not carried out.
    func hearsOfFailure(_ receiver: Receiver, of link: ReadLink) -> Bool {
        guard link.request.dapp != nil || services.settings.failureCallbacks.contains(link.request.header.scheme)
        else { return false }
        switch receiver {
        case .page: return true
        // The consent warns of a changed program; a refusal may be because of that.
        case .program(let program, let before): return before == nil || before?.executable == program.executable
        case .server, .unreachable, .nobody: return false
        }
    }

    /// Notifies it, and records that after the end, which the journal already has.
    func tellFailure(_ outcome: Outcome, _ attempt: Attempt) async -> (
        code: FailureCode, callback: CallbackDelivery
    )? {
        guard let entry = attempt.entry, let conversation = attempt.conversation, let answered = conversation.answered,
            let notice = FailureNotice(outcome, answered, isSigned: attempt.isSigned),
            let callback = conversation.consent.failures[notice.ending]?.completed(with: [:])
        else { return nil }
        let delivery = await services.open(callback, by: notice.receiver)
        let code = FailureCode(notice.ending)
        if case .failed = delivery { return (code, delivery) }
        // It has been notified, whatever the disk says now.
        try? services.journal.note(.toldFailure(code), of: entry, at: services.now())
        return (code, delivery)
    }
}
