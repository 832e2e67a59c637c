/// Gives a link to another wallet program (S15).
extension LinkExecution {
    /// Starts the program with the link, after the journal and the hand-over memory have recorded it. There is no
    /// callback: the result of the payment is not known here.
    func handOver(_ intent: HandOverIntent, of link: ReadLink, _ attempt: inout Attempt) async throws -> Outcome {
        let failure = try await start(
            intent.program, with: intent.link, scheme: intent.scheme, fingerprint: link.fingerprint)
        attempt.isGiven = true
        if let failure { throw failure }
        return .handedOver(intent.program)
    }

    /// Starts a program with a link and watches it briefly. Throws if it did not get the link.
    /// - Returns: the error for a program that exited at once with a failure; it may have paid before that.
    func start(
        _ program: WalletProgram, with link: String, scheme: String, fingerprint: String
    ) async throws(ServiceError) -> ServiceError? {
        let record = HandedOverLink(
            fingerprint: fingerprint, sentFingerprint: PublicDigest.blake2b(Array(link.utf8), count: 16).hex,
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
                hint: "“router handlers \(scheme)” lists the programs that accept such links.")
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
    func handOverText(of link: ReadLink, by means: Means) throws(ServiceError) -> HandOverText? {
        guard case .program(let intent, let choice) = means else { return nil }
        return HandOverText(
            link: link, intent: intent, choice: choice, now: services.now(),
            practisesHere: services.isPractice(link.coin))
    }

    /// When the same link was last handed over, in whatever form; nil if it was not recently.
    func handedOverBefore(_ link: ReadLink) throws(ServiceError) -> TwiceText? {
        let now = services.now()
        let fingerprints = link.fingerprints
        let before = try services.handedOver.recent().first {
            $0.isOne(of: fingerprints) && abs(now - $0.at) <= HandedOverLink.memory
        }
        return before.map { TwiceText(before: $0, now: now, isTyped: link.isTyped) }
    }
}
