/// Raises the fee of a payment that is waiting for a block: the same payment is signed again with a higher fee, out of
/// its own change, and replaces the first (BIP125). Both spend the same, so that one of them is confirmed at most.
///
/// The person agrees and types the passcode as for any payment; the journal has the new one before it is sent (S6). The asking
/// app is told nothing: it has the id of the first payment, and no answer is given twice unasked.
public struct FeeBump: Sendable {
    let services: Services
    let routes: RouteTable

    /// How often a passcode may be typed wrongly.
    private static let tries = 3

    /// A bump with everything it needs from outside.
    public init(services: Services, routes: RouteTable) {
        self.services = services
        self.routes = routes
    }

    /// How it ended.
    public struct Result: Sendable {
        /// Paid, refused, failed or unknown.
        public let outcome: Outcome
        /// The entry of the new payment; nil if there is none.
        public internal(set) var entry: Int64?
        /// The payment whose place it takes; nil where none can be replaced.
        public internal(set) var replaced: TransactionID?
        /// By whose word the network has the new one.
        public internal(set) var acceptance: Acceptance?
    }

    /// What is known while it is carried out, whatever stops it.
    private struct Attempt {
        var entry: Int64?
        var replaced: TransactionID?
        var acceptance: Acceptance?
        /// Whether the journal could not record that it was sent: the next start discovers that.
        var isUnrecorded = false
    }

    /// Asks the person, signs, records and sends.
    /// - Parameters:
    ///   - entry: the number of the payment in the journal.
    ///   - fee: nil for ``FeeLevel/fast``.
    public func run(_ entry: Int64, fee: FeeChoice? = nil) async -> Result {
        var attempt = Attempt()
        let outcome: Outcome
        do {
            guard let pass = try services.gate.enter() else {
                throw ServiceError(
                    .busy, "A link is waiting for an answer.", hint: "Answer it first, then try again.")
            }
            defer { withExtendedLifetime(pass) {} }
            outcome = try await carryOut(try await proposal(for: entry, fee), &attempt)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        if let entry = attempt.entry, !attempt.isUnrecorded {
            // Nothing can be done about a journal that fails here: the outcome itself is still reported.
            try? services.journal.note(.ended(outcome.journalEnd), of: entry, at: services.now())
        }
        return Result(
            outcome: outcome, entry: attempt.entry, replaced: attempt.replaced, acceptance: attempt.acceptance)
    }

    /// The pages the person would be asked to agree to, without asking or recording anything.
    public func preview(_ entry: Int64, fee: FeeChoice? = nil) async throws -> [String] {
        try await proposal(for: entry, fee).text.dialogue().pages
    }

    private func carryOut(_ proposal: BumpProposal, _ attempt: inout Attempt) async throws -> Outcome {
        let payment = proposal.payment
        attempt.replaced = proposal.first.transaction?.id
        let keyring = try await agree(to: proposal.text)
        let entry = try services.journal.begin(proposal.request, at: services.now())
        attempt.entry = entry
        try services.journal.note(.approved(.payment(payment)), of: entry, at: services.now())
        let signed = try keyring.sign(
            payment, approved: IntentDigest(.payment(payment)), coin: proposal.coin, previous: proposal.sent.previous)
        do throws(ServiceError) {
            try services.journal.note(
                .signed(signed, inputs: payment.inputs.map(\.outpoint)), of: entry, at: services.now())
        } catch {
            // The journal may have it, and then the next start sends it.
            guard error.code == .answerUnknown else { throw error }
            return .unknown(signed, error)
        }
        do throws(ServiceError) {
            attempt.acceptance = try await proposal.network.chain.broadcast(signed)
        } catch {
            guard !error.meansNotSent else { throw Self.notTaken(error) }
            return .unknown(signed, error)
        }
        attempt.isUnrecorded = (try? services.journal.note(.sent, of: entry, at: services.now())) == nil
        return .paid(signed, payment, callback: .none(BumpText.silence))
    }

    private static func notTaken(_ error: ServiceError) -> ServiceError {
        ServiceError(
            error.code, error.message,
            hint:
                "The first payment stays as it is. Perhaps it is in a block now, or nodes here let no payment be replaced "
                + "(“-mempoolreplacement”).")
    }

    private func agree(to text: BumpText) async throws -> any UnlockedKeyring {
        let dialogue = try text.dialogue()
        var mistake: String?
        for attempt in 1...Self.tries {
            let passcode = try await services.prompt.passcode(dialogue, mistake: mistake)
            do throws(ServiceError) {
                return try await services.keyring.unlock(with: passcode)
            } catch {
                guard error.code == .wrongPasscode else { throw error }
                let left = Self.tries - attempt
                mistake = "\(error.message) \(left == 1 ? "One try" : "\(left) tries") left."
            }
        }
        throw PromptError.refused
    }
}
