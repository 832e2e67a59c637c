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
