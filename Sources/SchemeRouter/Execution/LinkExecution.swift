/// Does what a link asks for: the only place with effects, with a journal entry before each one (S6).
public struct LinkExecution: Sendable {
    let services: Services

    /// An execution with everything it needs from outside.
    public init(services: Services) {
        self.services = services
    }

    /// What is known of a link on its way, whatever stops it.
    struct Attempt {
        /// That it was counted and may go on.
        let admission: LinkAdmission
        /// Its entry in the journal.
        var entry: Int64?
        /// Whether the person was asked anything.
        var wasAsked = false
        /// Whether a notification told the person something about the link, so that they may be told of its end too.
        var isInterrupting = false
        /// Whether the person agreed to what it asks for.
        var hasAgreed = false
        /// The talk with the person; it knows what they answered.
        var conversation: Conversation?
        /// Whether a node's wallet may still pay: the entry stays open.
        var isOrdered = false
        /// The entry of an earlier start that the link finished.
        var earlier: Int64?
        /// By whose word the network has the payment.
        var acceptance: Acceptance?
        /// The entry that is closed once the person knows how it ended.
        var closing: Int64?
    }

    /// Asks the person, does it, records it and calls back. Never throws: every link has an outcome (S10).
    /// - Parameter admission: where the link was counted already, before it was read. Otherwise it is counted now; links
    ///   that cannot be read should be counted too.
    public func run(_ link: ReadLink, _ admission: LinkAdmission? = nil) async -> LinkResult {
        let pass: any AnyObject & Sendable
        var attempt: Attempt
        do {
            let admission =
                try admission ?? .counting(link.request.header.scheme, tally: services.tally, at: services.now())
            attempt = Attempt(admission: admission)
            pass = try enter()
        } catch {
            let outcome = Outcome(stoppedBy: error)
            await tell(outcome, of: link)
            return LinkResult(outcome: outcome, entry: nil)
        }
        // Held to the end: telling is a dialogue too, and the next link waits for it.
        defer { withExtendedLifetime(pass) {} }

        let followed = followed(link.coin.id)
        let outcome: Outcome
        do {
            outcome = try await perform(link, &attempt)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        // A payment that nobody was told of is closed when the person was: until then the answer is owed (S6).
        let isOwed = outcome.isOwed
        if !isOwed, !attempt.isOrdered, let entry = attempt.entry ?? attempt.closing { record(outcome, of: entry) }
        let wasShown = await tell(outcome, of: link, attempt)
        if isOwed, let entry = attempt.closing { record(outcome, of: entry) }
        let isWanted = attempt.hasAgreed || attempt.earlier != nil
        if !isWanted, attempt.wasAsked || wasShown { noteUnwanted(attempt.admission) }
        let failureCallback = await tellFailure(outcome, of: link, attempt)
        await followEarlier(link, after: outcome, followed, &attempt)
        return LinkResult(
            outcome: outcome, entry: attempt.entry ?? attempt.earlier, failureCallback: failureCallback,
            acceptance: attempt.acceptance)
    }

    var policy: PolicyCheck { PolicyCheck(services: services) }

    private func enter() throws(ServiceError) -> any AnyObject & Sendable {
        if let pass = try services.gate.enter() { return pass }
        throw ServiceError(
            .busy, "Another link is waiting for an answer.", hint: "Answer it first, then open this link again.")
    }

    /// The pages the person would be asked to agree to, without asking or recording anything.
    public func preview(_ link: ReadLink) async throws -> [String] {
        if link.request.dapp != nil { return try await previewForDapp(link) }
        let network = try configuredNetwork(for: link)
        try policy.checkReceivers(of: link, on: network.id)
        let facts = try facts(of: link, on: network)
        let intent = try await intent(for: link, on: network, facts: facts) { question, _ in
            throw ServiceError(
                .unsupported, "The person would first be asked: \(QuestionText.text(question, link.coin))")
        }.intent
        try policy.check(intent, of: link.coin)
        let receiver = try receiver(for: link, on: network.id)
        let tellsFailure = hearsOfFailure(receiver, of: link)
        return try ConsentText(
            link: link, chain: facts.id, receiver: receiver, tellsFailure: tellsFailure,
            nodeWallet: network.wallet?.name
        ).pages(intent)
    }

    private func perform(_ link: ReadLink, _ attempt: inout Attempt) async throws -> Outcome {
        if case .open(let request) = link.request {
            // There is no page of this wallet, and no page of a dapp is opened from here: a browser that a link starts
            // could be led anywhere (S4).
            try policy.checkReceivers(of: link, on: nil)
            return .opened(request.page)
        }
        if link.request.dapp != nil { return try await performForDapp(link, &attempt) }
        let network = try configuredNetwork(for: link)
        try refuseFlood(link, on: network.id)
        if let wallet = network.wallet,
            let outcome = try await finishOrder(of: link, by: wallet, on: network.id, &attempt)
        {
            return outcome
        }
        if let outcome = try await finishEarlier(link, on: network.id, &attempt) { return outcome }
        let entry = try services.journal.begin(link.journalRequest(on: network.id), at: services.now())
        attempt.entry = entry
        try policy.checkReceivers(of: link, on: network.id)
        try services.keyring.checkReady()
        let facts = try facts(of: link, on: network)
        let receiver = try receiver(for: link, on: network.id)
        try requireProof(link, receiver)
        let conversation = Conversation(
            services: services, chain: facts.id, receiver: receiver,
            tellsFailure: hearsOfFailure(receiver, of: link), link: link, nodeWallet: network.wallet?.name)
        attempt.conversation = conversation
        try await askAboutReplay(conversation, &attempt)

        let proposal = try await intent(for: link, on: network, facts: facts) { question, answers in
            attempt.wasAsked = true
            return try await conversation.ask(question, answers)
        }
        try policy.check(proposal.intent, of: link.coin)
        attempt.wasAsked = true
        let unlocked = try await conversation.agree(to: proposal.intent)
        noteAgreement(&attempt)
        if let wallet = network.wallet, case .payment(let payment) = proposal.intent {
            return try await order(payment, of: link, from: wallet, to: receiver, &attempt)
        }
        try services.journal.note(.approved(proposal.intent), of: entry, at: services.now())

        let digest = IntentDigest(proposal.intent)
        switch (proposal.intent, unlocked) {
        case (.payment(let payment), .some(let keyring)):
            let signed = try keyring.sign(payment, approved: digest, coin: link.coin, previous: proposal.previous)
            try services.journal.note(
                .signed(signed, inputs: payment.inputs.map(\.outpoint)), of: entry, at: services.now())
            do throws(ServiceError) {
                attempt.acceptance = try await network.chain.broadcast(signed)
            } catch {
                guard !error.meansNotSent else { throw error }
                return .unknown(signed, error)
            }
            return .paid(signed, payment, callback: answer(link, signed, receiver, &attempt))
        case (.keys(let keys), .some(let keyring)):
            let told = try keyring.publicKeys(for: keys, approved: digest, coin: link.coin)
            let values: [CallbackTemplate.Blank: String] = [
                .masterPublicKeyBIP32: told.bip32, .masterPublicKeyBIP44: told.bip44,
            ]
            return .toldKeys(told, callback: deliver(link, to: receiver, entry, values))
        case (.address(let address), _):
            let delivery = deliver(link, to: receiver, entry, [.address: address.address.text])
            return .toldAddress(address.address, callback: delivery)
        case (.payment, nil), (.keys, nil), (.actions, _), (.texts, _):
            throw ServiceError(.internalError, "Money and keys need the passcode.")
        }
    }

    /// What will be done if the person agrees, by the wallet's keys or the node's.
    private func intent(
        for link: ReadLink, on network: ConfiguredNetwork, facts: ChainFacts,
        ask: (Question, Answers) async throws -> Answers
    ) async throws -> Proposal {
        guard let wallet = network.wallet else {
            return try await Proposal.make(for: link, on: network, facts: facts, services: services, ask: ask)
        }
        let payment = try await nodeProposal(for: link, by: wallet, facts: facts, ask: ask)
        return Proposal(intent: .payment(payment), previous: [:])
    }

    private func configuredNetwork(for link: ReadLink) throws -> ConfiguredNetwork {
        guard link.request.action != .scanQR else {
            throw ServiceError(
                .unsupported, "Scanning QR codes is not supported.",
                hint: "Scan the code with a phone and give the link it holds to “router open -”.")
        }
        let network = try services.networks.network(of: link.coin)
        guard network.id.network == link.request.header.network else {
            throw ServiceError(.badConfiguration, "The link was read for another network than the configured one.")
        }
        return network
    }

    private func facts(of link: ReadLink, on network: ConfiguredNetwork) throws -> ChainFacts {
        guard let parameters = link.coin.networks[network.id.network] else {
            throw ServiceError(
                .badConfiguration, "\(link.coin.title) has no network “\(network.id.network.rawValue)” in schemes.yaml."
            )
        }
        return ChainFacts(
            coin: link.coin, id: network.id, parameters: parameters,
            isInstantSendOn: link.coin.hasInstantSend && !services.settings.instantSendOff.contains(link.coin.id))
    }

    /// Who requires a proof of payment is not paid where no program can be given it (BIP321).
    private func requireProof(_ link: ReadLink, _ receiver: Receiver) throws {
        guard case .payment(let payment) = link.request, let proof = payment.proof, proof.isRequired else { return }
        switch receiver {
        case .program, .page: return
        case .unreachable(let reason), .nobody(let reason):
            throw ServiceError(
                .refusedByPolicy, "The link requires a proof of payment, which cannot be given. \(reason)",
                hint: "Ask the sender for a link without “req-pop”.")
        }
    }

    /// Records that the payment is out, and gives the answer. What the journal cannot note first is not done: the next
    /// start gives the answer, and would give it again.
    func answer(
        _ link: ReadLink, _ signed: SignedTransaction, _ receiver: Receiver, _ attempt: inout Attempt
    ) -> CallbackDelivery {
        guard let entry = attempt.entry, (try? services.journal.note(.sent, of: entry, at: services.now())) != nil,
            announces(receiver, entry)
        else { return Self.unrecorded }
        attempt.closing = entry
        return deliver(link, to: receiver, entry, signed.values)
    }

    private func record(_ outcome: Outcome, of entry: Int64) {
        // Nothing can be done about a journal that fails here: the outcome itself is still reported.
        try? services.journal.note(.ended(outcome.journalEnd), of: entry, at: services.now())
    }
}
