/// How a link ended (S10): every link has exactly one outcome.
public enum Outcome: Sendable {
    /// The network accepted the payment.
    case paid(SignedTransaction, PaymentIntent, callback: CallbackDelivery)
    /// The link had been paid before, and the remaining steps are done: the network has the payment. Nothing was paid
    /// again.
    case finished(JournalEntry, callback: CallbackDelivery)
    /// An address was shared.
    case toldAddress(String, callback: CallbackDelivery)
    /// Extended public keys were shared.
    case toldKeys(ExtendedPublicKeys, callback: CallbackDelivery)
    /// A dapp received what it asked for.
    case replied(DappResult, DappDelivery)
    /// The wallet's own page, or a dapp's, is left for the person to open.
    case opened(ServerAddress?)
    /// Another wallet program received the link. Whether it pays is not known.
    case handedOver(WalletProgram)
    /// The link is invalid; the person was not asked, and nothing was done.
    case rejected(RequestError)
    /// The person refused.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// It could not be done; nothing was sent or shared.
    case failed(ServiceError)
    /// A payment was sent, and whether the network accepted it is unknown. It must not be repeated.
    case unknown(SignedTransaction, ServiceError)
}

/// A link's outcome and its entry in the journal.
public struct LinkResult: Sendable {
    /// How it ended.
    public let outcome: Outcome
    /// The number of its journal entry; nil for a link that failed before it had one.
    public let entry: Int64?
    /// The result of telling the requesting app that its request was not carried out; nil if it is not notified.
    public internal(set) var failureCallback: CallbackDelivery?
    /// The code that it receives; nil if it is not notified.
    public internal(set) var failureCode: FailureCode?
    /// Who confirmed that the network has the payment; nil if nothing was sent to it.
    public internal(set) var acceptance: Acceptance?
    /// The chain on which it was carried out; nil if it ended before that was known.
    public internal(set) var chain: ChainID?
    /// The wallets that could carry out the link; nil if it ended before that was known.
    public internal(set) var choice: WalletChoice?
    /// The text about it; nil if there was no link to describe.
    var words: OutcomeText?
}

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
        case .failed(let error): error.code == .tooManyPasscodes ? .locked : .failed
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
            hint: "Nothing was done.".adding(Remedy.diagnose.text { "\($0) says what to install or to set." }))
    }

    /// The prompt program ended without an answer.
    public static func noAnswer(_ reason: String) -> ServiceError {
        ServiceError(
            .noPrompt, "The prompt program exited before you answered: \(reason).",
            hint: "Nothing was done; try again.".adding(
                Remedy.diagnose.text { "\($0) shows which prompt program is used." }))
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

extension Outcome: CustomStringConvertible {
    /// The outcome in sentences. ``LinkResult/description`` includes amounts and addresses, as shown to the person.
    public var description: String {
        switch self {
        case .paid(let transaction, _, let callback):
            "The network took the payment, transaction \(transaction.id). \(callback)"
        case .finished(_, let callback): "The payment was made before. \(callback)"
        case .toldAddress(let address, let callback): "The address is \(address). \(callback)"
        case .toldKeys(_, let callback): "The master public keys were shared. \(callback)"
        case .replied(let result, let delivery):
            [result.summary, delivery.serverProblem, delivery.callback.description].compactMap(\.self)
                .joined(separator: " ")
        case .opened(let page): page.map { "The link is about the page \($0.text)." } ?? "There is no page to open."
        case .handedOver(let program): "\(Quoted(program.program.name, limit: 80)) got the link."
        case .rejected(let error): error.description
        case .refused: PromptError.refused.description
        case .timedOut: PromptError.timedOut.description
        case .failed(let error): error.description
        case .unknown(let transaction, let error):
            "The payment may have been made. It is transaction \(transaction.id). \(error.description)"
        }
    }
}

extension LinkResult: CustomStringConvertible {
    /// The outcome in the lines shown to the person.
    public var description: String {
        words?.summary(outcome)?.map(\.text).joined(separator: "\n") ?? outcome.description
    }
}

extension CallbackDelivery: CustomStringConvertible {
    /// The result, as a sentence.
    public var description: String {
        switch self {
        case .started(let program): "\(Quoted(program.name, limit: 80)) was notified."
        case .told(let host): "The server \(Quoted.word(host)) was notified."
        case .none(let reason, _): reason
        case .failed(let reason, _): "The requesting app was not notified: \(reason)"
        }
    }
}
