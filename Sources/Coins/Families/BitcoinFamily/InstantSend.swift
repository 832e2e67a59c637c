import SchemeRouter

/// InstantSend, as the seed document of Axe and DIP-10 have it.
///
/// Since DIP-10 every payment is locked by itself where its inputs allow it, without a flag and without a fee. What is
/// left of `IS` is what the document promises: a caller that requires it is never paid with coins that cannot be
/// locked, and a person who switched it off is asked.
public enum InstantSend {
    /// What the link's `IS` says; nil where the coin has no InstantSend or the link no opinion.
    static func wish(
        _ parameter: LinkParameter?, of coin: CoinDescriptor, warnings: inout [LinkWarning]
    ) throws(RequestError) -> PaymentRequest.InstantSendWish? {
        guard let parameter, coin.hasInstantSend else { return nil }
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
    public static func question(
        _ wish: PaymentRequest.InstantSendWish?, answers: Answers, on chain: ChainFacts
    ) -> Question? {
        guard let wish, wish.isRequested, !chain.isInstantSendOn, answers.usesInstantSend == nil else { return nil }
        return .instantSend(isRequired: wish.isRequired)
    }

    /// Whether only coins may be spent that the network certainly locks.
    public static func needsLockableCoins(_ wish: PaymentRequest.InstantSendWish?) -> Bool {
        wish.map { $0.isRequested && $0.isRequired } ?? false
    }
}
