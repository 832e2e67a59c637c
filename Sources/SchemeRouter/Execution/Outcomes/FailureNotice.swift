/// What is sent about a request that came to nothing, and to whom. There is no other way to send anything then.
///
/// It holds nothing but an ending of a closed list, and cannot be made without the proof that the person saw the request and
/// who hears of it. So a link that fails before that – a bad one, one of a sender that is not listed, one for which there is
/// no wallet, no money or no network – starts no program and causes no connection, however it is made to fail.
struct FailureNotice: Sendable {
    let ending: Ending
    /// The receiver, as the person saw it.
    let receiver: Receiver

    /// Nil where nothing is sent about such an outcome.
    /// - Parameter isSigned: whether a transaction was signed. Whoever refused it may have kept it, and send it later.
    init?(_ outcome: Outcome, _ answered: AnsweredRequest, isSigned: Bool) {
        receiver = answered.receiver
        switch outcome {
        // A link that is rejected after an answer was refused by it, or has more text than can be shown.
        case .refused, .rejected: ending = .declined
        // Without an answer the person may have seen nothing of it.
        case .timedOut: return nil
        case .failed(let error):
            // A plugin program that lies or crashes ends the link and nothing else.
            guard error.code != .noPrompt, error.code != .pluginFailed else { return nil }
            // What nobody received, nobody can send.
            ending = isSigned && error.code != .networkUnreachable ? .unknown : .failed
        case .unknown: ending = .unknown
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened: return nil
        }
    }
}
