/// Checks that the network keeps the payments that it accepted. Until blocks confirm a payment, servers may forget it,
/// or one server may only have claimed to have it; then the same bytes are sent again, and never others (S6, S16).
///
/// No single server can stop us from following a payment: that takes two servers, or the person's own node
/// (``ChainReader/agrees(on:_:)``). Nor can a clock, which may be wrong: after 30 days by this computer's clock, only
/// ``run(for:asks:)`` still asks the network, and what the network no longer shows is sent again, or no longer followed, only
/// if the person says so.
extension Resumption {
    /// Checks each followed payment. Only reads, unless `sends` is true.
    /// - Parameters:
    ///   - coin: the only coin whose payments are checked; nil for all.
    ///   - known: the only payments to check, if newer ones are too recent; nil for all.
    ///   - sends: whether a payment that the network has forgotten is sent again, or the person is asked about an old one.
    ///     If not, old ones are not checked.
    /// - Returns: the news, oldest payment first.
    func follow(
        _ coin: CoinID? = nil, among known: Set<Int64>? = nil, sends: Bool
    ) async throws(ServiceError) -> [Resumed] {
        var told: [Resumed] = []
        var questions = PaymentQuestions(self)
        var ends: [End] = []
        var missing: [Missing] = []
        // Newest first: if time runs out, the oldest ones have been checked often enough.
        for entry in try services.journal.followedPayments().reversed() {
            let chain = entry.request.chain
            guard coin == nil || chain.coin == coin, known?.contains(entry.id) != false else { continue }
            let isOld = entry.isOld(at: services.now())
            guard sends || !isOld else { continue }
            switch await questions.state(of: entry) {
            case nil: break
            case let state? where state.isFinal(after: questions.chain(of: entry)?.finalConfirmations ?? .max):
                ends.append(End(entry: entry))
            case .confirmed?, .waiting?: break
            case .replaced(let other)?:
                // Sending it again would be refused, and why it was replaced is not known.
                if try givenUp(other, insteadOf: entry) == nil, let news = try replaced(entry, by: other) {
                    told.append(news)
                }
                ends.append(End(entry: entry, replacement: other))
            case .gone? where try hasBump(entry), .unclear? where try hasBump(entry),
                .firstWaits? where try hasBump(entry):
                break
            case let state?:
                guard let transaction = entry.transaction, let chain = questions.chain(of: entry) else { break }
                missing.append(
                    Missing(entry: entry, transaction: transaction, chain: chain, state: state, isOld: isOld))
            }
        }
        // Oldest first: later ones spend its change.
        for payment in missing.reversed() {
            told.append(payment.isOld ? try await asked(about: payment) : await sentAgain(payment, sends))
        }
        told += try await settle(
            ends.filter { $0.replacement == nil }.reversed() + ends.filter { $0.replacement != nil }.reversed())
        return told.sorted { $0.entry.id < $1.entry.id }
    }

    /// A payment that its network no longer shows.
    private struct Missing {
        let entry: JournalEntry
        let transaction: SignedTransaction
        let chain: any Chain
        let state: PaymentState
        /// Whether it is so old that the person must say what happens to it.
        let isOld: Bool
    }

    /// A payment that may no longer need following.
    private struct End {
        let entry: JournalEntry
        /// The transaction that spends its money; nil if the payment itself is final.
        var replacement: TransactionID?
    }

    /// Stops following payments. Other servers are asked only after all payments were checked: an
    /// unreachable one must not use up the time for that.
    /// - Returns: the payments that had been given up and that the network has instead. The journal now says that one was
    ///   sent if a second server has it, too: otherwise this program would send it itself on one server's word. With a
    ///   higher fee for the same payment that does no harm.
    private func settle(_ ends: [End]) async throws(ServiceError) -> [Resumed] {
        var questions = PaymentQuestions(self)
        var made: [Int64: Resumed] = [:]
        for end in ends {
            guard let other = end.replacement else {
                guard let id = end.entry.transaction?.id, await questions.isFinal(id, of: end.entry) else { continue }
                try note(.settled(.final), of: end.entry)
                continue
            }
            if let entry = try givenUp(other, insteadOf: end.entry), made[entry.id] == nil {
                let isBump = try services.journal.allBumps(of: end.entry.id).contains { $0.id == entry.id }
                let isThere = if isBump { true } else { await questions.isThere(other, of: entry) }
                if isThere { try note(.sent, of: entry) }
                // An app that waits for the answer receives it the next time, as after a crash.
                if isThere, entry.request.reply == nil { try note(.ended(.done), of: entry) }
                made[entry.id] = Resumed(entry: entry, state: .sentAfterAll, acceptance: isThere ? nil : .oneServer)
            }
            // If both are ours, no server is asked: the other one must be known to be final. So final ones come first.
            let isFinal =
                if let rival = try rival(other, of: end.entry) { rival.settlement == .final } else {
                    await questions.isFinal(other, of: end.entry)
                }
            if isFinal { try note(.settled(.replaced), of: end.entry) }
        }
        return Array(made.values)
    }

    /// Asks the person about a payment that they may have made in another way since: it is sent again only if they say so,
    /// and no longer followed only if they say so.
    private func asked(about payment: Missing) async throws(ServiceError) -> Resumed {
        let (entry, chain) = (payment.entry, payment.entry.request.chain)
        let left = ServiceError(
            .answerUnknown,
            "The payment is older than 30 days by this computer's clock, and the network does not show it.",
            hint: "If the clock is wrong, set it.".adding(
                Remedy.resume.text { "\($0) asks whether to send the payment again." }))
        let open = Resumed(entry: entry, state: payment.state == .unclear ? .unclear(left) : .forgotten(left))
        guard let coin = routes.coin(chain.coin) else { return open }
        let words = ResumptionText(entry: entry, coin: coin, now: services.now(), columns: services.prompt.columns)
        do throws(PromptError) {
            switch try await services.prompt.choose(
                try words.dialogueWhenOld(payment.state), otherwise: ResumptionText.stopFollowing)
            {
            case .agreed: return await sentAgain(payment, true)
            case .otherwise: break
            }
        } catch {
            return open
        }
        try note(.settled(.unwatched), of: entry)
        return Resumed(entry: entry, state: .unwatched)
    }

    private func sentAgain(_ payment: Missing, _ sends: Bool) async -> Resumed {
        let (entry, state) = (payment.entry, payment.state)
        func missing(_ code: ServiceError.Code, _ message: String, hint: String) -> Resumed {
            let error = ServiceError(code, message, hint: hint)
            return Resumed(entry: entry, state: state == .unclear ? .unclear(error) : .forgotten(error))
        }
        guard sends else {
            let message =
                switch state {
                case .gone: "The network no longer has the payment."
                case .firstWaits: "The network has the payment whose fee this one raises, but not this one."
                default: "The network does not show the payment or what spent its money."
                }
            return missing(
                .answerUnknown, message,
                hint: "Do not pay again.".adding(Remedy.resume.text { "Run \($0) to send the same payment again." }))
        }
        guard entry.nodeSignature != .asked else {
            return missing(
                .answerUnknown, "The network no longer shows the payment, and only the node's wallet has it signed.",
                hint: "Do not pay again. Send it again from that wallet, or restart its node.")
        }
        do throws(ServiceError) {
            let acceptance = try await payment.chain.broadcast(payment.transaction)
            return Resumed(entry: entry, state: .sentAgain, acceptance: acceptance)
        } catch {
            return missing(
                error.code, error.message,
                hint: "Do not pay again before you know why.".adding(
                    Remedy.resume.text { "Run \($0) to try again." }))
        }
    }
}
