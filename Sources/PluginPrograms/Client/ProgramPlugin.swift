import ExactJSON
import RouterBitcoinFamily
import SchemeRouter

/// A plugin in any language: a program that reads lines of JSON and responds with lines of JSON
/// (Documentation/plugin-programs.md).
///
/// The first link that needs it starts it, and it keeps running for all later ones. Its responses are compared with the
/// link, and its proposals and replies are checked like those of every plugin (S4, S11). The Bitcoin family handles
/// addresses, keys and the choice of UTXOs; no program sees any of them.
public struct ProgramPlugin: PaymentPlugin, LinkReader {
    public let program: PluginProgram
    let session: ProgramSession
    private let family = PayingFamily()

    /// A plugin. The program is not started before the first link. Copies share one program.
    public init(_ program: PluginProgram, limits: ProgramLimits = ProgramLimits()) {
        self.program = program
        session = ProgramSession(program, limits: limits)
    }

    /// The program's description of itself. Starts the program if it is not running: for commands that examine it.
    public func hello() throws(ProgramFailure) -> ProgramHello { try session.hello() }

    /// What the program declares it honours, limited to what can be honoured here (S3).
    public func supportedRequiredParameters(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        (try? session.hello())?.supportedRequiredParameters(in: grammar) ?? []
    }

    /// Whether it is an address of the kinds that the descriptor gives the coin.
    public func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
        family.isAddress(address, on: network)
    }

    /// The request of a link, read by both the engine and the program, which must agree.
    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        do throws(RequestError) {
            return try ProgramReading(session, link).request()
        } catch {
            // The program failed before it could declare what it honours.
            if error.code == .unsupportedRequiredParameter, let failure = session.failure {
                throw RequestError(failure)
            }
            throw error
        }
    }

    /// Asks for a missing amount, if the program needs it.
    public func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        guard request.amount ?? answers.amount == nil else { return nil }
        let message = ProgramMessages.question(request, on: chain)
        let answer = try? session.ask("question", message, mayBeNull: true) {
            [program] (json) throws(ProgramFailure) -> Question? in
            if json == .null { return nil }
            guard json.string?.isSame("amount") == true else {
                throw program.failure(.nonsense, "asks an unknown question")
            }
            return .amount
        }
        // A failure is reported when a payment is to be proposed.
        switch answer {
        case .value(let question)?: return question
        case .error?: _ = session.fail(.wrongAnswer, "did not answer whether it has a question")
        case nil: break
        }
        return nil
    }

    /// The program proposes the recipient and the amount; the family chooses UTXOs for exactly that.
    public func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        let message = ProgramMessages.pay(request, answers: answers, on: services.chain)
        let proposal = try ask("pay", message) { [program] (json) throws(ProgramFailure) -> ProgramProposal in
            guard let proposal = ProgramProposal(json) else {
                throw program.failure(.nonsense, "proposes a payment without “recipient” and “amount”")
            }
            guard proposal.recipient.utf8.elementsEqual((request.address ?? "").utf8) else {
                throw program.failure(.lied, "proposes to pay an address that is not in the link")
            }
            guard proposal.amount == request.amount ?? answers.amount else {
                throw program.failure(.lied, "proposes to pay a different amount from the link's or yours")
            }
            return proposal
        }
        return try await family.pay(unlocked(request, amount: proposal.amount), answers: answers, with: services)
    }

    /// The most that the family can pay.
    public func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? {
        family.most(for: unlocked(request, amount: request.amount), answers: answers, with: services)
    }

    /// The family has no locks.
    private func unlocked(_ request: PaymentRequest, amount: Amount?) -> PaymentRequest {
        PaymentRequest(
            header: request.header, form: request.form, address: request.address, amount: amount, lock: nil,
            label: request.label, message: request.message, data: request.data)
    }

    /// The next address of the wallet, if the program does not object. It does not learn which address it is.
    public func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        try agree("address", ProgramMessages.address(request, on: chain))
        return try await family.address(request, of: account, on: chain)
    }

    /// The keys of the account, if the program does not object. It does not learn them.
    public func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        try agree("key", ProgramMessages.key(request, on: chain))
        return try family.key(request, on: chain)
    }

    /// The forms that the program declared; none before it has started.
    public var replyForms: [ReplyForm] { session.said?.forms ?? [] }

    /// The program declares them once it runs.
    public var declaresFormsLazily: Bool { true }

    /// The program chooses the fields but not the destination, which is the sender of the link. It cannot reply to a
    /// refusal or a failure, because these can happen before the person has seen its words.
    public func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate? {
        guard let sender = request.sender, ending == .done || ending == .unknown else { return nil }
        let form = try ask { () throws(ProgramFailure) -> ReplyForm? in try dueForm(of: request) }
        if case .link = request, form == nil { return nil }
        let answer = try ask { () throws(ProgramFailure) in
            try session.ask("reply", ProgramMessages.reply(request, ending), mayBeNull: true) {
                [program] (json) throws(ProgramFailure) -> ReplyTemplate? in
                if json == .null { return nil }
                guard let fields = ProgramMessages.fields(json) else {
                    throw program.failure(.nonsense, "returned a reply that is not a list of fields")
                }
                let reply = ReplyTemplate(link: LinkTemplate(to: sender, fields))
                // The journal's copy of a request does not record the form of the reply.
                if let form, let complaint = request.complaint(about: reply, ending: ending, form: form) {
                    throw program.failure(.lied, "returned a forbidden reply: \(complaint)")
                }
                return reply
            }
        }
        guard case .value(let reply) = answer else {
            throw ServiceError(session.fail(.wrongAnswer, "did not return a reply"))
        }
        return reply
    }

    /// The form that the descriptor names for replies to a link; nil if there is none.
    private func dueForm(of request: ReplyRequest) throws(ProgramFailure) -> ReplyForm? {
        guard case .link(let link) = request, let name = link.header.callbacks else { return nil }
        if let form = try session.hello().forms.first(where: { $0.name.isSame(name) }) { return form }
        throw program.failure(
            .unfit,
            "has no reply form \(Quoted(name, limit: 40)), which the descriptor names under “callbacks”")
    }

    private func agree(_ method: String, _ message: JSON) throws(ServiceError) {
        try ask(method, message) { [program] (json) throws(ProgramFailure) in
            guard json == .bool(true) else { throw program.failure(.nonsense, "neither agreed nor gave a reason") }
        }
    }

    /// The program's response. Its error messages are for the person.
    private func ask<Answer>(
        _ method: String, _ message: JSON, mayBeNull: Bool = false,
        _ read: (JSON) throws(ProgramFailure) -> Answer
    ) throws(ServiceError) -> Answer {
        let answer = try ask { () throws(ProgramFailure) in
            try session.ask(method, message, mayBeNull: mayBeNull, read)
        }
        switch answer {
        case .value(let value): return value
        case .error(let error):
            throw ServiceError(
                .unsupported, ProgramMessages.says(error["message"], program),
                hint: "Nothing was done." + (ProgramMessages.adds(error["hint"]).map { " " + $0 } ?? ""))
        }
    }

    private func ask<Answer>(_ body: () throws(ProgramFailure) -> Answer) throws(ServiceError) -> Answer {
        do throws(ProgramFailure) { return try body() } catch { throw ServiceError(error) }
    }
}

/// The family that makes a program's payments and handles addresses and keys. It has no links of its own.
private struct PayingFamily: BitcoinLikeCoin {
    var replies: (any WalletReplies)? { nil }
    var lockName: String? { nil }
}
