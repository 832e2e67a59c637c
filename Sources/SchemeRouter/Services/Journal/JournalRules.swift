/// Which step may follow which (S6): what every journal keeps to, wherever it stores its entries.
extension JournalEntry {
    /// Whether it is a payment that was signed and is neither sent nor certainly not sent.
    public var isUndecided: Bool { progress == .signed && (end == nil || end == .unknown) }

    /// Whether something is left to do.
    public var isUnfinished: Bool { end == nil || isUndecided }

    /// Whether `step` can follow: nothing is skipped, and nothing follows an end but the answer to an unknown one, and
    /// once that the asking app was told of a failure.
    public func allows(_ step: JournalStep) -> Bool {
        if case .toldFailure = step { return toldFailure == nil && end != nil && end != .done }
        guard end == nil || end == .unknown else { return false }
        return switch step {
        case .approved(let intent): progress == .seen && end == nil && intent.allows(request.action)
        case .signed: progress == .approved && end == nil && request.action.isTransaction
        case .sent: progress == .signed
        case .calling: end == nil && request.action.isTransaction && [.sent, .calling].contains(progress)
        case .calledBack: end == nil && progress == (request.action.isTransaction ? .calling : .approved)
        case .ended(let end): allows(end)
        case .toldFailure: false
        }
    }

    private func allows(_ end: JournalEnd) -> Bool {
        switch end {
        // A payment may be out although its "sent" could not be written.
        case .done: progress != .seen && (!request.action.isTransaction || progress != .approved)
        case .refused, .timedOut: progress == .seen
        case .failed: [.seen, .approved, .signed].contains(progress)
        case .unknown, .dropped: progress == .signed
        case .interrupted: progress == .seen || progress == .approved
        }
    }

    /// Whether this undecided payment keeps `other` from being signed with these inputs: they would take each other's
    /// place, or pay one link twice. Practice money has other outputs.
    public func excludes(_ other: JournalEntry, spending inputs: [Outpoint]) -> Bool {
        isUndecided && id != other.id && request.chain == other.request.chain
            && (request.fingerprint == other.request.fingerprint || !Set(self.inputs).isDisjoint(with: inputs))
    }

    /// The entry after a step. Throws ``ServiceError/Code/internalError`` where the step cannot follow.
    public func taking(_ step: JournalStep, at time: UnixTime) throws(ServiceError) -> JournalEntry {
        guard allows(step) else {
            throw ServiceError(.internalError, "Entry \(id) of the journal cannot take this step.")
        }
        var (progress, end, amount, fee) = (progress, end, amount, fee)
        var (transaction, inputs, toldFailure) = (transaction, inputs, toldFailure)
        switch step {
        case .approved(let intent):
            progress = .approved
            if case .payment(let payment) = intent { (amount, fee) = (payment.amount, payment.fee) }
        case .signed(let signed, inputs: let spent): (progress, transaction, inputs) = (.signed, signed, spent)
        // A payment whose answer was unknown is decided now.
        case .sent: (progress, end) = (.sent, nil)
        case .calling: progress = .calling
        case .calledBack: progress = .calledBack
        case .ended(let last): end = last
        case .toldFailure(let code): toldFailure = code
        }
        return JournalEntry(
            id: id, seen: seen, changed: time, request: request, progress: progress, end: end, amount: amount, fee: fee,
            transaction: transaction, inputs: inputs, toldFailure: toldFailure)
    }
}

extension Intent {
    /// Whether it answers what was asked for.
    fileprivate func allows(_ action: Action) -> Bool {
        switch (self, action) {
        case (.payment, .payment), (.address, .address), (.keys, .masterPublicKey): true
        case (.actions, .transfer), (.actions, .transaction): true
        case (.texts(let texts), .login): texts.purpose == .login
        case (.texts(let texts), .sign): texts.purpose == .message
        default: false
        }
    }
}
