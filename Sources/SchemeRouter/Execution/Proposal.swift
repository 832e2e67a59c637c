/// What will be done if the person agrees, with the data it is based on.
struct Proposal: Sendable {
    var intent: Intent
    /// The full transactions whose outputs a payment spends (S12).
    var previous: [TransactionID: [UInt8]] = [:]
    /// The time that the plugin received for its texts; nil if it makes none.
    var time: UnixTime?
    /// If the fee is worth a warning and a lower one exists: this payment, then slower ones, fastest first. Otherwise
    /// empty.
    var choices: [LevelledPayment] = []
    /// What a payment of everything leaves in its account; nil if it leaves nothing or pays a given amount.
    var leaves: Amount?
    /// A warning about the node or server that gave the facts, and about money that could not be used; nil if there is
    /// none.
    var warning: String?
    /// Payments that look old but are not final on the network: limits for a day count them.
    var unsettled: [JournalEntry] = []
}

extension LinkExecution {
    /// Asks the person one question, and returns the previous answers with the new one. The amount is the most that can
    /// be paid; nil if unknown.
    typealias Asking = (Question, Answers, Amount?) async throws -> Answers

    private static let maxQuestions = 4

    /// Reads what is needed (S13), lets the plugin ask its questions and make a proposal, and compares the proposal
    /// with the request (S11).
    func propose(_ link: ReadLink, by means: Means, ask: Asking) async throws -> Proposal {
        var budget = ReadBudget(services.readTime)
        var proposal: Proposal
        switch means {
        case .keys(let plugin, let facts, let network):
            proposal = try await propose(link, plugin, facts, network, &budget, ask: ask)
            if case .payment = proposal.intent {
                let warnings = [await network.chain.warning(), proposal.warning].compactMap(\.self)
                proposal.warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
            }
        case .node(let wallet, let plugin, let facts, let chain):
            proposal = try await propose(link, wallet, plugin, facts, chain, &budget, ask: ask)
            proposal.warning = try? await budget.run { await chain.warning() }
        case .account(let plugin, let network):
            return try await propose(link, plugin, network, &budget)
        case .program(let intent, _):
            proposal = Proposal(intent: .handOver(try await counted(intent, of: link, ask: ask)))
        }
        proposal.unsettled = await services.unsettledPayments(of: link.coin, on: means.chain, &budget)
        return proposal
    }

    func answers(
        about request: PaymentRequest, _ plugin: any PaymentPlugin, _ facts: ChainFacts, most: Amount? = nil,
        ask: Asking
    ) async throws -> Answers {
        var answers = Answers()
        for _ in 0..<Self.maxQuestions {
            guard let question = plugin.question(about: request, answers: answers, on: facts) else {
                return answers
            }
            answers = try await ask(question, answers, most)
        }
        throw ServiceError(.internalError, "The coin's plugin keeps asking questions.")
    }
}
