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
                : admission
                    ?? .counting(
                        link.request.header.scheme, openedBy: services.opener, tally: services.tally, at: services.now()
                    )
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

/// The steps from a link's request to the reply, in this order, whatever it asks for. The table in
/// Documentation/how-it-works.md says where each one is implemented. What differs between the wallet's keys, a node's
/// wallet and a named account is in ``PaymentBackend``, ``Proposal`` and ``LinkExecution/act(on:with:by:of:to:_:)``.
extension LinkExecution {
    func carryOut(
        _ link: ReadLink, to target: HandOverRule.Target?, _ attempt: inout Attempt
    ) async throws -> Outcome {
        if case .open(_, let page) = link.request {
            // This wallet has no page, and no page of a dapp is opened from here: a link that starts a browser could
            // lead it anywhere (S4).
            try policy.checkReceivers(of: link, on: nil)
            return .opened(page)
        }
        // 1. Find the keys, the network, and the person's other wallets.
        let (choice, own) = try wallets(for: link, to: target)
        let chain = own?.chain ?? link.handOverChain
        (attempt.chain, attempt.choice) = (chain, choice)
        // 2. Refuse links of senders that the person keeps refusing, then finish what an earlier start left.
        try refuseFlood(link, on: chain)
        try refuseReturn(link.fingerprints, scheme: link.request.header.scheme)
        if let own, let outcome = try await finishEarlier(link, by: own, &attempt) { return outcome }
        // 3. Choose the wallet. From here on the journal has the link.
        guard let backend = try await choose(choice, own: own, for: link, &attempt) else {
            return try await copyAddress(of: link, &attempt)
        }
        attempt.chain = backend.chain
        let entry = try services.journal.begin(
            link.journalRequest(on: backend.chain, by: backend.way, openedBy: services.opener), at: services.now())
        attempt.entry = entry
        try refuseAll(attempt.paysAll, by: backend)
        // 4. Determine who will be notified of what.
        let (receiver, failures) = try checkedReceiver(for: link, by: backend)
        let conversation = Conversation(
            services: services, consent: try consent(to: link, by: backend, receiver, failures))
        attempt.conversation = conversation
        // 5. Ask about the same link a moment ago.
        try await askAboutReplay(conversation, &attempt)
        // 6. Ask the plugin's questions, get its proposal, and compare that with the request.
        var proposal = try await propose(link, by: backend) { question, answers, most in
            if attempt.paysAll, question == .amount { return try answers.payingAll(most) }
            attempt.wasAsked = true
            return try await conversation.ask(question, answers, most: most)
        }
        let policy = PolicyCheck(services: services, unsettled: proposal.unsettled)
        try policy.check(proposal.intent, of: link)
        attempt.wasAsked = attempt.wasAsked || !proposal.choices.isEmpty
        let taken = try await conversation.choose(among: proposal.choices)
        if let taken {
            (proposal.intent, proposal.previous) = (.payment(taken.payment), taken.previous)
            try policy.check(proposal.intent, of: link)
        }
        // 7. Ask the person to agree.
        attempt.wasAsked = true
        let paid = try paidBefore(proposal.intent, of: link, on: backend.chain, before: entry)
        let unlocked = try await conversation.agree(
            to: proposal.intent, at: taken?.level, after: paid, leaving: proposal.leaves, warning: proposal.warning)
        noteAgreement(&attempt)
        // After a crash only this program gets the answer without another question (S4).
        if link.request.action.isTransaction, case .program(let program, _) = receiver {
            try services.receivers.agree(to: AgreedReceiver(program), of: entry)
        }
        try services.journal.note(.approved(proposal.intent), of: entry, at: attempt.agreed)
        // 8. Sign, send or tell it, and give the reply.
        return try await act(on: proposal, with: unlocked, by: backend, of: link, to: receiver, &attempt)
    }

    /// The pages that the person would be asked to agree to, without asking or recording anything.
    /// - Parameters:
    ///   - link: the link.
    ///   - target: the wallet that receives it; nil if the person's rules decide.
    ///   - paysAll: as in ``run(_:_:to:paysAll:)``.
    public func preview(
        _ link: ReadLink, to target: HandOverRule.Target? = nil, paysAll: Bool = false
    ) async throws -> [String] {
        let (choice, own) = try wallets(for: link, to: target)
        guard let backend = try backend(of: choice, own: own, for: link) else {
            let text = ChoiceText(
                link: link, choice: choice, isPractice: own?.chain.isPractice ?? false,
                columns: services.prompt.columns)
            return try text.dialogue().pages + choice.ways.map { "• " + text.option($0).label }
        }
        let (receiver, failures) = try checkedReceiver(for: link, by: backend, isPreview: true)
        try refuseAll(paysAll, by: backend)
        let proposal = try await propose(link, by: backend) { question, answers, most in
            if paysAll, question == .amount { return try answers.payingAll(most) }
            throw ServiceError(
                .unsupported, "This question must be answered first: \(QuestionText.text(question, link.coin))")
        }
        try PolicyCheck(services: services, unsettled: proposal.unsettled).check(proposal.intent, of: link)
        var consent = try consent(to: link, by: backend, receiver, failures)
        consent.paid = try paidBefore(proposal.intent, of: link, on: backend.chain, before: .max)
        (consent.leaves, consent.networkWarning) = (proposal.leaves, proposal.warning)
        let question = try consent.feeQuestion(about: proposal.choices)
        return (question.map { $0.dialogue.pages + $0.options.map { "• " + $0.label } } ?? [])
            + (try consent.pages(proposal.intent))
    }

    /// Only what this wallet's keys spend is known exactly before it is signed.
    private func refuseAll(_ paysAll: Bool, by backend: PaymentBackend) throws(ServiceError) {
        if case .keys = backend { return }
        let mayChoose = backend.nodeWallet?.takesFeeLevels == true
        switch services.settings.fees.once {
        case nil: break
        case .level where mayChoose: break
        case .level, .rate:
            throw ServiceError(
                .unsupported, "Another wallet makes this payment and chooses its own fee.",
                hint: mayChoose
                    ? "Nothing was sent. Give “--fee” one of the words slow, normal and fast."
                    : "Nothing was sent. Remove “--fee”, or add “--to router” to pay from here.")
        }
        guard paysAll else { return }
        throw ServiceError(
            .unsupported, "Another wallet makes this payment and needs an amount; it cannot pay “all”.",
            hint: "Nothing was sent. Give the amount.")
    }

    private func consent(
        to link: ReadLink, by backend: PaymentBackend, _ receiver: Receiver, _ failures: FailureReplies
    ) throws(ServiceError) -> ConsentText {
        var text = ConsentText(
            link: link, chain: backend.chain, receiver: receiver,
            failures: receivesFailures(receiver, of: link) ? failures : FailureReplies(),
            nodeWallet: backend.nodeWallet?.name, handOver: try handOverText(of: link, by: backend),
            before: try handedOverBefore(link), fee: services.settings.fees.choice(for: link.coin.id),
            now: services.now(), columns: services.prompt.columns)
        text.opener = services.opener
        return text
    }

    /// Who will be notified, after checking that it is allowed and comparing every possible reply with the request (S4,
    /// S11).
    private func checkedReceiver(
        for link: ReadLink, by backend: PaymentBackend, isPreview: Bool = false
    ) throws -> (Receiver, FailureReplies) {
        let chain = backend.chain
        try policy.checkReceivers(of: link, on: chain)
        if case .program(let intent, _) = backend {
            return (.nobody(HandOverText.silence(about: link, intent.program)), FailureReplies())
        }
        for server in [link.request.dapp?.server, link.request.dapp?.wake?.page].compactMap(\.self) {
            try services.checkMayReach(server)
        }
        let failures = try FailureReplies(link)
        if !isPreview { try services.keyring.checkReady() }
        let receiver: Receiver =
            link.isTyped && link.reply == nil
            ? .nobody("There is no app to notify.")
            : try services.receiver(of: link.reply, about: link.request, on: chain)
        if !isPreview { try requireProof(link, receiver) }
        return (receiver, failures)
    }

    /// A payment that requires a proof is refused if no program can receive the proof (BIP321).
    private func requireProof(_ link: ReadLink, _ receiver: Receiver) throws {
        guard let proof = link.request.proof, proof.isRequired else { return }
        switch receiver {
        case .program, .page, .server: return
        case .unreachable(let reason), .nobody(let reason):
            throw ServiceError(
                .refusedByPolicy, "The link requires a proof of payment, which cannot be delivered. \(reason)",
                hint: "Ask the sender for a link without “req-pop”.")
        }
    }
}
