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
        let spellings: [String]
        if let address = link.request.payable?.address {
            spellings = link.spellings(of: address)
        } else if let described = link.request.asDescribed, described.action == .payment, link.hasCoin {
            spellings = described.payments.compactMap { $0.address?.text }
        } else {
            return
        }
        let mayBePaid = try services.journal.undecidedPayments().contains { entry in
            entry.request.fingerprint == link.fingerprint
                || (entry.request.chain == link.handOverChain && spellings.contains(where: entry.pays))
        }
        guard mayBePaid else { return }
        throw ServiceError(
            .refusedByPolicy, "It is not known whether this wallet has already paid this link.",
            hint: Remedy.finishFirst)
    }

    /// The wallets that can carry out a link, and this wallet's means; nil if it has none. Throws the reason if no
    /// wallet can.
    func wallets(
        for link: ReadLink, to target: HandOverRule.Target?
    ) throws -> (WalletChoice, own: PaymentBackend?) {
        let own = Result { try backend(of: link) }
        let choice = WalletChoice(
            for: link, isHere: (try? own.get()) != nil, wallets: services.wallets, rules: services.settings.handOver,
            target: target)
        guard choice.ways.isEmpty else { return (choice, try? own.get()) }
        if let name = link.lostReference, target != .here { throw Self.losing(name, of: link) }
        if target == nil, case .failure(let error as ServiceError) = own, error.code == .noNetwork,
            link.request.payable != nil, link.outgoing.isEmpty
        {
            throw ServiceError(
                .unsupported,
                "The link requires something that no other wallet is known to support, and there is no \(link.coin.title) wallet here.",
                hint: error.hint)
        }
        if target == nil, case .failure(let error as ServiceError) = own, error.code == .noNetwork, !link.coin.isForeign
        {
            throw Self.nobody(for: link, error)
        }
        guard case .program(let id)? = target else { return (choice, try own.get()) }
        throw ServiceError(
            .noHandOverTarget, "\(Quoted(id, limit: 80)) is not installed or does not accept such links.",
            hint: Remedy.programs(scheme: link.request.header.scheme).text { "\($0) lists suitable programs." })
    }

    /// The error about a link that neither this wallet nor another program can answer, with the two ways on.
    private static func nobody(for link: ReadLink, _ error: ServiceError) -> ServiceError {
        let (does, from) =
            link.request.action == .payment ? ("pays", "To pay from here") : ("answers", "To answer from here")
        let here = error.hint ?? "Choose a network for \(link.coin.title)."
        return ServiceError(
            .noNetwork, "No program here \(does) \(link.coin.title) links.",
            hint:
                "\(from): \(here) Or install a wallet program that opens “\(link.request.header.scheme):” links, and open this "
                + "one again.", reason: error.reason)
    }

    /// The error about a link whose reference no program would receive.
    private static func losing(_ name: String, of link: ReadLink) -> ServiceError {
        var hint = "Copy the link into your wallet yourself."
        if link.request.asDescribed == nil {
            hint +=
                " If your wallet reads it, add “reads: [\(name.lowercased())]” to its rule under “hand-over” in config.yaml."
        }
        return ServiceError(
            .noHandOverTarget,
            "The link has \(Quoted(name, limit: 40)), by which the recipient tells whose payment it is, and no wallet program here is known to read it.",
            hint: hint)
    }

    /// The means of the chosen wallet for a link; nil if the person must still choose.
    func backend(of choice: WalletChoice, own: PaymentBackend?, for link: ReadLink) throws -> PaymentBackend? {
        guard !choice.ways.isEmpty else { return own }
        return try choice.decided.map { try backend(by: $0, choice, own: own, for: link) }
    }

    private func backend(
        by way: WalletChoice.Way, _ choice: WalletChoice, own: PaymentBackend?, for link: ReadLink
    ) throws -> PaymentBackend {
        guard let other = way.other else { return try own ?? backend(of: link) }
        return .program(
            HandOverIntent(
                chain: link.handOverChain, program: other.program, link: other.link.text, scheme: other.link.scheme,
                instruction: other.link.instruction, cost: link.cost(by: other.link.instruction),
                isRewritten: other.link.isRewritten),
            choice)
    }

    /// The means of the chosen wallet for a link; asks the person if several wallets are possible. Nil if they copy the
    /// address.
    func choose(_ choice: WalletChoice, own: PaymentBackend?, for link: ReadLink, _ attempt: inout Attempt) async throws
        -> PaymentBackend?
    {
        if let backend = try backend(of: choice, own: own, for: link) {
            if case .program = backend { try refuseUndecided(link) }
            return backend
        }
        do {
            try policy.checkReceivers(of: link, on: nil)
            attempt.wasAsked = true
            guard let way = try await ask(choice, for: link, own) else {
                try refuseUndecided(link)
                return nil
            }
            if way != .here { try refuseUndecided(link) }
            return try backend(by: way, choice, own: own, for: link)
        } catch {
            // Links that end here are recorded, too: refusals count.
            attempt.entry = try services.journal.begin(
                link.journalRequest(on: own?.chain ?? link.handOverChain, openedBy: services.opener),
                at: services.now())
            throw error
        }
    }

    private func ask(_ choice: WalletChoice, for link: ReadLink, _ own: PaymentBackend?) async throws -> WalletChoice
        .Way?
    {
        let text = ChoiceText(
            link: link, choice: choice, isPractice: own?.chain.isPractice ?? false,
            before: try handedOverBefore(link), columns: services.prompt.columns)
        // This wallet is always in the list.
        let programs = choice.ways.filter { $0 != .here }
        let ways = programs.prefix(ChoiceText.mostPrograms) + choice.ways.filter { $0 == .here }
        let rest = Array(programs.dropFirst(ChoiceText.mostPrograms))
        // The other choices, after the wallets.
        let copying = canCopy(link) ? [text.copying] : []
        let always = services.handOverRules != nil && choice.ways.count > 1 ? [text.always] : []
        let more = rest.isEmpty ? [] : [text.more]
        let options = ways.map(text.option) + more + copying + always
        let picked = try await services.prompt.select(try text.dialogue(), from: options)
        if ways.indices.contains(picked) { return ways[picked] }
        if options[picked] == text.copying { return nil }
        if options[picked] == text.more {
            let other = try await services.prompt.select(try text.dialogue(), from: rest.map(text.option))
            guard rest.indices.contains(other) else { throw PromptError.refused }
            return rest[other]
        }
        guard let rules = services.handOverRules else { throw PromptError.refused }
        let offered = text.rules(for: Array(ways))
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

/// Gives a link to another wallet program (S15).
extension LinkExecution {
    /// Starts the program with the link, after the journal and the hand-over memory have recorded it. There is no
    /// callback: the result of the payment is not known here.
    func handOver(_ intent: HandOverIntent, of link: ReadLink, _ attempt: inout Attempt) async throws -> Outcome {
        let failure = try await start(
            intent.program, with: intent.link, scheme: intent.scheme, fingerprint: link.fingerprint,
            sent: link.hasSecrets ? link.fingerprint : nil)
        attempt.isGiven = true
        if let failure { throw failure }
        return .handedOver(intent.program)
    }

    /// Starts a program with a link and watches it briefly. Throws if it did not get the link.
    /// - Parameter sent: identifies the link that the program gets; nil for its digest.
    /// - Returns: the error for a program that exited at once with a failure; it may have paid before that.
    func start(
        _ program: WalletProgram, with link: String, scheme: String, fingerprint: String, sent: String? = nil
    ) async throws(ServiceError) -> ServiceError? {
        let record = HandedOverLink(
            fingerprint: fingerprint, sentFingerprint: sent ?? OutgoingLink.fingerprint(of: link),
            program: program.program.name, at: services.now())
        try services.handedOver.remember(record)
        let name = Quoted(program.program.name, limit: 80)
        let end: HandOverEnd
        do {
            end = try await services.wallets.open(link, scheme: scheme, with: program)
        } catch {
            try? services.handedOver.forget(record)
            throw ServiceError(
                .handOverFailed, "\(name) could not be given the link: \(error.explanation).",
                hint: Remedy.programs(scheme: scheme).text { "\($0) lists the programs that accept such links." })
        }
        guard case .ended(let status) = end else { return nil }
        return ServiceError(
            .handOverFailed, "\(name) exited at once with status \(status), which means that it failed.",
            hint: "Start it by hand to check that it works and has not paid, then open the link again.")
    }

    /// The same with an amount that the person gives, if limits must count it and the link leaves it to them.
    func counted(_ intent: HandOverIntent, of link: ReadLink, ask: Asking) async throws -> HandOverIntent {
        guard intent.cost == .open, policy.counts(link.coin.id),
            link.outgoing(intent.instruction, paying: .zero)?.scheme == intent.scheme,
            let amount = try await ask(.amount, Answers(), nil).amount,
            let outgoing = link.outgoing(intent.instruction, paying: amount)
        else { return intent }
        return HandOverIntent(
            chain: intent.chain, program: intent.program, link: outgoing.text, scheme: outgoing.scheme,
            instruction: intent.instruction, cost: .known(amount), isRewritten: true)
    }

    /// The text about handing over a link; nil if this wallet carries it out.
    func handOverText(of link: ReadLink, by backend: PaymentBackend) throws(ServiceError) -> HandOverText? {
        guard case .program(let intent, let choice) = backend else { return nil }
        return HandOverText(
            link: link, intent: intent, choice: choice, now: services.now(),
            isPracticeHere: services.isPractice(link.coin), hasLimits: !services.settings.policy.limitedCoins.isEmpty)
    }

    /// When the same link was last handed over, in whatever form; nil if it was not recently.
    func handedOverBefore(_ link: ReadLink) throws(ServiceError) -> RecentHandOverNotice? {
        let now = services.now()
        let fingerprints = link.fingerprints
        let before = try services.handedOver.recent().first {
            $0.isOne(of: fingerprints) && abs(now - $0.at) <= HandedOverLink.memory
        }
        return before.map { RecentHandOverNotice(before: $0, now: now, isTyped: link.isTyped) }
    }
}

/// Gives the address of a payment, then its amount, to a wallet that cannot open links: by the clipboard (S15).
extension LinkExecution {
    /// Whether the address of a link can be copied.
    func canCopy(_ link: ReadLink) -> Bool {
        guard services.clipboard != nil, let payment = link.request.payable else { return false }
        return payment.proof?.isRequired != true && payment.unmetInstruction == nil && payment.data == nil
            && link.lostReference == nil
    }

    /// Asks, and copies the address; then asks, and copies the amount.
    func copyAddress(of link: ReadLink, _ attempt: inout Attempt) async throws -> Outcome {
        guard let clipboard = services.clipboard, let payment = link.request.payable, let address = payment.address
        else {
            throw ServiceError(.internalError, "The link has no address to copy.")
        }
        attempt.chain = link.handOverChain
        let entry = try services.journal.begin(
            link.journalRequest(on: link.handOverChain, openedBy: services.opener), at: services.now())
        attempt.entry = entry
        attempt.wasAsked = true
        try policy.checkReceivers(of: link, on: link.handOverChain)
        let amount = try await amountToCopy(of: payment, in: link)
        let intent = HandOverIntent(
            chain: link.handOverChain, program: .clipboard, link: address, scheme: payment.header.scheme,
            instruction: PaymentInstruction(.onchain, address, checked: .checksum),
            cost: amount.map { .known($0) } ?? .open, isRewritten: true)
        var budget = ReadBudget(services.readTime)
        let unsettled = await services.unsettledPayments(of: link.coin, on: intent.chain, &budget)
        try PolicyCheck(services: services, unsettled: unsettled).check(.handOver(intent), of: link)
        let paid = try paidBefore(.handOver(intent), of: link, on: link.handOverChain, before: entry)
        try await services.prompt.confirm(
            dialogue(
                about: link,
                [paid?.paragraph].compactMap(\.self) + HandOverText.asked(link, paying: amount) + [
                    """
                    The address is copied to the clipboard, for a wallet that cannot open links. Compare it there: \
                    other programs can change the clipboard.
                    """,
                    Paragraph(own: Self.silence),
                ], agree: "Copy the address"))
        noteAgreement(&attempt)
        try services.journal.note(.approved(.handOver(intent)), of: entry, at: attempt.agreed)
        try services.handedOver.remember(
            HandedOverLink(
                fingerprint: link.fingerprint, sentFingerprint: link.outgoing.first?.fingerprint ?? link.fingerprint,
                program: WalletProgram.clipboard.program.name, at: services.now()))
        try await copy(address, to: clipboard)
        guard let amount else { return .handedOver(.clipboard) }
        await copyAmount(amount, of: link, to: clipboard)
        return .handedOver(.clipboard)
    }

    /// The link's amount, or one that the person gives because limits must count it; nil if there is none.
    private func amountToCopy(of payment: PaymentRequest, in link: ReadLink) async throws -> Amount? {
        guard payment.amount == nil, policy.counts(link.coin.id) else { return payment.amount }
        let consent = ConsentText(
            link: link, chain: link.handOverChain, receiver: .nobody(Self.silence), failures: FailureReplies(),
            columns: services.prompt.columns)
        return try await Conversation(services: services, consent: consent).ask(.amount, Answers(), most: nil).amount
    }

    private static let silence = "This program will not report to anyone whether you paid."

    /// Asks, and copies the amount. The address was copied, as the link asked, so the link is handed over whatever happens
    /// here.
    private func copyAmount(_ amount: Amount, of link: ReadLink, to clipboard: any Clipboard) async {
        let text = amount.text(decimals: link.coin.decimals)
        guard
            let question = try? dialogue(
                about: link,
                HandOverText.asked(link, paying: amount) + [
                    """
                    The address is on the clipboard. Paste it into your wallet, and come back for the amount: \
                    \(own: text)
                    """
                ], agree: "Copy the amount"), (try? await services.prompt.confirm(question)) != nil
        else { return }
        do throws(LaunchError) {
            try await clipboard.copy(text)
        } catch {
            let words: Paragraph = """
                The amount was not copied: \(own: error.explanation). The address was copied before; enter the amount \
                yourself: \(own: text)
                """
            await Announcement(title: link.coin.title, heading: nil, summary: [words], details: [])
                .show(by: services.prompt)
        }
    }

    private func copy(_ text: String, to clipboard: any Clipboard) async throws(ServiceError) {
        do {
            try await clipboard.copy(text)
        } catch {
            throw ServiceError(.handOverFailed, "Nothing was copied: \(error.explanation).")
        }
    }

    private func dialogue(
        about link: ReadLink, _ paragraphs: [Paragraph], agree: String
    ) throws(RequestError) -> Dialogue {
        guard
            let text = PageLayout.text(
                about: .handOver, notice: nil, columns: services.prompt.columns, groups: [paragraphs])
        else { throw .tooMuchToShow }
        return Dialogue(title: link.coin.title, text: text, agree: agree)
    }
}

extension WalletProgram {
    /// Stands in for a program if a text was copied.
    static let clipboard = WalletProgram(
        id: "clipboard",
        program: ReceivingProgram(name: "the clipboard", desktopEntry: "", executable: "", fileIdentity: ""),
        container: nil, schemes: [], origin: .entry, source: "")
}
