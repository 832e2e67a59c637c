import SchemeRouter

/// InstantSend, as the seed document of Axe and DIP-10 have it.
///
/// Since DIP-10 every payment is locked by itself where its inputs allow it, without a flag and without a fee. What is
/// left of `IS` is what the document promises: a caller that requires it is never paid with coins that cannot be
/// locked, and a person who switched it off is asked.
enum InstantSend {
    /// What the link's `IS` says; nil where the link has no opinion.
    static func wish(
        _ parameter: LinkParameter?, warnings: inout [LinkWarning]
    ) throws(RequestError) -> PaymentRequest.InstantSendWish? {
        guard let parameter else { return nil }
        if parameter.value.elementsEqual("1".utf8) {
            return .init(isRequested: true, isRequired: parameter.isRequired)
        }
        if parameter.value.elementsEqual("0".utf8) {
            return .init(isRequested: false, isRequired: parameter.isRequired)
        }
        guard !parameter.isRequired else { throw .unsupportedRequired("IS", at: parameter.range) }
        warnings.append(LinkWarning(.instantSendValueIgnored, "“IS” is neither 0 nor 1, so it is not used."))
        return nil
    }

    /// What must be asked before a payment with that wish; nil where it can go on.
    static func question(
        _ wish: PaymentRequest.InstantSendWish?, answers: Answers, on chain: ChainFacts
    ) -> Question? {
        guard let wish, wish.isRequested, !chain.isInstantSendOn, answers.usesInstantSend == nil else { return nil }
        return .instantSend(isRequired: wish.isRequired)
    }

    /// Whether nothing may be paid that is not certainly locked. A link that only wishes it gets it where it can be had:
    /// coins that can be locked come first in every payment.
    static func isLockRequired(by wish: PaymentRequest.InstantSendWish?, answers: Answers) -> Bool {
        guard let wish, wish.isRequested, wish.isRequired else { return false }
        return answers.usesInstantSend != false
    }

    /// Whether the network certainly locks a payment that spends this coin: on Dash and Axe a block is chain-locked
    /// within seconds (DIP-8), which makes its coins eligible (DIP-10).
    static func isLockable(_ coin: OwnedCoin) -> Bool {
        coin.confirmations > 0
    }
}
