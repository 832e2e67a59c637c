extension LinkExecution {
    /// Tells the person how a link ended, unless a program was called back or the person ended it (S10).
    ///
    /// By a notification, and by a dialogue unless the link is bad or must not be asked about: any page can cause any
    /// number of those, and none of them may open a window. What ended before the person was asked anything is told
    /// only as often as ``Notifier/mayInterrupt()`` allows. The log and standard error have it always.
    /// - Parameter byPrompt: whether the prompt is ours to use.
    /// - Returns: whether the person had a dialogue before them.
    func tell(
        _ outcome: Outcome, of link: ReadLink, wasAsked: Bool, byPrompt: Bool, _ acceptance: Acceptance? = nil
    ) async -> Bool {
        let text = OutcomeText(link: link, acceptance: acceptance)
        guard let summary = text.summary(outcome) else { return false }
        guard wasAsked || services.notifier.mayInterrupt() else { return false }
        let isPractice = services.isPractice(link.coin)
        let announcement = Announcement(
            title: (isPractice ? "Practice: " : "") + link.coin.title, heading: isPractice ? ConsentText.practice : nil,
            summary: summary, details: text.details(outcome))
        announcement.notify(by: services.notifier)
        guard byPrompt, outcome.deservesDialogue else { return false }
        return await announcement.show(by: services.prompt)
    }
}

extension Outcome {
    /// Whether there was too little money.
    var isMissingMoney: Bool {
        if case .failed(let error) = self { return error.code == .insufficientFunds }
        return false
    }

    /// Whether a window may tell it.
    fileprivate var deservesDialogue: Bool {
        switch self {
        case .rejected: false
        case .failed(let error): ![.busy, .noPrompt, .tooManyRefusals, .tooManyHops].contains(error.code)
        case .paid, .finished, .toldAddress, .toldKeys, .answered, .opened, .refused, .timedOut, .unknown: true
        }
    }
}

/// The words about how a link ended.
struct OutcomeText {
    let link: ReadLink
    /// By whose word the network has a payment; nil where that is not known here.
    var acceptance: Acceptance?

    /// What the person is told in a few lines; nil where nothing needs to be said. It has no keys: notifications are
    /// kept by desktops.
    func summary(_ outcome: Outcome) -> [String]? {
        switch outcome {
        case .paid(let transaction, let payment, let callback):
            guard let reason = callback.reasonToTell else { return nil }
            return [
                "Paid \(link.coin.text(payment.amount))", "to \(payment.recipient)",
                "Transaction: \(transaction.id.hex)",
            ] + [acceptance?.reservation, reason].compactMap(\.self)
        case .finished(let entry, let callback):
            return ResumptionText(entry: entry, coin: link.coin, now: entry.changed).summary(.finished(callback))
        case .toldAddress(let address, let callback):
            guard let reason = callback.reasonToTell else { return nil }
            return ["Your \(link.coin.title) address:", address.text, reason]
        case .toldKeys(_, let callback):
            guard let reason = callback.reasonToTell else { return nil }
            return ["You agreed to tell your master public keys.", reason]
        case .answered(let result, let delivery):
            let problem = delivery.serverProblem.map { "The dapp's server did not take the result: \($0)" }
            let reasons = [problem, delivery.callback.reasonToTell].compactMap(\.self)
            guard !reasons.isEmpty else { return nil }
            return [result.summary] + reasons
        case .opened(let page):
            guard let page else {
                return ["The wallet has no page of its own.", "“router wallet info” tells about it."]
            }
            return ["A link wants to open the page of a dapp: \(page.text)", "Open it yourself if you trust it."]
        case .rejected(let error):
            guard !error.isRefusal else { return nil }
            return [error.message] + [error.hint].compactMap { $0 }
        case .failed(let error):
            return asked(outcome) + [error.message] + [error.hint].compactMap { $0 }
        case .unknown(let transaction, let error):
            guard let transaction else { return [error.message] + [error.hint].compactMap(\.self) }
            return [
                "The payment was sent, but the network did not answer: \(error.message)",
                "Do not pay again. Transaction: \(transaction.id.hex)",
            ]
        case .refused, .timedOut:
            return nil
        }
    }

    /// The payment that was asked for, where missing money keeps the person from seeing it in a consent.
    private func asked(_ outcome: Outcome) -> [String] {
        guard outcome.isMissingMoney, case .payment(let payment) = link.request else { return [] }
        let who = link.request.header.sender.map { "“\($0.scheme)” asks" } ?? "A link asks"
        return [
            "\(who) for a payment\(payment.amount.map { " of \(link.coin.text($0))" } ?? "")", "to \(payment.address).",
        ]
    }

    /// What a dialogue says after the summary: the keys, and the whole callback where the person may give it to the
    /// asking app themselves.
    func details(_ outcome: Outcome) -> [String] {
        switch outcome {
        case .paid(_, _, let callback), .finished(_, let callback), .toldAddress(_, let callback): callback.forCopying
        case .answered(_, let delivery): delivery.callback.forCopying
        case .toldKeys(let keys, let callback): ["The keys:", keys.bip32, keys.bip44] + callback.forCopying
        case .opened, .rejected, .failed, .unknown, .refused, .timedOut: []
        }
    }
}

extension CallbackDelivery {
    /// Why the person must be told the result; nil where a program was.
    var reasonToTell: String? {
        switch self {
        case .started, .told: nil
        case .none(let reason, _): reason
        case .failed(let reason, _): "The asking program was not told: \(reason)"
        }
    }

    /// The callback, as paragraphs of a dialogue.
    var forCopying: [String] {
        callback.map { ["The answer in full, for copying to the asking program:", $0] } ?? []
    }
}

extension DappResult {
    /// What was done, in a few words.
    public var summary: String {
        switch content {
        case .executed(let id): "The network executed transaction \(id.hex)."
        case .signed: "“\(signer.account)” signed."
        }
    }
}
