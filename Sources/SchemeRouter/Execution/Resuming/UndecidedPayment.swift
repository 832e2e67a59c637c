/// A signed payment from addresses that the network may or may not have accepted.
struct UndecidedPayment: Sendable {
    let transaction: SignedTransaction
    let inputs: [Outpoint]
    /// The person's own payments that spend the same outputs, if it raises a fee.
    var rivals = CompetingPayments()
    /// Whether the signed bytes are known here. Otherwise only the node's wallet that was asked to sign it can have sent it.
    var isSigned = true
    let chain: any Chain
    /// Asks the person; nil if they must not be asked.
    let prompt: (any Prompt)?
    let words: ResumptionText

    enum Finding: Sendable {
        /// It has the payment.
        case known
        /// It does not have it, and all its inputs are unspent.
        case free
        /// It has another transaction, confirmed or unconfirmed, that spends one of its inputs.
        case replaced(TransactionID)
        /// It does not have it, and either does not report what spent its inputs or does not know them.
        case unclear
    }

    /// Sends a recent payment again: the network accepts the same bytes only once. Asks about an old one, or one that
    /// the network refuses.
    func decide(isYoung: Bool, _ budget: inout ReadBudget) async -> Decision {
        if isYoung, isSigned {
            switch await sendAgain(&budget) {
            case .sent(let acceptance): return .sent(acceptance)
            // A refusal proves nothing: nodes also refuse transactions confirmed long ago.
            case .open(let error) where error.code == .networkRefused: break
            case let other: return other
            }
        }
        do {
            return await ask(about: try await look(&budget))
        } catch {
            return .open(ServiceError(of: error))
        }
    }

    private func sendAgain(_ budget: inout ReadBudget) async -> Decision {
        do {
            return .sent(try await budget.run { [chain, transaction] in try await chain.broadcast(transaction) })
        } catch {
            return .open(ServiceError(of: error))
        }
    }

    private func look(_ budget: inout ReadBudget) async throws -> PaymentState? {
        let id = transaction.id
        return try await budget.run { [chain, inputs, rivals] in
            try await chain.state(of: id, spending: inputs, besides: rivals)
        }
    }

    static func finding(_ states: [OutputState?], _ own: TransactionID) -> Finding {
        var replacement: TransactionID?
        for case .spent(let spender)? in states.map(\.?.asSpent) {
            guard let spender else { continue }
            if spender == own { return .known }
            replacement = spender
        }
        if let replacement { return .replaced(replacement) }
        return !states.isEmpty && states.allSatisfy({ $0 == .unspent }) ? .free : .unclear
    }

    /// Giving a payment up frees its UTXOs, so it is offered only if the network shows that it does not have it.
    private func ask(about state: PaymentState?) async -> Decision {
        guard let state, state.isOpen else { return .sent(nil) }
        // There is nothing to send from here. Given up, it is replaced by the next payment to its recipient.
        if !isSigned {
            switch state {
            case .gone, .firstWaits: return .dropped
            case .unclear: return await askWhetherMade()
            case .waiting, .confirmed, .replaced: break
            }
        }
        guard let prompt else { return .open(Self.left) }
        do throws(PromptError) {
            let dialogue = try words.dialogue(state, besides: rivals)
            switch state {
            case .waiting, .confirmed:
                return .sent(nil)
            case .gone, .firstWaits:
                switch try await prompt.choose(dialogue, otherwise: ResumptionText.drop) {
                case .agreed: return await send()
                case .otherwise: return .dropped
                }
            case .replaced(let other):
                try await prompt.confirm(dialogue)
                // The person's own payments have entries of their own.
                return (rivals.earlier + rivals.later).contains(other) ? .dropped : .replaced(other)
            case .unclear:
                try await prompt.confirm(dialogue)
                return await send()
            }
        } catch {
            return .open(Self.left)
        }
    }

    /// Nobody shows what became of a payment that only a node's wallet could sign: the person must find out.
    private func askWhetherMade() async -> Decision {
        guard let prompt else { return .open(Self.unseen) }
        do throws(PromptError) {
            let dialogue = try words.dialogueWhenUnseen(spending: inputs)
            switch try await prompt.choose(dialogue, otherwise: ResumptionText.notMade) {
            case .agreed: return .made
            case .otherwise: return .dropped
            }
        } catch {
            return .open(Self.unseen)
        }
    }

    private func send() async -> Decision {
        do throws(ServiceError) {
            return .sent(try await chain.broadcast(transaction))
        } catch {
            return .open(error)
        }
    }

    private static let unseen = ServiceError(
        .answerUnknown,
        "A node's wallet was asked to sign the payment, and the network does not show whether it was made.")

    /// The error about a payment that nobody decided.
    static let left = ServiceError(
        .answerUnknown, "It is not known whether the network has the payment.",
        hint: Remedy.finish)
}

extension OutputState {
    /// The state without the difference between confirmed and unconfirmed: both prevent other spends.
    fileprivate var asSpent: OutputState {
        if case .spentByWaiting(let spender) = self { return .spent(spender) }
        return self
    }
}

extension ServiceError {
    /// The error that stopped a question to a network.
    init(of error: any Error) {
        self = (error as? ServiceError) ?? ServiceError(.networkUnreachable, "The network check was not completed.")
    }
}

/// A signed transaction of a named account that the network may or may not have executed.
///
/// Such a network cannot be asked about a transaction, because nodes are not required to keep them. While it is valid,
/// the same bytes can be sent again, because a network executes them only once; afterwards only the person can find
/// out.
struct UndecidedTransaction: Sendable {
    let transaction: SignedTransaction
    let chain: any AccountChain
    /// Asks the person; nil if they must not be asked.
    let prompt: (any Prompt)?
    let words: ResumptionText
    /// The time by this computer's clock.
    let now: UnixTime

    /// How many seconds past a transaction's expiry both clocks, this computer's and the network's, must be before it
    /// counts as expired.
    static let margin: UnixTime = 600

    /// Sends a recent transaction again, and asks about an old one. It is never signed again.
    func decide(isYoung: Bool, _ budget: inout ReadBudget) async -> Decision {
        var refusal: ServiceError?
        if isYoung {
            do {
                try await budget.run { [chain, transaction] in try await chain.send(transaction) }
                return .sent(nil)
            } catch {
                let error = ServiceError(of: error)
                // A refusal proves nothing: an executed transaction is refused, too, after it has expired.
                guard error.code != .networkUnreachable, error.code != .answerUnknown else { return .open(error) }
                refusal = error
            }
        }
        let isOver: Bool
        do {
            let frame = try await budget.run { [chain] in try await chain.frame() }
            // By both clocks: ours may be wrong, and the network's is a node's word (S16). New transactions expire
            // later than this one.
            isOver =
                transaction.expires.map { expires in
                    let end = expires + Self.margin
                    return now >= end && UnixTime(frame.expiration) >= end
                } ?? false
        } catch {
            return .open(ServiceError(of: error))
        }
        if let refusal, !isOver { return .open(refusal) }
        return await ask(isOver: isOver)
    }

    private func ask(isOver: Bool) async -> Decision {
        guard let prompt else { return .open(UndecidedPayment.left) }
        do throws(PromptError) {
            guard isOver else {
                try await prompt.confirm(try words.dialogueWhileValid())
                return await send()
            }
            switch try await prompt.choose(try words.dialogueWhenOver(), otherwise: ResumptionText.notExecuted) {
            case .agreed: return .sent(nil)
            case .otherwise: return .dropped
            }
        } catch {
            return .open(UndecidedPayment.left)
        }
    }

    private func send() async -> Decision {
        do throws(ServiceError) {
            try await chain.send(transaction)
            return .sent(nil)
        } catch {
            return .open(error)
        }
    }
}
