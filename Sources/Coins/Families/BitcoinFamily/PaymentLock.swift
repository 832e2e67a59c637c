import SchemeRouter

/// A network's lock within seconds, if a coin's network has one and its links may request it with `IS`.
package enum PaymentLock {
    /// The wish in the link's `IS`; nil if it has none.
    package static func wish(
        _ parameter: LinkParameter?, warnings: inout [LinkWarning]
    ) throws(RequestError) -> PaymentRequest.LockWish? {
        guard let parameter else { return nil }
        let isRequested = parameter.value.elementsEqual("1".utf8)
        if isRequested || parameter.value.elementsEqual("0".utf8) {
            return .init(isRequested: isRequested, isRequired: parameter.isRequired)
        }
        guard !parameter.isRequired else { throw .unsupportedRequired("IS", at: parameter.range) }
        warnings.append(LinkWarning(.lockValueIgnored, "“IS” is neither 0 nor 1, so it is ignored."))
        return nil
    }

    /// Whether the payment may only use UTXOs that can certainly be locked. A link that merely prefers a lock gets it
    /// if possible: UTXOs that can be locked come first in every payment.
    static func isRequired(by wish: PaymentRequest.LockWish?, answers: Answers) -> Bool {
        guard let wish, wish.isRequested, wish.isRequired else { return false }
        return answers.usesLock != false
    }

    /// Whether the network certainly locks a payment that spends this UTXO: on Dash and Axe a block is chain-locked
    /// within seconds (DIP-8), which makes its UTXOs eligible (DIP-10).
    static func isLockable(_ utxo: OwnedUTXO) -> Bool { utxo.confirmations > 0 }
}
