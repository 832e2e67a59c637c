/// Tells the requesting app that its request was not carried out.
///
/// Dapps wait for an answer, as their protocol requires. For other apps it is an extension of the documented protocol
/// (Documentation/protocols/dash-axe.md §2.3), off until the person's settings enable it for a scheme.
///
/// Only a person who saw the request can cause it (``FailureNotice``). Earlier failures are silent, so that no page
/// learns or starts anything by trying. Unless a dapp asks, a lack of money that is found before the person is asked
/// must look like a refusal, and so must every failure found at the same time: a dialogue tells the person, and then
/// the app gets the usual code.
///
/// It is not owed: after a crash it is not sent again.
extension LinkExecution {
    /// Whether `receiver` is notified if `link` is not carried out.
    func receivesFailures(_ receiver: Receiver, of link: ReadLink) -> Bool {
        guard link.request.dapp != nil || services.settings.failureCallbacks.contains(link.request.header.scheme)
        else { return false }
        switch receiver {
        case .page: return true
        // The consent warns of a different program; the person may have refused for that reason.
        case .program(let program, let before): return before?.isSame(as: program) ?? true
        case .server, .unreachable, .nobody: return false
        }
    }

    /// Notifies it, and records that after the entry's end, which the journal already has.
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
        // It has been notified even if the journal cannot be written.
        try? services.journal.note(.toldFailure(code), of: entry, at: services.now())
        return (code, delivery)
    }
}

/// The message about a request that was not carried out, and its receiver. Nothing else is ever sent in that case.
///
/// It contains only an ending from a closed list, and cannot be made without the proof that the person saw the request
/// and who hears of it. So a link that fails earlier – an invalid one, one from an unlisted sender, one without a
/// wallet, money or a network – starts no program and causes no connection, whatever makes it fail.
struct FailureNotice: Sendable {
    let ending: Ending
    /// The receiver, as the person saw it.
    let receiver: Receiver

    /// Nil if nothing is sent about such an outcome.
    /// - Parameter isSigned: whether a transaction was signed. A server that refused it may have kept it and send it
    ///   later.
    init?(_ outcome: Outcome, _ answered: AnsweredRequest, isSigned: Bool) {
        receiver = answered.receiver
        switch outcome {
        // A link rejected after an answer was rejected because of it, or has more text than can be shown.
        case .refused, .rejected: ending = .declined
        // Without an answer, the person may not have seen the request.
        case .timedOut: return nil
        // The person did not agree.
        case .failed(let error) where error.code == .tooManyPasscodes: ending = .declined
        case .failed(let error):
            // A plugin program that lies or crashes ends the link without any message.
            guard error.code != .noPrompt, error.code != .pluginFailed else { return nil }
            // A transaction that nobody received cannot be sent.
            ending = isSigned && error.code != .networkUnreachable ? .unknown : .failed
        case .unknown: ending = .unknown
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened: return nil
        }
    }
}
