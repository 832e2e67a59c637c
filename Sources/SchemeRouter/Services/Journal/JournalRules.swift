/// Which step may follow which (S6): the rules of every journal, whatever its storage.
extension JournalEntry {
    /// Whether it is a signed payment that is neither sent nor certainly not sent.
    public var isUndecided: Bool { progress == .signed && (end == nil || end == .unknown) }

    /// Whether something is left to do.
    public var isUnfinished: Bool { end == nil || isUndecided }

    /// Whether the program ended while it gave the link to another wallet, which may or may not have received it.
    public var isInterruptedHandOver: Bool {
        program != nil && progress == .approved && (end == nil || end == .interrupted)
    }

    /// How long a payment is followed without being asked for, in seconds: 30 days.
    public static let longestFollowed: UnixTime = 30 * 24 * 60 * 60

    /// Whether it last changed so long ago, by this clock, that it is checked only if the person asks for that. This is final
    /// for nothing: clocks can be wrong.
    package func isOld(at now: UnixTime) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(changed)
        return overflow ? now > changed : age > Self.longestFollowed
    }

    /// Whether the network is still asked about this payment, which must be one with real money from our own keys:
    /// until blocks confirm it, the network may forget it, and then its bytes are needed again.
    public var isFollowed: Bool { settlement == nil && progress != .signed && isRealPayment }

    /// Whether it is a signed payment with real money that was given up: anyone who received it can still have it
    /// confirmed until its UTXOs are spent.
    public var isGivenUp: Bool { progress == .signed && (end == .failed || end == .dropped) && isRealPayment }

    /// Whether this payment competes with `other` and is final, so that `other` can never be confirmed. Before that the
    /// network may forget it, however old it is, and whoever kept `other` could then have that confirmed.
    public func replaces(_ other: JournalEntry) -> Bool { settlement == .final && competes(with: other) }

    /// Whether `forget` keeps this payment, given up, because of `other`: until that is settled, this one must not be paid
    /// again (S16).
    public func mustOutlive(_ other: JournalEntry) -> Bool {
        isGivenUp && other.isFollowed && other.competes(with: self)
    }

    /// Whether this payment was sent and spends a UTXO of `other`, so that only one of them can be confirmed. An
    /// undecided payment may never be sent.
    public func competes(with other: JournalEntry) -> Bool {
        id != other.id && request.chain == other.request.chain && isRealPayment && progress != .signed
            && !Set(inputs).isDisjoint(with: other.inputs)
    }

    /// Whether it has the bytes of a payment that a network could accept. Earlier versions did not record those of a
    /// node's wallet.
    private var isRealPayment: Bool {
        request.action == .payment && !request.chain.isPractice && transaction?.bytes.isEmpty == false
    }

    /// Whether `step` is allowed. No step may be skipped. An end may be followed only by the answer to an unknown one,
    /// by one notice of a failure to the requesting app, and by the discovery that a given-up payment was sent, or that
    /// another transaction took its money for good.
    public func allows(_ step: JournalStep) -> Bool {
        switch step {
        case .toldFailure: return toldFailure == nil && end != nil && end != .done && end != .handedOver
        // It was given up, and what took its money is final.
        case .settled(.replaced) where isGivenUp && settlement == nil: return true
        case .settled: return isFollowed
        case .sent where isGivenUp: return true
        default: break
        }
        guard end == nil || end == .unknown else { return false }
        return switch step {
        case .approved(let intent): progress == .seen && end == nil && intent.allows(request.action)
        case .prepared: mayBeSigned && request.action == .payment
        case .signed(_, inputs: let inputs): mayBeSigned || waitsForSignature(spending: inputs)
        case .sent: progress == .signed
        case .calling: end == nil && request.action.isTransaction && [.sent, .calling].contains(progress)
        case .calledBack:
            end == nil && program == nil && progress == (request.action.isTransaction ? .calling : .approved)
        case .ended(let end): allows(end)
        case .toldFailure, .settled: false
        }
    }

    private var mayBeSigned: Bool {
        progress == .approved && end == nil && request.action.isTransaction && program == nil
    }

    /// Whether a node's wallet was asked to sign this payment, which spends these outputs.
    private func waitsForSignature(spending inputs: [Outpoint]) -> Bool {
        nodeSignature == .asked && progress == .signed && end == nil && Set(inputs) == Set(self.inputs)
    }

    private func allows(_ end: JournalEnd) -> Bool {
        switch end {
        // The payment may have been sent although “sent” could not be recorded.
        case .handedOver: progress == .approved && program != nil
        case .done: program == nil && progress != .seen && (!request.action.isTransaction || progress != .approved)
        case .refused, .timedOut, .locked: progress == .seen
        case .failed: [.seen, .approved, .signed].contains(progress)
        case .unknown, .dropped: progress == .signed
        case .interrupted: progress == .seen || progress == .approved
        }
    }

    /// Whether this undecided payment prevents `other` from being signed with these inputs: they would replace each
    /// other, or pay the same link twice. Practice money has separate outputs.
    public func excludes(_ other: JournalEntry, spending inputs: [Outpoint]) -> Bool {
        isUndecided && id != other.id && request.chain == other.request.chain
            && (request.fingerprint == other.request.fingerprint || !Set(self.inputs).isDisjoint(with: inputs))
    }

    /// Whether this, or what took its money, was or may have been made, and `other` requests the same: the same link, or a
    /// payment of the same amount to the same recipient. What another wallet received counts only if this program was
    /// interrupted then, so that nobody was told.
    /// - Parameters:
    ///   - other: the request that may be the same.
    ///   - amount: the amount to pay; nil if it is not an amount of the coin.
    public func repeats(_ other: JournalRequest, amount: Amount?) -> Bool {
        guard request.action.isTransaction, request.chain == other.chain else { return false }
        guard program == nil else { return isInterruptedHandOver && isEquivalent(to: other, amount: amount) }
        switch progress {
        case .seen, .approved: return false
        // Another transaction spent its money, and may have paid the same: whoever has the keys, such as a node's wallet, can
        // raise a fee without this program.
        case .signed: guard isUndecided || settlement == .replaced else { return false }
        case .sent, .calling, .calledBack: break
        }
        return isEquivalent(to: other, amount: amount)
    }

    /// Whether both are the same link, or payments of the same amount to the same recipient.
    func isEquivalent(to other: JournalRequest, amount: Amount?) -> Bool {
        if request.fingerprint == other.fingerprint { return true }
        guard request.action == .payment, let amount, let recipient = other.recipient else { return false }
        return self.amount == amount && pays(recipient)
    }

    /// Whether it is to this address. Bech32 addresses may be in upper case; no other two differ only in case.
    func pays(_ recipient: String) -> Bool { request.recipient?.lowercased() == recipient.lowercased() }

    /// The entry after a step. Throws ``ServiceError/Code/internalError`` if the step is not allowed.
    public func taking(_ step: JournalStep, at time: UnixTime) throws(ServiceError) -> JournalEntry {
        guard allows(step) else {
            throw ServiceError(.internalError, "Journal entry \(id) cannot take this step.")
        }
        var next = self
        if step.changesTime { next.changed = time }
        switch step {
        case .approved(let intent):
            next.progress = .approved
            switch intent {
            case .payment(let payment): (next.amount, next.fee) = (payment.amount, payment.fee)
            case .handOver(let handOver): (next.amount, next.program) = (handOver.cost.counted, handOver.program.id)
            case .address, .newAddress, .keys, .actions, .identity, .texts: break
            }
        case .prepared(let unsigned, inputs: let spent):
            (next.progress, next.transaction, next.inputs) = (.signed, unsigned, spent)
            next.nodeSignature = .asked
        case .signed(let signed, inputs: let spent):
            (next.progress, next.transaction, next.inputs) = (.signed, signed, spent)
            if nodeSignature == .asked { next.nodeSignature = .given }
        // The payment with the unknown answer is now decided. Whatever took its money did not keep it.
        case .sent: (next.progress, next.end, next.settlement) = (.sent, nil, nil)
        case .calling: next.progress = .calling
        case .calledBack: next.progress = .calledBack
        case .ended(let last): next.end = last
        case .toldFailure(let code): next.toldFailure = code
        case .settled(let why): next.settlement = why
        }
        return next
    }
}

extension JournalStep {
    /// Whether the step changes the time of its entry. A settlement does not: limits, repeated links and the flood rule
    /// must not count it.
    public var changesTime: Bool {
        if case .settled = self { false } else { true }
    }

    /// The outputs of a payment that may be sent from this step on; nil for other steps. A journal refuses the step if an
    /// undecided payment excludes it (``JournalEntry/excludes(_:spending:)``).
    public var spends: [Outpoint]? {
        switch self {
        case .prepared(_, inputs: let inputs), .signed(_, inputs: let inputs): inputs
        default: nil
        }
    }
}

extension Intent {
    /// Whether the intent fits the requested action.
    fileprivate func allows(_ action: Action) -> Bool {
        switch (self, action) {
        case (.payment, .payment), (.address, .address), (.newAddress, .address), (.keys, .masterPublicKey): true
        case (.actions, .transfer), (.actions, .transaction): true
        case (.identity, .login): true
        // Another program can carry out any other action.
        case (.handOver, _): action != .address && action != .masterPublicKey && action != .scanQR
        case (.texts(let texts), .login): texts.purpose == .login
        case (.texts(let texts), .sign): texts.purpose == .message
        default: false
        }
    }
}
