/// Raises the fee of an unconfirmed payment: signs the same payment again with a higher fee, paid from its own change,
/// as a replacement (BIP125). Both spend the same outputs, so at most one of them is confirmed.
///
/// The person agrees and types the passcode as for any payment; the journal has the new payment before it is sent (S6).
/// The requesting app is not notified: it has the txid of the first payment, and no answer is repeated without being
/// asked for.
public struct FeeBump: Sendable {
    let services: Services
    let routes: RouteTable

    /// How often a wrong passcode may be typed.
    private static let tries = 3

    /// Creates a bump with its external services.
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
        /// The payment that it replaces; nil if none can be replaced.
        public internal(set) var replaced: TransactionID?
        /// Who confirmed that the network has the new payment.
        public internal(set) var acceptance: Acceptance?
    }

    /// What is known while it is carried out, even if an error stops it.
    private struct Attempt {
        var entry: Int64?
        var replaced: TransactionID?
        var acceptance: Acceptance?
        /// Whether the journal failed to record that it was sent: the next start will find out.
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
            // If the journal fails here, nothing can be done about it: the outcome is still reported.
            try? services.journal.note(.ended(outcome.journalEnd), of: entry, at: services.now())
        }
        return Result(
            outcome: outcome, entry: attempt.entry, replaced: attempt.replaced, acceptance: attempt.acceptance)
    }

    /// The pages the person would be asked to agree to, without asking or recording anything.
    public func preview(_ entry: Int64, fee: FeeChoice? = nil) async throws -> [String] {
        try await proposal(for: entry, fee).text.dialogue(columns: services.prompt.columns).pages
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
            // The journal may have recorded it, and then the next start sends it.
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
        let dialogue = try text.dialogue(columns: services.prompt.columns)
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
