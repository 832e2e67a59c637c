import SchemeRouter

extension JournalEntry {
    /// Whether `step` can follow: nothing is skipped, and nothing follows an end but the answer to an unknown one, and
    /// once that the asking app was told of a failure (S6).
    func allows(_ step: JournalStep) -> Bool {
        if case .toldFailure = step { return toldFailure == nil && end != nil && end != .done }
        guard end == nil || end == .unknown else { return false }
        return switch step {
        case .approved(let intent): progress == .seen && end == nil && intent.action == request.action
        case .signed: progress == .approved && end == nil && request.action == .payment
        case .sent: progress == .signed
        case .calledBack: end == nil && progress == (request.action == .payment ? .sent : .approved)
        case .ended(let end): allows(end)
        case .toldFailure: false
        }
    }

    private func allows(_ end: JournalEnd) -> Bool {
        switch end {
        // A payment may be out although its "sent" could not be written.
        case .done: progress != .seen && (request.action != .payment || progress != .approved)
        case .refused, .timedOut: progress == .seen
        case .failed: progress != .sent && progress != .calledBack
        case .unknown: progress == .signed
        }
    }
}

extension Intent {
    /// What must have been asked for.
    fileprivate var action: Action {
        switch self {
        case .payment: .payment
        case .address: .address
        case .keys: .masterPublicKey
        }
    }
}
