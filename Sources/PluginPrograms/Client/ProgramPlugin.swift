import ExactJSON
import RouterBitcoinFamily
import SchemeRouter

/// A plugin in any language: a program that reads lines of JSON and answers with lines of JSON
/// (Documentation/plugin-programs.md).
///
/// It is started by the first link that needs it and stays open for all later ones. What it says is compared with what the
/// link says, and what it proposes and replies is checked as that of every plugin (S4, S11). Addresses, keys and the choice
/// of coins are those of the Bitcoin family, and no program sees any of them.
public struct ProgramPlugin: PaymentPlugin {
    /// Which program it is.
    public let program: PluginProgram
    let session: ProgramSession
    private let family = PayingFamily()

    /// A plugin. Nothing is started before the first link. Copies share one program.
    public init(_ program: PluginProgram, limits: ProgramLimits = ProgramLimits()) {
        self.program = program
        session = ProgramSession(program, limits: limits)
    }

    /// What the program says of itself. Starts it if it does not run: for those who examine it.
    public func hello() throws(ProgramFailure) -> ProgramHello { try session.hello() }

    /// The program says what it honours, and nothing but what can be honoured here (S3).
    public func understood(
        for coin: CoinDescriptor, in grammar: SchemeDescriptor.Grammar
    ) -> Set<ParameterName> {
        (try? session.hello())?.understood(in: grammar) ?? []
    }

    /// What the family takes for an address, and the program too. A program that fails is taken for one that agrees: the
    /// link is then not given to another coin, and ``failure`` says why.
    public func isAddress(_ address: String, on network: NetworkParameters) -> Bool {
        guard family.isAddress(address, on: network) else { return false }
        let answer = try? session.ask("isAddress", ProgramMessages.isAddress(address, network)) {
            [program] (json) throws(ProgramFailure) -> Bool in
            guard case .bool(let isAddress) = json else {
                throw program.failure(.nonsense, "did not answer true or false")
            }
            return isAddress
        }
        switch answer {
        case .value(let isAddress)?: return isAddress
        case .error?: _ = session.fail(.wrongAnswer, "did not answer whether a text is an address")
        case nil: break
        }
        return true
    }

    /// Why the program is of no use any more.
    public var failure: RequestError? { session.failure.map(RequestError.init) }

    /// Link → request: read by the engine, and by the program, which must agree.
    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        do throws(RequestError) {
            return try ProgramReading(session, link).request()
        } catch {
            // What was understood could not be said.
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
        // What failed is said where a payment is to be proposed.
        switch answer {
        case .value(let question)?: return question
        case .error?: _ = session.fail(.wrongAnswer, "did not answer whether it has a question")
        case nil: break
        }
        return nil
    }

    /// The program proposes whom and how much to pay; the family chooses the coins for exactly that.
    public func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        let message = ProgramMessages.pay(request, answers: answers, on: services.chain)
        let proposal = try ask("pay", message) { [program] (json) throws(ProgramFailure) -> ProgramProposal in
            guard let proposal = ProgramProposal(json) else {
                throw program.failure(.nonsense, "proposes a payment without “recipient” and “amount”")
            }
            guard proposal.recipient.utf8.elementsEqual(request.address.utf8) else {
                throw program.failure(.lied, "proposes to pay an address that is not in the link")
            }
            guard proposal.amount == request.amount ?? answers.amount else {
                throw program.failure(.lied, "proposes to pay a different amount from the link's or yours")
            }
            return proposal
        }
        return try await family.pay(unlocked(request, amount: proposal.amount), answers: answers, with: services)
    }

    /// The most that the family pays.
    public func most(for request: PaymentRequest, answers: Answers, with services: PaymentServices) -> Amount? {
        family.most(for: unlocked(request, amount: request.amount), answers: answers, with: services)
    }

    /// The family has no locks.
    private func unlocked(_ request: PaymentRequest, amount: Amount?) -> PaymentRequest {
        PaymentRequest(
            header: request.header, form: request.form, address: request.address, amount: amount, lock: nil,
            label: request.label, message: request.message)
    }

    /// The next address of the wallet, where the program has no objection. It does not learn which one it is.
    public func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        try agree("address", ProgramMessages.address(request, on: chain))
        return try await family.address(request, of: account, on: chain)
    }

    /// The keys of the account, where the program has no objection. It does not learn them.
    public func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        try agree("key", ProgramMessages.key(request, on: chain))
        return try family.key(request, on: chain)
    }

    /// Those that the program named; none before it was started.
    public var replyForms: [ReplyForm] { session.said?.forms ?? [] }

    /// The program names them once it runs.
    public var namesFormsLater: Bool { true }

    /// The fields are the program's; where they go is not: to the sender of the link. There is no reply to a refusal or a
    /// failure, which can come before the person saw the words.
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
                // What the journal has of a request does not say which form the reply has.
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

    /// The form that the descriptor names for replies to a link; nil if it names none.
    private func dueForm(of request: ReplyRequest) throws(ProgramFailure) -> ReplyForm? {
        guard case .link(let link) = request, let name = link.header.callbacks else { return nil }
        if let form = try session.hello().forms.first(where: { $0.name.isSame(name) }) { return form }
        throw program.failure(
            .unfit, "has no reply form \(Quoted(name, limit: 40)), which the descriptor names under “callbacks”")
    }

    private func agree(_ method: String, _ message: JSON) throws(ServiceError) {
        try ask(method, message) { [program] (json) throws(ProgramFailure) in
            guard json == .bool(true) else { throw program.failure(.nonsense, "neither agreed nor gave a reason") }
        }
    }

    /// What the program answers. What it says itself is for the person.
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

/// The family that pays for a program and handles addresses and keys, without its own links.
private struct PayingFamily: BitcoinLikeCoin {
    var walletLinks: (any WalletLinks)? { nil }
    var lockName: String? { nil }
}
