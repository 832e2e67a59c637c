extension Outcome: CustomStringConvertible {
    /// The outcome in sentences. ``LinkResult/description`` includes amounts and addresses, as shown to the person.
    public var description: String {
        switch self {
        case .paid(let transaction, _, let callback):
            "The network took the payment, transaction \(transaction.id). \(callback)"
        case .finished(_, let callback): "The payment was made before. \(callback)"
        case .toldAddress(let address, let callback): "The address is \(address.text). \(callback)"
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
