/// Gives the reply to a payment that a crash kept from the requesting app.
///
/// Where the app was about to be started when the program ended, only the person can find out whether it was: they are
/// asked. No reply is ever given by itself a second time, and each is byte for byte what the first one would have been.
/// A plugin program may be another one now: the person is asked whether its reply says what they agreed to.
extension Resumption {
    /// Gives what the journal can write again, and closes the entry. The receiver is determined as S4 requires now: the
    /// person is asked about a program other than the one that received the sender’s replies before.
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
            // What cannot be written now is owed still.
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
        guard
            let delivery = try await deliver(
                template.completed(with: transaction.values), to: receiver, of: entry, asks: asks,
                wording: plugin.namesFormsLater ? ReplyRequest.journal(entry.request).wording(of: template) : nil)
        else {
            return .replyOwed
        }
        try note(.ended(.done), of: entry)
        return .finished(delivery)
    }

    /// Why a reply from the journal must not be given; nil where it may. It must have the form that the scheme names. A scheme
    /// that names none any more still owes what the person saw; which of the plugin's forms that was the journal does not say.
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

    /// Starts the program, after asking where only the person knows. Nil where they were not there to be asked.
    private func deliver(
        _ callback: String?, to receiver: Receiver, of entry: JournalEntry, asks: Bool, wording: String?
    ) async throws(ServiceError) -> CallbackDelivery? {
        guard let agrees = await agrees(to: receiver, of: entry, asks: asks, wording: wording) else { return nil }
        guard agrees else { return .none(Self.untold(entry), callback: callback) }
        if case .program = receiver { try note(.calling, of: entry) }
        return await services.deliver(callback, to: receiver, entry.id)
    }

    /// Whether the person wants the reply to be given, where only they can say: to another program than before, or to
    /// one that may have it. Nil where they did not say.
    /// - Parameter wording: what a plugin program words again, which the person must see; nil for unchanged replies.
    func agrees(to receiver: Receiver, of entry: JournalEntry, asks: Bool, wording: String?) async -> Bool? {
        let mayHaveIt = entry.progress == .calling
        switch receiver {
        case .program(let program, let before) where mayHaveIt || before?.executable != program.executable: break
        case .program where wording != nil: break
        case .page where mayHaveIt, .server where mayHaveIt: break
        case .program, .page, .server, .unreachable, .nobody: return true
        }
        guard asks, let coin = routes.coin(entry.request.chain.coin) else { return nil }
        do throws(PromptError) {
            let words = ResumptionText(entry: entry, coin: coin, now: services.now())
            let dialogue = try words.dialogue(about: receiver, wording)
            return try await services.prompt.choose(dialogue, otherwise: words.doNotTell) == .agreed
        } catch {
            return nil
        }
    }

    /// Why the person did not want the reply to be given.
    static func untold(_ entry: JournalEntry) -> String {
        entry.progress == .calling
            ? "You confirmed that the requesting app has its answer." : "You chose not to notify the requesting app."
    }
}
