/// Which step may follow which (S6): what every journal keeps to, wherever it stores its entries.
extension JournalEntry {
    /// Whether it is a payment that was signed and is neither sent nor certainly not sent.
    public var isUndecided: Bool { progress == .signed && (end == nil || end == .unknown) }

    /// Whether something is left to do.
    public var isUnfinished: Bool { end == nil || isUndecided }

    /// For how many seconds a payment is followed: 30 days.
    public static let longestFollowed: UnixTime = 30 * 24 * 60 * 60

    /// Whether it is looked up if the network still has this payment, with real money and from our own keys: until blocks
    /// confirm it the network may forget it, and then its bytes are needed again.
    public var isFollowed: Bool { settlement == nil && progress != .signed && isRealPayment }

    /// Whether it is a payment with real money that was signed and given up: whoever was sent it can still have it
    /// confirmed, until its UTXOs are spent.
    public var isGivenUp: Bool { progress == .signed && (end == .failed || end == .dropped) && isRealPayment }

    /// Whether this payment was sent and spends a UTXO of `other`, so that never both are confirmed. One that is not
    /// decided yet may never be sent.
    public func replaces(_ other: JournalEntry) -> Bool {
        id != other.id && request.chain == other.request.chain && isRealPayment && progress != .signed
            && !Set(inputs).isDisjoint(with: other.inputs)
    }

    /// Whether there are bytes of a payment from our own keys that a network could take. The bytes of a node's wallet are
    /// the node's to look after, and may be missing.
    private var isRealPayment: Bool {
        request.action == .payment && !request.chain.isPractice && transaction?.bytes.isEmpty == false
    }

    /// Whether `step` can follow: nothing is skipped, and nothing follows an end but the answer to an unknown one, and
    /// once that the requesting app was told of a failure. A payment that was given up can turn out to be sent.
    public func allows(_ step: JournalStep) -> Bool {
        switch step {
        case .toldFailure: return toldFailure == nil && end != nil && end != .done && end != .handedOver
        case .settled: return isFollowed
        case .sent where isGivenUp: return true
        default: break
        }
        guard end == nil || end == .unknown else { return false }
        return switch step {
        case .approved(let intent): progress == .seen && end == nil && intent.allows(request.action)
        case .signed: progress == .approved && end == nil && request.action.isTransaction && program == nil
        case .sent: progress == .signed
        case .calling: end == nil && request.action.isTransaction && [.sent, .calling].contains(progress)
        case .calledBack:
            end == nil && program == nil && progress == (request.action.isTransaction ? .calling : .approved)
        case .ended(let end): allows(end)
        case .toldFailure, .settled: false
        }
    }

    private func allows(_ end: JournalEnd) -> Bool {
        switch end {
        // A payment may be out although its "sent" could not be written.
        case .handedOver: progress == .approved && program != nil
        case .done: program == nil && progress != .seen && (!request.action.isTransaction || progress != .approved)
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

    /// Whether this was sent, or may have been, and is what `other` asks for now: the same link, or a payment of the same
    /// amount to the same recipient. Bech32 addresses may be written in capitals; no two others differ by their case alone.
    /// - Parameters:
    ///   - other: the request that may be the same.
    ///   - amount: what would be paid; nil where that is not an amount of the coin.
    public func repeats(_ other: JournalRequest, amount: Amount?) -> Bool {
        guard request.action.isTransaction, program == nil, request.chain == other.chain else { return false }
        switch progress {
        case .seen, .approved: return false
        case .signed: guard isUndecided else { return false }
        case .sent, .calling, .calledBack: break
        }
        if request.fingerprint == other.fingerprint { return true }
        guard request.action == .payment, let amount, let recipient = other.recipient else { return false }
        return self.amount == amount && request.recipient?.lowercased() == recipient.lowercased()
    }

    /// The entry after a step. Throws ``ServiceError/Code/internalError`` where the step cannot follow.
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
            case .handOver(let handOver): (next.amount, next.program) = (handOver.amount, handOver.program.id)
            case .address, .keys, .actions, .identity, .texts: break
            }
        case .signed(let signed, inputs: let spent):
            (next.progress, next.transaction, next.inputs) = (.signed, signed, spent)
        // A payment whose answer was unknown is decided now.
        case .sent: (next.progress, next.end) = (.sent, nil)
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
    /// Whether the step changes the time of its entry. The end of following a payment does not: limits, repeated links
    /// and the flood rule must not count it.
    public var changesTime: Bool {
        if case .settled = self { false } else { true }
    }
}

extension Intent {
    /// Whether it answers what was asked for.
    fileprivate func allows(_ action: Action) -> Bool {
        switch (self, action) {
        case (.payment, .payment), (.address, .address), (.keys, .masterPublicKey): true
        case (.actions, .transfer), (.actions, .transaction): true
        case (.identity, .login): true
        // Whatever it asks for, another program carries it out.
        case (.handOver, _): action != .address && action != .masterPublicKey && action != .scanQR
        case (.texts(let texts), .login): texts.purpose == .login
        case (.texts(let texts), .sign): texts.purpose == .message
        default: false
        }
    }
}
