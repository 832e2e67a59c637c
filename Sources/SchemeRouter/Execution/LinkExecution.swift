/// Does what a link asks for: the only place with effects, with a journal entry before each one (S6).
public struct LinkExecution: Sendable {
    let services: Services

    /// An execution with everything it needs from outside.
    public init(services: Services) {
        self.services = services
    }

    /// Asks the person, does it, records it and calls back. Never throws: every link has an outcome (S10).
    public func run(_ link: ReadLink) async -> LinkResult {
        var entry: Int64?
        let outcome: Outcome
        do {
            guard let pass = try services.gate.enter() else {
                throw ServiceError(
                    .busy, "Another link is waiting for an answer.", hint: "Answer it first, then open this link again."
                )
            }
            defer { withExtendedLifetime(pass) {} }
            let network = try configuredNetwork(for: link)
            try refuseUndecided(link)
            entry = try services.journal.begin(link.journalRequest(on: network.id), at: services.now())
            outcome = try await perform(link, on: network, entry: entry ?? 0)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        if let entry { record(outcome, of: entry) }
        await tell(outcome, link)
        return LinkResult(outcome: outcome, entry: entry)
    }

    /// The pages the person would be asked to agree to, without asking or recording anything.
    public func preview(_ link: ReadLink) async throws -> [String] {
        let network = try configuredNetwork(for: link)
        let facts = try facts(of: link, on: network)
        let proposal = try await Proposal.make(for: link, on: network, facts: facts, services: services) {
            question, _ in
            throw ServiceError(
                .unsupported, "The person would first be asked: \(QuestionText.text(question, facts.coin))")
        }
        return try ConsentText(link: link, facts: facts, receiver: receiver(for: link, on: network)).pages(
            proposal.intent)
    }

    private func perform(_ link: ReadLink, on network: ConfiguredNetwork, entry: Int64) async throws -> Outcome {
        try services.keyring.checkReady()
        let facts = try facts(of: link, on: network)
        let receiver = receiver(for: link, on: network)
        let conversation = Conversation(services: services, facts: facts, receiver: receiver, link: link)
        let proposal = try await Proposal.make(
            for: link, on: network, facts: facts, services: services, ask: conversation.ask)
        let unlocked = try await conversation.agree(to: proposal.intent)
        try services.journal.note(.approved(proposal.intent), of: entry, at: services.now())

        let digest = IntentDigest(proposal.intent)
        switch (proposal.intent, unlocked) {
        case (.payment(let payment), .some(let keyring)):
            let signed = try keyring.sign(payment, approved: digest, coin: link.coin, previous: proposal.previous)
            try services.journal.note(
                .signed(signed, inputs: payment.inputs.map(\.outpoint)), of: entry, at: services.now())
            do throws(ServiceError) {
                try await network.chain.broadcast(signed)
            } catch {
                guard error.code == .answerUnknown else { throw error }
                return .unknown(signed, error)
            }
            // The payment is out, whatever the disk says now: an entry left at "signed" is sent again, which is harmless.
            try? services.journal.note(.sent, of: entry, at: services.now())
            return .paid(signed, payment, callback: deliver(link, to: receiver, entry, [.txid: signed.id.hex]))
        case (.keys(let keys), .some(let keyring)):
            let told = try keyring.publicKeys(for: keys, approved: digest, coin: link.coin)
            let values: [CallbackTemplate.Blank: String] = [
                .masterPublicKeyBIP32: told.bip32, .masterPublicKeyBIP44: told.bip44,
            ]
            return .toldKeys(told, callback: deliver(link, to: receiver, entry, values))
        case (.address(let address), _):
            let delivery = deliver(link, to: receiver, entry, [.address: address.address.text])
            return .toldAddress(address.address, callback: delivery)
        case (.payment, nil), (.keys, nil):
            throw ServiceError(.internalError, "Money and keys need the passcode.")
        }
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

    /// While a payment is undecided the same link must not pay anew (S6).
    private func refuseUndecided(_ link: ReadLink) throws {
        let fingerprint = link.fingerprint
        guard
            let entry = try services.journal.undecidedPayments().first(where: { $0.request.fingerprint == fingerprint })
        else { return }
        throw ServiceError(
            .answerUnknown, "This link was paid before (entry \(entry.id)), and the answer is still unknown.",
            hint:
                "Do not pay again: look at “router history” and at the transaction \(entry.transaction?.id.hex ?? "").")
    }

    private func record(_ outcome: Outcome, of entry: Int64) {
        // Nothing can be done about a journal that fails here: the outcome itself is still reported.
        try? services.journal.note(.ended(outcome.journalEnd), of: entry, at: services.now())
    }
}

extension Outcome {
    fileprivate init(stoppedBy error: any Error) {
        switch error {
        case PromptError.refused: self = .refused
        case PromptError.timedOut: self = .timedOut
        case PromptError.unavailable(let reason):
            self = .failed(ServiceError(.noPrompt, "There is no way to ask you: \(reason)"))
        case let error as RequestError: self = .rejected(error)
        case let error as ServiceError: self = .failed(error)
        default: self = .failed(ServiceError(.internalError, "\(error)"))
        }
    }

    fileprivate var journalEnd: JournalEnd {
        switch self {
        case .paid, .toldAddress, .toldKeys: .done
        case .rejected, .failed: .failed
        case .refused: .refused
        case .timedOut: .timedOut
        case .unknown: .unknown
        }
    }
}

extension ReadLink {
    /// What the journal keeps of the request: no text of the caller, no keys.
    fileprivate func journalRequest(on chain: ChainID) -> JournalRequest {
        let header = request.header
        var recipient: String?
        var amount: Amount?
        var account: UInt32?
        switch request {
        case .payment(let payment): (recipient, amount) = (payment.address, payment.amount)
        case .key(let key): account = key.account
        case .address, .scanQR: break
        }
        return JournalRequest(
            action: request.action, scheme: header.scheme, fingerprint: fingerprint, chain: chain,
            sender: header.sender?.scheme, recipient: recipient, amount: amount, account: account)
    }
}
