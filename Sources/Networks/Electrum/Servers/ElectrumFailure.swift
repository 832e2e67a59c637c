import SchemeRouter

/// Why one server is of no use for a question. Another one may be.
struct ElectrumFailure: Error, Sendable {
    /// The kinds, which decide what the person is told if no server is left.
    enum Kind: Sendable {
        /// There is no connection, or no answer in time.
        case unreachable
        /// It does not answer this question, or not now.
        case refused
        /// Its answer is wrong, it is on another network, or its identity changed.
        case wrong
    }

    let kind: Kind
    /// What the server did, to follow its name: `did not answer in time`.
    let reason: String
    /// Advice for the person; nil if there is none specific to it.
    var hint: String?
    /// Whether the server may have received the request.
    var mayHaveArrived = true

    init(_ kind: Kind, _ reason: String, hint: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.hint = hint
    }

    /// A connection failure.
    /// - Parameter mayHaveArrived: true if something was sent before.
    init(_ error: NetworkError, mayHaveArrived: Bool? = nil) {
        let message = error.message.last == "." ? String(error.message.dropLast()) : error.message
        switch error.code {
        case .timedOut: self.init(.unreachable, "did not answer in time")
        case .tooLarge: self.init(.refused, "sends too much at once")
        case .brokenAnswer: self.init(.unreachable, "closed the connection")
        case .certificateChanged: self.init(.wrong, "cannot prove its identity: \(message)", hint: error.hint)
        // A changed certificate comes with advice.
        case .tlsFailed where error.hint != nil:
            self.init(.wrong, "cannot prove its identity: \(message)", hint: error.hint)
        default: self.init(.unreachable, "cannot be reached: \(message)", hint: error.hint)
        }
        self.mayHaveArrived = mayHaveArrived ?? error.mayHaveArrived
    }

    /// The same with advice, if the server was unreachable and there is no better advice.
    func hinting(_ hint: String) -> ElectrumFailure {
        var failure = self
        if kind == .unreachable { failure.hint = self.hint ?? hint }
        return failure
    }

    /// A server that does not follow the protocol.
    static func strange(_ what: String) -> ElectrumFailure {
        ElectrumFailure(.refused, "does not behave like an Electrum server: \(what)")
    }

    static func refusal(_ error: ElectrumError, of what: String) -> ElectrumFailure {
        switch error.code {
        case ElectrumError.historyTooLarge:
            ElectrumFailure(
                .refused, "does not list an address with so many transactions",
                hint: "Use a server without this limit, ideally your own.")
        case ElectrumError.tooMuchAsked: ElectrumFailure(.refused, "is limiting requests for now")
        case ElectrumError.timedOut: ElectrumFailure(.unreachable, "is waiting for its own node")
        default: ElectrumFailure(.refused, "refused \(what): \(error.text)")
        }
    }
}

extension ServiceError {
    /// No server was usable.
    /// - Parameter failures: the failure of each server that was asked; at least one.
    init(_ failures: [(server: LineServer, failure: ElectrumFailure)], coin: String) {
        let kinds = failures.map(\.failure.kind)
        let code: Code =
            kinds.allSatisfy { $0 == .wrong }
            ? .refusedByCheck : kinds.allSatisfy { $0 == .unreachable } ? .networkUnreachable : .networkRefused
        let reasons = failures.map { "\($0.server) \($0.failure.reason)" }.joined(separator: "; ")
        self.init(
            code, "No Electrum server of \(coin) is usable: \(reasons).",
            hint: failures.compactMap(\.failure.hint).first ?? "Nothing was sent.")
    }
}
