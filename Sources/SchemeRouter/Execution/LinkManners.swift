extension LinkExecution {
    /// Notes that the person agreed to a link: the debt of its scheme is forgiven (``SchemeFloodRule``).
    func noteAgreement(_ attempt: inout Attempt) {
        let now = services.now()
        (attempt.hasAgreed, attempt.agreed) = (true, now)
        noteAgreement(to: attempt.admission)
    }

    /// The same for a link that was only counted.
    func noteAgreement(to admission: LinkAdmission) {
        guard let scheme = admission.scheme else { return }
        let now = services.now()
        // If this cannot be stored, nothing is lost: time pays off the debt.
        try? services.tally.change(scheme) { SchemeFloodRule.forgive(&$0, now: now) }
    }

    /// Notes that the person had to look at a link and did not agree to it.
    func noteUnwanted(_ admission: LinkAdmission) {
        guard let scheme = admission.scheme else { return }
        let now = services.now()
        try? services.tally.change(scheme) { SchemeFloodRule.countUnwanted(&$0, now: now) }
    }

    /// Refuses a link of a sender that was refused too often (``FloodRule``), without showing anything.
    func refuseFlood(_ link: ReadLink, on chain: ChainID) throws {
        guard !link.isTyped else { return }
        let now = services.now()
        let sender = link.request.header.sender?.scheme
        let entries = try services.journal.entries(changedSince: FloodRule.horizon(at: now))
        guard let block = FloodRule.block(sender: sender, entries: entries, now: now) else { return }
        if block.mustBeRecorded {
            let entry = try services.journal.begin(link.journalRequest(on: chain), at: now)
            try services.journal.note(.ended(.failed), of: entry, at: now)
        }
        let who = sender.map { "“\($0)”" } ?? "senders that do not identify themselves"
        throw ServiceError(
            .tooManyRefusals,
            "You refused links from \(who) \(FloodRule.refusals) times within a minute. "
                + "Until \(Self.timeOfDay(block.until)) UTC they are refused without asking you.",
            hint: "That is in \(block.until - now) seconds; after that, you will be asked again.")
    }

    /// Shows how the same link ended a moment ago and asks whether to go on (``ReplayRule``).
    ///
    /// Throws ``PromptError/refused`` if the person stops.
    func askAboutReplay(_ conversation: Conversation, _ attempt: inout Attempt) async throws {
        let link = conversation.link
        let now = services.now()
        let entries = try services.journal.entries(changedSince: ReplayRule.horizon(at: now))
        // The consent already says when it was handed over.
        guard let before = attempt.entry,
            let earlier = ReplayRule.earlierEnd(
                of: link.fingerprint, on: conversation.consent.chain, before: before, entries: entries, now: now)
        else { return }
        let goesElsewhere = conversation.consent.handOver != nil
        guard !(goesElsewhere && earlier.end == .handedOver) else { return }
        attempt.wasAsked = true
        try await conversation.goOn(
            after: ReplayText(
                entry: earlier, coin: link.coin, now: now, goesElsewhere: goesElsewhere, isTyped: link.isTyped))
    }

    /// The journal's earlier payment by the same link, or of the same amount to the same recipient. If another program pays,
    /// also one to the same recipient that was given up, which nothing here can prevent then (S16). Nil if there is none.
    func paidBefore(
        _ intent: Intent, of link: ReadLink, on chain: ChainID, before entry: Int64
    ) throws(ServiceError) -> PaidText? {
        let amount: Amount?
        switch intent {
        case .payment(let payment): amount = payment.amount
        // Limits count a fee in the link, too, but an earlier payment paid the recipient the amount without it.
        case .handOver(let handOver): amount = link.request.asDescribed.map(\.paidAmount) ?? handOver.cost.known
        case .actions: amount = nil
        case .address, .keys, .identity, .texts: return nil
        }
        let request = link.journalRequest(on: chain)
        var earlier = try services.journal.latest(repeating: request, amount: amount, before: entry)
        let payments = link.journalPayments(request, amount: amount)
        for payment in payments where payment.recipient != request.recipient {
            var same = request
            same.recipient = payment.recipient
            let other = try services.journal.latest(repeating: same, amount: payment.amount, before: entry)
            if let other, other.id > earlier?.id ?? 0 { earlier = other }
        }
        if case .handOver = intent, earlier == nil {
            let recipients = payments.map(\.recipient)
            earlier = try GivenUpPayments(on: chain, services: services).payments.last { $0.pays(recipients) }?.entry
        }
        return earlier.map { entry in
            let named = payments.first { entry.pays($0.recipient) }?.named
            return PaidText(entry: entry, request: request, isTyped: link.isTyped, recipient: named)
        }
    }

    /// `14:05:09`, in UTC everywhere, as in the log.
    static func timeOfDay(_ time: UnixTime) -> String {
        [time / 3_600 % 24, time / 60 % 60, time % 60].map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }
}
