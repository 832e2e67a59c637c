extension LinkExecution {
    /// Tells the person how a link ended, unless a program was called back or the person ended it (S10).
    func tell(_ outcome: Outcome, _ link: ReadLink) async {
        guard let paragraphs = OutcomeText(link: link).paragraphs(outcome) else { return }
        let isPractice = (try? services.networks.network(of: link.coin))?.id.isPractice ?? false
        let heading = isPractice ? ConsentText.practice : nil
        guard let pages = PageLayout.pages(heading: heading, paragraphs: paragraphs) else { return }
        let title = (isPractice ? "Practice: " : "") + link.coin.title
        // Whoever cannot be told by the prompt finds the outcome in the log and on standard error.
        try? await services.prompt.tell(Dialogue(title: title, pages: pages, agree: "OK"))
    }
}

/// The words about how a link ended.
public struct OutcomeText: Sendable {
    let link: ReadLink

    /// Words about the end of `link`.
    public init(link: ReadLink) {
        self.link = link
    }

    /// What the person is told; nil where nothing needs to be said.
    public func paragraphs(_ outcome: Outcome) -> [String]? {
        switch outcome {
        case .paid(let transaction, let payment, let callback):
            guard let reason = callback.reasonToTell else { return nil }
            return [
                "Paid \(link.coin.text(payment.amount))", "to \(payment.recipient)",
                "Transaction: \(transaction.id.hex)",
                reason,
            ]
        case .toldAddress(let address, let callback):
            guard let reason = callback.reasonToTell else { return nil }
            return ["Your \(link.coin.title) address:", address.text, reason]
        case .toldKeys(let keys, let callback):
            guard let reason = callback.reasonToTell else { return nil }
            return ["Your master public keys:", keys.bip32, keys.bip44, reason]
        case .rejected(let error):
            return [error.message] + [error.hint].compactMap { $0 }
        case .failed(let error):
            // Telling needs the very prompt that is missing or taken.
            guard error.code != .busy, error.code != .noPrompt else { return nil }
            return [error.message] + [error.hint].compactMap { $0 }
        case .unknown(let transaction, let error):
            return [
                "The payment was sent, but the network did not answer: \(error.message)",
                "Do not pay again. Transaction: \(transaction.id.hex)",
            ]
        case .refused, .timedOut:
            return nil
        }
    }
}

extension CallbackDelivery {
    /// Why the person must be told the result; nil where a program was.
    fileprivate var reasonToTell: String? {
        switch self {
        case .started: nil
        case .none(let reason): reason
        case .failed(let reason): "The asking program was not told: \(reason)"
        }
    }
}
