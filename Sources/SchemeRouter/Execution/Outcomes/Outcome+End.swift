extension Outcome {
    init(stoppedBy error: any Error) {
        switch error {
        case PromptError.refused: self = .refused
        case PromptError.timedOut: self = .timedOut
        case PromptError.unavailable(let reason): self = .failed(.noPrompt(reason))
        case PromptError.interrupted(let reason): self = .failed(.noAnswer(reason))
        case let error as RequestError: self = .rejected(error)
        case let error as ServiceError: self = .failed(error)
        default: self = .failed(ServiceError(.internalError, "\(error)"))
        }
    }

    var journalEnd: JournalEnd {
        switch self {
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .opened: .done
        case .handedOver: .handedOver
        case .rejected(let error): error.isRefusal ? .refused : .failed
        case .failed: .failed
        case .refused: .refused
        case .timedOut: .timedOut
        case .unknown: .unknown
        }
    }

    /// Whether a payment was sent and the requesting app has not been notified yet.
    var isOwed: Bool {
        switch self {
        case .paid(_, _, let callback), .finished(_, let callback):
            switch callback {
            case .started, .told: false
            case .none, .failed: true
            }
        case .replied(_, let delivery): delivery.callback.isOwed
        default: false
        }
    }
}

extension ServiceError {
    /// No prompt can ask the person.
    public static func noPrompt(_ reason: String) -> ServiceError {
        ServiceError(
            .noPrompt, "No prompt is available: \(reason).",
            hint: "Nothing was done. “router doctor” says what to install or to set.")
    }

    /// The prompt program ended without an answer.
    public static func noAnswer(_ reason: String) -> ServiceError {
        ServiceError(
            .noPrompt, "The prompt program exited before you answered: \(reason).",
            hint: "Nothing was done; try again. “router doctor” shows which prompt program is used.")
    }

    /// Whether, with this error, the network certainly did not receive what was sent for the first time. With all
    /// others it is unknown.
    var meansNotSent: Bool {
        [.networkRefused, .networkUnreachable, .insufficientFunds, .unfitRequest].contains(code)
    }
}

extension RequestError {
    /// Whether the person, not we, ended the link with it.
    public var isRefusal: Bool { code == .lockRequired }
}
