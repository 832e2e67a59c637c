/// Finishes, before a link is carried out, what earlier links of its coin left unfinished (S6).
extension LinkExecution {
    /// The coins with unfinished links.
    public func coinsLeft() throws(ServiceError) -> Set<CoinID> {
        Set(try services.journal.unfinished().map(\.request.chain.coin))
    }

    /// Checks whether the network still has earlier payments in the link's coin, but only after the person agreed to
    /// something: a link that nobody agreed to causes no network requests (S13).
    func followEarlier(_ link: ReadLink, after outcome: Outcome, _ known: Set<Int64>, _ attempt: inout Attempt) async {
        switch outcome {
        case .paid, .toldAddress, .toldKeys: break
        default: return
        }
        let resumption = Resumption(services: services, router: link.router)
        for resumed in (try? await resumption.follow(link.coin.id, among: known, sends: false)) ?? [] {
            await tell(resumed, link.coin, &attempt)
        }
    }

    func followed(_ coin: CoinID) -> Set<Int64> {
        Set(((try? services.journal.followedPayments()) ?? []).filter { $0.request.chain.coin == coin }.map(\.id))
    }

    /// Finishes the same link's earlier attempt, or otherwise what other links of its coin left.
    ///
    /// While its payment is undecided, or the requesting app is owed the answer, a link does not pay again. It contains
    /// what the journal does not store: where a proof goes, and how a dapp is answered.
    /// - Returns: the outcome of the link if it was finished; nil if it continues normally.
    func finishEarlier(_ link: ReadLink, by backend: PaymentBackend, _ attempt: inout Attempt) async throws
        -> Outcome?
    {
        let chain = backend.chain
        let unfinished = try services.journal.unfinished().filter {
            $0.request.chain.coin == chain.coin
        }
        guard !unfinished.isEmpty else { return nil }
        let resumption = Resumption(services: services, router: link.router)
        let same = unfinished.last {
            $0.request.fingerprint == link.fingerprint && $0.request.chain == chain
                && ($0.isUndecided || ($0.transaction != nil && $0.end == nil))
        }
        if let same { return try await finish(same, of: link, by: backend, resumption, &attempt) }
        // One time limit for everything: the person who opened a link is waiting (S13).
        var budget = ReadBudget(services.readTime)
        for entry in unfinished {
            let resumed = try await resumption.finish(entry, asks: true, &budget)
            await tell(resumed, link.coin, &attempt)
        }
        return nil
    }

    private func finish(
        _ entry: JournalEntry, of link: ReadLink, by backend: PaymentBackend, _ resumption: Resumption,
        _ attempt: inout Attempt
    ) async throws -> Outcome? {
        guard let transaction = entry.transaction else {
            throw ServiceError(.internalError, "Journal entry \(entry.id) lacks its transaction.")
        }
        attempt.earlier = entry.id
        attempt.wasAsked = true
        if entry.isUndecided {
            var budget = ReadBudget(services.readTime)
            switch try await resumption.decide(entry, asks: true, &budget) {
            case .sent(let acceptance): attempt.acceptance = acceptance
            case .dropped where entry.nodeSignature == .asked:
                // The person decided nothing: the link continues as if it was opened the first time.
                (attempt.earlier, attempt.wasAsked) = (nil, false)
                return nil
            case .made:
                let callback = try resumption.closeWithoutAnswer(entry)
                return .finished(try services.journal.entry(entry.id) ?? entry, callback: callback)
            case .dropped, .replaced: return .refused
            // What only a node's wallet can sign may get another id, so none is named.
            case .open(let error) where entry.nodeSignature == .asked: throw error
            case .open(let error): return .unknown(transaction, error)
            }
        }
        guard entry.progress != .calledBack else {
            attempt.closing = entry.id
            return .finished(entry, callback: .none("The requesting app was already notified."))
        }
        if let name = services.settings.policy.forbidden(of: link.request) {
            try resumption.note(.ended(.done), of: entry)
            let reason = "Your settings do not allow replies to “\(name)”."
            return .finished(entry, callback: .none(reason))
        }
        // The person agreed to a reply. If the plugin program no longer has one, the reply is still owed.
        guard link.reply != nil || entry.request.reply == nil else { return .finished(entry, callback: Self.stillOwed) }
        let receiver = try services.receiver(of: link.reply, about: link.request, on: entry.request.chain)
        switch await resumption.agrees(
            to: receiver, of: entry, asks: true, wording: link.callback.flatMap { link.wording(of: $0) })
        {
        case true?: break
        case false?:
            try resumption.note(.ended(.done), of: entry)
            return .finished(entry, callback: .none(Resumption.untold(entry)))
        case nil: return .finished(entry, callback: Self.stillOwed)
        }
        // If the dapp's server may have it, the person said that the dapp was not notified. A server must tolerate a
        // second answer, as it must if one of its own is lost.
        guard case .account(_, let network) = backend else {
            var values = await services.values(
                for: link.callback, about: transaction, of: link.coin, to: entry.request.recipient,
                for: entry.request.sender)
            // The network has the payment, but the signed bytes are not known here.
            if entry.nodeSignature == .asked { values[.transaction] = nil }
            if let callback = link.callback, callback.completed(with: values) == nil {
                return .finished(entry, callback: try resumption.closeWithoutAnswer(entry))
            }
            let delivery = await answerAgain(link, values, to: receiver, entry.id, &attempt)
            return .finished(entry, callback: delivery.callback)
        }
        let result = DappResult(
            action: link.request.action, signer: network.signer,
            publicKey: try services.keyring.accountKey(of: link.coin, on: network.id),
            content: .executed(transaction.id), header: network.chain.header(of: transaction))
        return .replied(
            result, await answerAgain(link, result.values(), to: receiver, entry.id, &attempt))
    }

    private static let stillOwed = CallbackDelivery.none("The requesting app has not received its answer yet.")

    /// Reports the state of an earlier payment: in a dialogue if something was finished, otherwise in a notification.
    private func tell(_ resumed: Resumed, _ coin: CoinDescriptor, _ attempt: inout Attempt) async {
        let words = ResumptionText(
            entry: resumed.entry, coin: coin, now: services.now(), acceptance: resumed.acceptance)
        guard let summary = words.summary(resumed.state) else { return }
        let announcement = Announcement(
            title: words.title, heading: words.heading, summary: summary,
            details: resumed.state.callback?.forCopying ?? [])
        switch resumed.state {
        case .finished:
            announcement.notify(by: services.notifier)
            await announcement.show(by: services.prompt)
        case .undecided, .replyOwed, .forgotten, .unclear, .replaced, .sentAfterAll, .unwatched, .sentAgain,
            .interrupted:
            guard attempt.isInterrupting || services.notifier.mayInterrupt() else { return }
            attempt.isInterrupting = announcement.notify(by: services.notifier)
            if !attempt.isInterrupting { services.notifier.didNotInterrupt() }
        case .dropped: break
        }
    }
}

extension Services {
    /// The values for a callback about a payment that the network has.
    /// - Parameters:
    ///   - callback: what will be filled; nil for nothing.
    ///   - transaction: the payment.
    ///   - coin: the coin that was paid; nil if it is not known any more.
    ///   - recipient: who was paid; nil if there are several.
    ///   - app: the scheme of the requesting app, which is the message of a proof: so no other app can use the proof.
    func values(
        for callback: LinkTemplate?, about transaction: SignedTransaction, of coin: CoinDescriptor?,
        to recipient: String?, for app: String?
    ) async -> [ReplyBlank: String] {
        var values: [ReplyBlank: String] = [.txid: transaction.id.hex]
        // Other wallet programs have records of their own in place of the transaction, with secrets.
        if coin?.isForeign == false { values[.transaction] = transaction.bytes.hex }
        guard callback?.has(.paymentProof) == true else { return values }
        values[.paymentProof] = ""
        guard let coin, let recipient, let app, let wallet = try? networks.network(of: coin).wallet else {
            return values
        }
        // The app hears of the payment without the proof, too.
        if let proof = try? await wallet.proof(of: transaction, to: recipient, message: app) {
            values[.paymentProof] = proof
        }
        return values
    }
}
