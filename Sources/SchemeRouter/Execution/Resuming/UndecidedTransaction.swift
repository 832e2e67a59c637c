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
