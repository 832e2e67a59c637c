/// Gives the reply to a payment that the requesting app did not receive because of a crash.
///
/// If the program ended when the app was about to be started, only the person can find out whether it was: they are
/// asked. No reply is repeated automatically, and each is byte for byte the same as the first one. A plugin program may
/// have changed since: the person is asked whether its reply says what they agreed to.
extension Resumption {
    /// Gives a reply that the journal can reproduce, and closes the entry. The receiver is determined anew, as S4
    /// requires: if it is not the program that the person agreed to, they are asked.
    func reply(to entry: JournalEntry, asks: Bool) async throws(ServiceError) -> Resumed.State {
        guard let kind = entry.request.reply else {
            try note(.ended(.done), of: entry)
            return .finished(.none("No program is waiting for an answer."))
        }
        guard kind.isInJournal else { return .replyOwed }
        guard let transaction = entry.transaction else {
            throw ServiceError(.internalError, "Journal entry \(entry.id) lacks its transaction.")
        }
        guard let plugin = router.plugin(of: entry.request),
            // A reply that cannot be written now is still owed.
            let template = try? plugin.reply(to: .journal(entry.request), ending: .done)?.link
        else { return .replyOwed }
        if let refusal = refusal(of: template, about: entry.request, plugin) {
            try note(.ended(.done), of: entry)
            return .finished(.none(refusal.message))
        }
        let receiver: Receiver
        if let reason = CallbackRules.reasonToRefuse(scheme: template.scheme, routes: routes) {
            receiver = .nobody("“\(template.scheme)” must not receive answers: \(reason).")
        } else {
            receiver = try services.receiver(
                ofScheme: template.scheme.lowercased(), isPractice: entry.request.chain.isPractice)
        }
        let values = await services.values(
            for: template, about: transaction, of: routes.coin(entry.request.chain.coin), to: entry.request.recipient,
            for: entry.request.sender)
        guard
            let delivery = try await deliver(
                template.completed(with: values), to: receiver, of: entry, asks: asks,
                wording: plugin.declaresFormsLazily ? ReplyRequest.journal(entry.request).wording(of: template) : nil)
        else {
            return .replyOwed
        }
        try note(.ended(.done), of: entry)
        return .finished(delivery)
    }

    /// Why a reply from the journal must not be given; nil if it may. It must have the form that the scheme names. If
    /// the scheme no longer names a form, what the person saw is still owed; the journal does not say which of the
    /// plugin's forms that was.
    private func refusal(
        of link: LinkTemplate, about request: JournalRequest, _ plugin: any CoinPlugin
    ) -> ServiceError? {
        let due = routes.scheme(named: request.scheme.utf8)?.callbacks
        var refusal = ServiceError.refusedReply("nobody should be notified")
        for form in plugin.replyForms where due == nil || due == form.name {
            let check = ReplyCheck(request: .journal(request), ending: .done, form: form)
            guard let complaint = check.complaint(about: ReplyTemplate(link: link)) else { return nil }
            refusal = .refusedReply(complaint)
        }
        return refusal
    }

    /// Starts the program, after asking if only the person knows whether to. Nil if they did not answer.
    private func deliver(
        _ callback: String?, to receiver: Receiver, of entry: JournalEntry, asks: Bool, wording: String?
    ) async throws(ServiceError) -> CallbackDelivery? {
        guard let agrees = await agrees(to: receiver, of: entry, asks: asks, wording: wording) else { return nil }
        guard agrees else { return .none(Self.untold(entry), callback: callback) }
        if case .program = receiver { try note(.calling, of: entry) }
        return await services.deliver(callback, to: receiver, entry.id)
    }

    /// Whether the person wants the reply to be given, if only they can say: to another program than the one they agreed
    /// to, or to one that may already have it. Nil if they did not answer.
    /// - Parameter wording: the contents of a plugin program's new reply, which the person must see; nil for unchanged
    ///   replies.
    func agrees(to receiver: Receiver, of entry: JournalEntry, asks: Bool, wording: String?) async -> Bool? {
        let mayHaveIt = entry.progress == .calling
        // An agreement that cannot be read counts as none.
        let agreed = try? services.receivers.agreed(entry.id)
        switch receiver {
        case .program(let program, _) where mayHaveIt || agreed?.isSame(as: program) != true: break
        case .program where wording != nil: break
        case .page where mayHaveIt, .server where mayHaveIt: break
        case .program, .page, .server, .unreachable, .nobody: return true
        }
        guard asks, let coin = routes.coin(entry.request.chain.coin) else { return nil }
        do throws(PromptError) {
            let words = ResumptionText(
                entry: entry, coin: coin, now: services.now(), columns: services.prompt.columns)
            let dialogue = try words.dialogue(about: receiver, agreed, wording)
            return try await services.prompt.choose(dialogue, otherwise: words.doNotTell) == .agreed
        } catch {
            return nil
        }
    }

    /// Why the reply was not given, by the person's choice.
    static func untold(_ entry: JournalEntry) -> String {
        entry.progress == .calling
            ? "You confirmed that the requesting app has its answer." : "You chose not to notify the requesting app."
    }
}
