extension LinkExecution {
    /// Tells the person how a link ended (S10).
    ///
    /// Shows a notification. Also shows a dialogue if the person may have to act or no notification could be shown –
    /// but never if the person ended the link, or it is invalid or must not be asked about: any page can cause any
    /// number of those, and they must not open windows. An end before the person was asked anything is shown only as
    /// often as ``Notifier/mayInterrupt()`` allows. The log and standard error always report it.
    /// - Parameter attempt: how far the link came; nil if another link has the prompt, or this one may not use it.
    /// - Returns: whether a dialogue was shown to the person.
    @discardableResult
    func tell(_ outcome: Outcome, of link: ReadLink, _ attempt: Attempt? = nil) async -> Bool {
        let conversation = attempt?.conversation
        let looksLikeRefusal = outcome.isFailure && conversation.map { mustLookLikeRefusal($0) } ?? false
        let text = OutcomeText(link: link, acceptance: attempt?.acceptance, showsRequest: looksLikeRefusal)
        guard let summary = text.summary(outcome) else { return false }
        let mustBeTold = attempt?.wasAsked == true || looksLikeRefusal
        guard mustBeTold || attempt?.isInterrupting == true || services.notifier.mayInterrupt() else { return false }
        let isPractice = attempt?.chain?.isPractice ?? services.isPractice(link.coin)
        let announcement = Announcement(
            title: (isPractice ? "Practice: " : "") + link.coin.title, heading: isPractice ? ConsentText.practice : nil,
            summary: summary, details: text.details(outcome))
        // What must be set up first is said once, where it stays: a notification would only repeat it.
        let isSaidOnce = attempt != nil && outcome.needsSetUp
        var wasNotified = isSaidOnce ? false : announcement.notify(by: services.notifier)
        var wasShown = false
        let isDone = wasNotified && text.isDone(outcome)
        if attempt != nil, outcome.needsDialogue && !isDone || looksLikeRefusal {
            if looksLikeRefusal, let conversation {
                wasShown = await conversation.tell(announcement)
            } else {
                wasShown = await announcement.show(by: services.prompt)
            }
        }
        if isSaidOnce, !wasShown { wasNotified = announcement.notify(by: services.notifier) }
        // An unseen message must not keep the next one from being shown.
        if !mustBeTold, !wasNotified, !wasShown { services.notifier.didNotInterrupt() }
        return wasShown
    }

    /// Whether a failure before the person answered is reported like a refusal (``FailureCode``).
    ///
    /// By then the balance has been read, and some failures happen only if there is enough money: a limit of the
    /// settings, a text with too many pages, an answer that a network owes. If one of them were silent while a lack of
    /// money were not, or if one differed from a refusal, a page that causes it would learn whether there is enough. So
    /// they must all look the same.
    private func mustLookLikeRefusal(_ conversation: Conversation) -> Bool {
        conversation.link.request.dapp == nil && conversation.answered == nil
            && conversation.consent.failures[.declined] != nil
    }
}

extension Outcome {
    /// Whether something other than the person ended the link, and the person can be told about it.
    fileprivate var isFailure: Bool {
        switch self {
        case .rejected: true
        // A plugin program's failure reveals nothing about a balance: the program does not learn it.
        case .failed(let error): error.code != .noPrompt && error.code != .pluginFailed
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened, .refused, .timedOut, .unknown:
            false
        }
    }

    /// Whether a network, a wallet or another program must be set up before any such link can be answered.
    fileprivate var needsSetUp: Bool {
        guard case .failed(let error) = self else { return false }
        return [.noNetwork, .noWallet, .noHandOverTarget, .unsupported].contains(error.code)
    }

    /// Whether a dialogue may show it.
    fileprivate var needsDialogue: Bool {
        switch self {
        case .rejected, .refused, .timedOut: false
        case .failed(let error): ![.busy, .noPrompt, .tooManyRefusals, .tooManyHops].contains(error.code)
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened, .unknown: true
        }
    }
}

struct OutcomeText {
    let link: ReadLink
    /// Who confirmed that the network has a payment; nil if not known here.
    var acceptance: Acceptance?
    /// Whether a failure is shown with the request, because no consent showed it.
    var showsRequest = false

    /// The result in a few lines; nil if nothing needs to be said. It contains no keys, because desktops store
    /// notifications.
    func summary(_ outcome: Outcome) -> [Paragraph]? {
        switch outcome {
        case .paid(let transaction, let payment, let callback):
            let reservation = acceptance?.reservation.map { Paragraph(own: $0) }
            return [
                "Paid \(amount: link.coin.text(payment.amount))",
                payment.list.isEmpty ? "to \(address: payment.recipient)" : "to \(payment.list.count) recipients",
                "Transaction: \(own: transaction.id.hex)",
            ] + [reservation, callback.ending].compactMap(\.self)
        case .finished(let entry, let callback):
            return ResumptionText(entry: entry, coin: link.coin, now: entry.changed, acceptance: acceptance)
                .summary(.finished(callback))
        case .toldAddress(let address, let callback):
            return ["Your \(own: link.coin.title) address:", "\(address: address)", callback.ending]
        case .toldKeys(_, let callback):
            return ["You agreed to share your master public keys.", callback.ending]
        case .replied(let result, let delivery):
            let problem: Paragraph? = delivery.serverProblem.map {
                "The dapp's server did not accept the result: \(own: $0)"
            }
            return [Paragraph(own: result.summary)] + [problem, delivery.callback.ending].compactMap(\.self)
        case .opened(let page):
            guard let page else {
                let way = Remedy.wallet.text { "To see it, run \($0)." }
                return ["The wallet has no page of its own.", way.map { Paragraph(own: $0) }].compactMap(\.self)
            }
            return [
                "A link wants to open the page of a dapp: \(Quoted(exactly: page.text))",
                "Open it yourself if you trust it.",
            ]
        case .handedOver: return nil
        case .rejected(let error):
            guard !error.isRefusal else { return nil }
            return (showsRequest ? asked : []) + .words(error.message, error.hint)
        case .failed(let error):
            let isMissingMoney = error.code == .insufficientFunds
            return (showsRequest || isMissingMoney ? asked : []) + .words(error.message, error.hint)
        case .unknown(let transaction, let error):
            return [
                "The payment may have been made. \(own: error.message)",
                "Do not pay again. Transaction: \(own: transaction.id.hex)",
            ]
        case .refused: return ["You refused. \(own: nothing)"]
        case .timedOut: return ["Nobody answered in time. \(own: nothing)"]
        }
    }

    /// What did not happen.
    private var nothing: String {
        switch link.request {
        case .payment(let payment): payment.details == nil ? "Nothing was paid." : "Nothing was done."
        case .address, .key: "Nothing was shared."
        case .login, .sign, .actions: "Nothing was signed."
        case .foreign, .scanQR, .open: "Nothing was done."
        }
    }

    /// Whether everything succeeded, and nothing is left for the person to do.
    func isDone(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .paid(_, _, let callback), .toldAddress(_, let callback), .toldKeys(_, let callback):
            callback.reasonToTell == nil && acceptance?.reservation == nil
        case .replied(_, let delivery): delivery.serverProblem == nil && delivery.callback.reasonToTell == nil
        case .finished, .handedOver, .opened, .rejected, .refused, .timedOut, .failed, .unknown: false
        }
    }

    /// The request, if a failure kept the person from seeing it in a consent.
    private var asked: [Paragraph] {
        let who =
            link.request.header.sender.map { "“\($0.scheme)” asks" }
            ?? (link.isTyped ? Remedy.pay(with: nil).text({ "\($0) asks" }, or: "You ask") : "A link asks")
        switch link.request {
        case .address: return ["\(own: who) for an address."]
        case .key: return ["\(own: who) for your master public keys."]
        case .payment(let payment):
            if let text = DescribedText(link: link) { return text.asked }
            let amount = payment.amount.map { " of \(link.coin.text($0))" } ?? ""
            guard let address = payment.address else { return ["\(own: who) for a payment\(own: amount)."] }
            return ["\(own: who) for a payment\(own: amount)", "to \(address: address)."]
        case .foreign: return DescribedText(link: link)?.asked ?? []
        case .scanQR, .login, .actions, .sign, .open: return []
        }
    }

    /// What a dialogue shows after the summary: the keys, the whole callback if the person may give it to the requesting
    /// app themselves, and what a link asks for that no wallet here takes.
    func details(_ outcome: Outcome) -> [Paragraph] {
        switch outcome {
        case .paid(_, _, let callback), .finished(_, let callback), .toldAddress(_, let callback): callback.forCopying
        case .replied(_, let delivery): delivery.callback.forCopying
        case .toldKeys(let keys, let callback):
            ["The keys:", Paragraph(own: keys.bip32), Paragraph(own: keys.bip44)] + callback.forCopying
        case .failed(let error) where error.code == .unsupported: DescribedText(link: link)?.paragraphs ?? []
        case .handedOver, .opened, .rejected, .failed, .unknown, .refused, .timedOut: []
        }
    }
}

extension [Paragraph] {
    /// The message of an error, which already quotes foreign text, and its hint.
    static func words(_ message: String, _ hint: String?) -> [Paragraph] {
        [message, hint].compactMap(\.self).map { Paragraph(own: $0) }
    }
}

extension CallbackDelivery {
    /// What happened to the answer.
    fileprivate var ending: Paragraph {
        switch self {
        case .started(let program): "\(Quoted(program.name, limit: 80)) was notified."
        case .told(let host): "The server \(word: host) was notified."
        case .none, .failed: reasonToTell ?? ""
        }
    }

    /// Why the person must see the result; nil if a program was notified.
    var reasonToTell: Paragraph? {
        switch self {
        case .started, .told: nil
        case .none(let reason, _): Paragraph(own: reason)
        case .failed(let reason, _): "The requesting app was not notified: \(own: reason)"
        }
    }

    var forCopying: [Paragraph] {
        callback.map { ["The full answer, to copy into the requesting app:", "\(word: $0)"] } ?? []
    }
}

extension DappResult {
    /// The result in a few words.
    public var summary: String {
        switch content {
        case .executed(let id): "The node reports that the network accepted transaction \(id.hex)."
        case .signed: "“\(signer.account)” signed."
        case .proved: "“\(signer.account)” logged in."
        }
    }
}
