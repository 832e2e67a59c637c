import SchemeRouter

/// What happened to a payment after it was sent, in words for people and for programs.
extension PaymentState {
    /// Its stable name in JSON.
    var name: String {
        switch self {
        case .waiting: "waiting"
        case .confirmed: "confirmed"
        case .replaced: "replaced"
        case .firstWaits: "firstWaits"
        case .gone: "gone"
        case .unclear: "unclear"
        }
    }

    var confirmations: Int? {
        switch self {
        case .waiting: 0
        case .confirmed(let count, _): count
        case .replaced, .firstWaits, .gone, .unclear: nil
        }
    }

    var isLocked: Bool? {
        switch self {
        case .waiting(let isLocked), .confirmed(_, let isLocked): isLocked
        case .replaced, .firstWaits, .gone, .unclear: nil
        }
    }

    var replacement: TransactionID? {
        if case .replaced(let other) = self { other } else { nil }
    }

    /// - Parameter isFollowed: whether “router resume” sends it again if the network does not have it.
    func text(isFollowed: Bool) -> String {
        let again = isFollowed ? "; “router resume” sends it again" : ""
        return switch self {
        case .waiting(let isLocked): isLocked ? "locked by InstantSend, waits for a block" : "waits for a block"
        case .confirmed(let count, let isLocked): "confirmations: \(count)\(isLocked ? ", locked by a ChainLock" : "")"
        case .replaced(let other): "replaced by \(other.hex)"
        case .firstWaits(let first): "the network still has the payment whose fee it raises, \(first.hex)" + again
        case .gone: "no longer known to the network" + again
        case .unclear: "not shown by the network, which does not say who spent its money" + again
        }
    }
}

extension Settlement {
    /// Its stable name in JSON; nil if it does not say what happened to the payment.
    var name: String? {
        switch self {
        case .final: "final"
        case .replaced: "replaced"
        case .unwatched: nil
        }
    }

    var text: String? {
        switch self {
        case .final: "final"
        case .replaced: "replaced by another transaction"
        case .unwatched: nil
        }
    }
}
