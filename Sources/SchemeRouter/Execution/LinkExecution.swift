/// Carries out a link: the only code with effects, with a journal entry before each one (S6).
public struct LinkExecution: Sendable {
    let services: Services

    /// Creates an execution with its external services.
    public init(services: Services) {
        self.services = services
    }

    /// What is known about a link while it is carried out, even if an error stops it.
    struct Attempt {
        /// Proof that it was counted and may go on.
        let admission: LinkAdmission
        /// Whether the person wants to pay everything that an account can pay.
        let paysAll: Bool
        var chain: ChainID?
        var entry: Int64?
        var wasAsked = false
        /// Whether a notification told the person about the link, so that they may also be told of its end.
        var isInterrupting = false
        var hasAgreed = false
        var agreed: UnixTime = 0
        /// The conversation with the person; it knows what they answered.
        var conversation: Conversation?
        /// Whether another wallet got the link, whatever became of it there: then limits count it.
        var isGiven = false
        /// The entry of an earlier start that the link continued.
        var earlier: Int64?
        /// Whether something was signed. From then on, nobody can be sure that it will have no effect.
        var isSigned = false
        /// Who confirmed that the network has the payment.
        var acceptance: Acceptance?
        /// The wallets that could carry it out; nil if not yet known.
        var choice: WalletChoice?
        /// The entry that is closed once the person knows its outcome.
        var closing: Int64?
    }

    /// Asks the person, carries the link out, records it and calls back. Never throws: every link has an outcome (S10).
    /// - Parameters:
    ///   - link: the link.
    ///   - admission: proof that the link was counted before it was read; nil to count it now. Links that cannot be
    ///     read should be counted, too.
    ///   - target: the wallet that receives it, whatever the person's rules say; nil if they decide.
    ///   - paysAll: whether a link without an amount pays everything that an account can pay. The person is not asked
    ///     for the amount, but agrees to it.
    public func run(
        _ link: ReadLink, _ admission: LinkAdmission? = nil, to target: HandOverRule.Target? = nil,
        paysAll: Bool = false
    ) async -> LinkResult {
        let pass: any AnyObject & Sendable
        var attempt: Attempt
        do {
            let admission =
                try link.isTyped
                ? .typed
                : admission ?? .counting(link.request.header.scheme, tally: services.tally, at: services.now())
            attempt = Attempt(admission: admission, paysAll: paysAll)
            pass = try enter()
        } catch {
            let outcome = Outcome(stoppedBy: error)
            await tell(outcome, of: link)
            return LinkResult(outcome: outcome, entry: nil, words: OutcomeText(link: link))
        }
        // Held until the end: showing the outcome is a dialogue, too, and the next link waits for it.
        defer { withExtendedLifetime(pass) {} }

        let followed = followed(link.coin.id)
        let outcome: Outcome
        do {
            outcome = try await carryOut(link, to: target, &attempt)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        // The entry of a payment without a notified app is closed once the person has been told: until then the answer
        // is owed (S6).
        let isOwed = outcome.isOwed
        if !isOwed, let entry = attempt.entry ?? attempt.closing {
            record(attempt.isGiven ? .handedOver : outcome.journalEnd, of: entry)
        }
        let wasShown = await tell(outcome, of: link, attempt)
        if isOwed, let entry = attempt.closing { record(outcome.journalEnd, of: entry) }
        let isWanted = attempt.hasAgreed || attempt.earlier != nil
        if !isWanted, attempt.wasAsked || wasShown { noteUnwanted(attempt.admission) }
        let failure = await tellFailure(outcome, attempt)
        await followEarlier(link, after: outcome, followed, &attempt)
        return LinkResult(
            outcome: outcome, entry: attempt.entry ?? attempt.earlier, failureCallback: failure?.callback,
            failureCode: failure?.code, acceptance: attempt.acceptance, chain: attempt.chain, choice: attempt.choice,
            words: OutcomeText(link: link, acceptance: attempt.acceptance))
    }

    var policy: PolicyCheck { PolicyCheck(services: services) }

    private func enter() throws(ServiceError) -> any AnyObject & Sendable {
        if let pass = try services.gate.enter() { return pass }
        throw ServiceError(
            .busy, "Another link is waiting for an answer.", hint: "Answer it first, then open this link again.")
    }

    private func record(_ end: JournalEnd, of entry: Int64) {
        // If the journal fails here, nothing can be done about it: the outcome is still reported.
        try? services.journal.note(.ended(end), of: entry, at: services.now())
    }
}
