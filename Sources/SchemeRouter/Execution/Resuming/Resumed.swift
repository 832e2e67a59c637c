/// The result of finishing something that an earlier start left undone.
public struct Resumed: Sendable {
    /// The journal entry, as it was before.
    public let entry: JournalEntry
    /// The result.
    public let state: State
    /// Who confirmed that the network has a payment that was sent now; nil for anything else.
    public internal(set) var acceptance: Acceptance?

    /// The result.
    public enum State: Sendable, Equatable {
        /// The network has the payment; the value says what happened to the answer to the requesting app.
        case finished(CallbackDelivery)
        /// The network has the payment. The requesting app waits for an answer that only the same link can give,
        /// because it says where the answer goes, or that the person must be asked about.
        case replyOwed
        /// It is still not known whether the network has the payment.
        case undecided(ServiceError)
        /// The person gave the payment up. The network does not have it, and its UTXOs can be spent again.
        case dropped
        /// It ended before a payment was signed, without effect; or while another wallet
        /// (``JournalEntry/isInterruptedHandOver``) or the requesting app was told something, with an unknown effect.
        case interrupted
        /// The network had accepted the payment and no longer showed it. The same bytes were sent again.
        case sentAgain
        /// The network had accepted the payment and does not have it now: its inputs are unspent.
        case forgotten(ServiceError)
        /// The network had accepted the payment, does not show it now, and does not report what spent its inputs.
        case unclear(ServiceError)
        /// The network has another transaction that spends the inputs of the payment, which it had accepted, or which the
        /// person therefore gave up. That one may have paid the same recipient.
        case replaced(by: TransactionID)
        /// The network has a payment with a higher fee that had been given up: somebody kept it and sent it after all.
        case sentAfterAll
        /// The network accepted the payment long ago and does not show it now, and the person decided that it is no longer
        /// followed.
        case unwatched

        /// The result of sending the answer to the requesting app; nil if there was none.
        public var callback: CallbackDelivery? {
            if case .finished(let callback) = self { return callback }
            return nil
        }
    }

    /// The result for people, in a few lines.
    /// - Parameter coin: the entry's coin; nil if no descriptor names it any more.
    public func text(_ coin: CoinDescriptor?) -> [String] {
        let words = coin.map {
            ResumptionText(entry: entry, coin: $0, now: entry.changed, acceptance: acceptance)
        }
        if let summary = words?.summary(state) { return summary.map(\.text) }
        return switch state {
        case .finished: ["It was completed and the requesting app was notified; only the end was not recorded."]
        case .replyOwed:
            [
                "The requesting app is still waiting for the answer; it will be sent once the coin has a descriptor again."
            ]
        case .sentAgain: ["The network no longer showed this payment, so it was sent again."]
        case .replaced(let other):
            ["What spends the money of this payment may have paid the same recipient: \(other.hex)."]
        case .sentAfterAll: ["This payment had been given up, but the network reports that it has it."]
        case .unwatched: ["This payment is no longer checked, as you decided."]
        case .undecided(let reason), .forgotten(let reason), .unclear(let reason):
            [reason.message] + [reason.hint].compactMap(\.self)
        case .dropped: ["You dropped it; the network does not have it."]
        case .interrupted where entry.isInterruptedHandOver: ResumptionText.handOver(of: entry, []).map(\.text)
        case .interrupted where entry.progress == .approved && !entry.request.action.isTransaction:
            [
                "It was interrupted after you agreed to it. It is not known whether the requesting app received its answer."
            ]
        case .interrupted:
            ["It ended before anything was signed, so nothing was sent. Open its link again if you still want it."]
        }
    }
}
