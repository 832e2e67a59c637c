/// Finds the wallet that carries out a link, and asks the person if they must choose (S15).
extension LinkExecution {
    /// Refuses a link that came back from the program that just received it: it would loop for ever.
    func refuseReturn(_ fingerprints: Set<String>, scheme: String) throws {
        let now = services.now()
        let sent = try services.handedOver.recent().first {
            $0.isOne(of: fingerprints) && abs(now - $0.at) <= HandedOverLink.loopTime
        }
        guard let sent else { return }
        throw ServiceError(
            .tooManyHops,
            "\(Quoted(sent.program, limit: 80)) received this link a moment ago, and it came back. It is ignored.",
            hint: "Either you opened it twice, or that program hands “\(scheme):” links back. Wait "
                + "\(HandedOverLink.loopTime) seconds, then open it again if you want to.")
    }

    /// Refuses to hand over a link that may have been paid from here.
    private func refuseUndecided(_ link: ReadLink) throws {
        guard case .payment(let payment) = link.request else { return }
        let spellings = link.spellings(of: payment.address)
        let mayBePaid = try services.journal.undecidedPayments().contains { entry in
            entry.request.fingerprint == link.fingerprint
                || (entry.request.chain == link.handOverChain && spellings.contains(where: entry.pays))
        }
        guard mayBePaid else { return }
        throw ServiceError(
            .refusedByPolicy, "It is not known whether this wallet has already paid this link.",
            hint: "Finish that payment first with “router resume”.")
    }

    /// The wallets that can carry out a link, and this wallet's means; nil if it has none. Throws the reason if no
    /// wallet can.
    func wallets(
        for link: ReadLink, to target: HandOverRule.Target?
    ) throws -> (WalletChoice, own: Means?) {
        let own = Result { try means(of: link) }
        let choice = WalletChoice(
            for: link, isHere: (try? own.get()) != nil, wallets: services.wallets, rules: services.settings.handOver,
            target: target)
        guard choice.ways.isEmpty else { return (choice, try? own.get()) }
        if target == nil, case .failure(let error as ServiceError) = own, error.code == .noNetwork,
            case .payment = link.request, link.outgoing.isEmpty
        {
            throw ServiceError(
                .unsupported,
                "The link requires something that no other wallet is known to support, and there is no \(link.coin.title) wallet here.",
                hint: error.hint)
        }
        guard case .program(let id)? = target else { return (choice, try own.get()) }
        throw ServiceError(
            .noHandOverTarget, "\(Quoted(id, limit: 80)) is not installed or does not accept such links.",
            hint: "“router handlers \(link.request.header.scheme)” lists suitable programs.")
    }

    /// The means of the chosen wallet for a link; nil if the person must still choose.
    func means(of choice: WalletChoice, own: Means?, for link: ReadLink) throws -> Means? {
        guard !choice.ways.isEmpty else { return own }
        return try choice.decided.map { try means(by: $0, choice, own: own, for: link) }
    }

    private func means(
        by way: WalletChoice.Way, _ choice: WalletChoice, own: Means?, for link: ReadLink
    ) throws -> Means {
        guard let other = way.other else { return try own ?? means(of: link) }
        return .program(
            HandOverIntent(
                chain: link.handOverChain, program: other.program, link: other.link.text, scheme: other.link.scheme,
                instruction: other.link.instruction, cost: link.cost(by: other.link.instruction),
                isRewritten: other.link.isRewritten),
            choice)
    }

    /// The means of the chosen wallet for a link; asks the person if several wallets are possible. Nil if they copy the
    /// address.
    func choose(_ choice: WalletChoice, own: Means?, for link: ReadLink, _ attempt: inout Attempt) async throws
        -> Means?
    {
        if let means = try means(of: choice, own: own, for: link) {
            if case .program = means { try refuseUndecided(link) }
            return means
        }
        do {
            try policy.checkReceivers(of: link, on: nil)
            attempt.wasAsked = true
            guard let way = try await ask(choice, for: link, own) else {
                try refuseUndecided(link)
                return nil
            }
            if way != .here { try refuseUndecided(link) }
            return try means(by: way, choice, own: own, for: link)
        } catch {
            // Links that end here are recorded, too: refusals count.
            attempt.entry = try services.journal.begin(
                link.journalRequest(on: own?.chain ?? link.handOverChain), at: services.now())
            throw error
        }
    }

    private func ask(_ choice: WalletChoice, for link: ReadLink, _ own: Means?) async throws -> WalletChoice.Way? {
        let text = ChoiceText(
            link: link, choice: choice, isPractice: own?.chain.isPractice ?? false,
            before: try handedOverBefore(link), columns: services.prompt.columns)
        // This wallet is always in the list.
        let others = choice.ways.filter { $0 != .here }.prefix(ChoiceText.mostPrograms)
        let ways = Array(others) + choice.ways.filter { $0 == .here }
        // The other choices, after the wallets.
        let copying = canCopy(link) ? [text.copying] : []
        let always = services.handOverRules != nil && choice.ways.count > 1 ? [text.always] : []
        let options = ways.map(text.option) + copying + always
        let picked = try await services.prompt.select(try text.dialogue(), from: options)
        if ways.indices.contains(picked) { return ways[picked] }
        if options[picked] == text.copying { return nil }
        guard let rules = services.handOverRules else { throw PromptError.refused }
        let offered = text.rules(for: ways)
        let lines = offered.map { PromptOption(text.label(of: $0), detail: rules.line(for: $0.rule)) }
        let chosen = try await services.prompt.select(try text.rulesDialogue(), from: lines)
        guard offered.indices.contains(chosen) else { throw PromptError.refused }
        _ = try rules.remember(offered[chosen].rule)
        return offered[chosen].way
    }
}

extension ReadLink {
    /// The chain on which another wallet pays: never the practice ledger.
    var handOverChain: ChainID {
        ChainID(coin: coin.id, network: request.header.network, isPractice: false)
    }
}
