/// Does what a link asks for: the only place with effects, with a journal entry before each one (S6).
public struct LinkExecution: Sendable {
    let services: Services

    /// An execution with everything it needs from outside.
    public init(services: Services) {
        self.services = services
    }

    /// What is known of a link while it is carried out, whatever stops it.
    struct Attempt {
        /// That it was counted and may go on.
        let admission: LinkAdmission
        /// Whether the person wants to pay everything an account can pay.
        let paysAll: Bool
        var chain: ChainID?
        var entry: Int64?
        var wasAsked = false
        /// Whether a notification told the person something about the link, so that they may be told of its end too.
        var isInterrupting = false
        var hasAgreed = false
        var agreed: UnixTime = 0
        /// The talk with the person; it knows what they answered.
        var conversation: Conversation?
        /// Whether a node's wallet may still pay: the entry stays open.
        var isOrdered = false
        /// The entry of an earlier start that the link finished.
        var earlier: Int64?
        /// Whether something was signed. From then on nobody can know that nothing comes of it.
        var isSigned = false
        /// By whose word the network has the payment.
        var acceptance: Acceptance?
        /// Which wallets could carry it out; nil while that is not known.
        var choice: WalletChoice?
        /// The entry that is closed once the person knows how it ended.
        var closing: Int64?
    }

    /// Asks the person, does it, records it and calls back. Never throws: every link has an outcome (S10).
    /// - Parameters:
    ///   - link: the link.
    ///   - admission: where the link was counted already, before it was read. Otherwise it is counted now; links
    ///     that cannot be read should be counted too.
    ///   - target: the wallet that receives it, whatever the person's rules say; nil if they decide.
    ///   - paysAll: whether a link without an amount pays everything an account can pay; the person is not asked
    ///     how much, and agrees to that amount.
    public func run(
        _ link: ReadLink, _ admission: LinkAdmission? = nil, to target: HandOverRule.Target? = nil,
        paysAll: Bool = false
    ) async -> LinkResult {
        let pass: any AnyObject & Sendable
        var attempt: Attempt
        do {
            let admission =
                try admission ?? .counting(link.request.header.scheme, tally: services.tally, at: services.now())
            attempt = Attempt(admission: admission, paysAll: paysAll)
            pass = try enter()
        } catch {
            let outcome = Outcome(stoppedBy: error)
            await tell(outcome, of: link)
            return LinkResult(outcome: outcome, entry: nil, words: OutcomeText(link: link))
        }
        // Held to the end: telling is a dialogue too, and the next link waits for it.
        defer { withExtendedLifetime(pass) {} }

        let followed = followed(link.coin.id)
        let outcome: Outcome
        do {
            outcome = try await carryOut(link, to: target, &attempt)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        // A payment that no app was notified of is closed when the person has been told: until then the answer is owed
        // (S6).
        let isOwed = outcome.isOwed
        if !isOwed, !attempt.isOrdered, let entry = attempt.entry ?? attempt.closing { record(outcome, of: entry) }
        let wasShown = await tell(outcome, of: link, attempt)
        if isOwed, let entry = attempt.closing { record(outcome, of: entry) }
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

    private func record(_ outcome: Outcome, of entry: Int64) {
        // Nothing can be done about a journal that fails here: the outcome itself is still reported.
        try? services.journal.note(.ended(outcome.journalEnd), of: entry, at: services.now())
    }
}
