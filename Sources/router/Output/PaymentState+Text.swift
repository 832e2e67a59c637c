import SchemeRouter

/// What became of a payment after it was sent, in words for people and for programs.
extension PaymentState {
    /// Its stable name in JSON.
    var name: String {
        switch self {
        case .waiting: "waiting"
        case .confirmed: "confirmed"
        case .replaced: "replaced"
        case .gone: "gone"
        }
    }

    var confirmations: Int? {
        switch self {
        case .waiting: 0
        case .confirmed(let count, _): count
        case .replaced, .gone: nil
        }
    }

    var isLocked: Bool? {
        switch self {
        case .waiting(let isLocked), .confirmed(_, let isLocked): isLocked
        case .replaced, .gone: nil
        }
    }

    var replacement: TransactionID? {
        if case .replaced(let other) = self { other } else { nil }
    }

    func text(of entry: JournalEntry) -> String {
        switch self {
        case .waiting(let isLocked): isLocked ? "locked, waits for a block" : "waits for a block"
        case .confirmed(let count, let isLocked): "confirmations: \(count)\(isLocked ? ", locked" : "")"
        case .replaced(let other): "replaced by \(other.hex)"
        case .gone:
            "no longer known to the network" + (entry.isFollowed ? "; “router resume” sends it again" : "")
        }
    }
}

extension Settlement {
    /// Its stable name in JSON; nil where it does not say what became of the payment.
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
